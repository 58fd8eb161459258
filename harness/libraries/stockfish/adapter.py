"""Stockfish over UCI: what an engine takes for the moves, for check and mate, and for the same position."""

import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent / "shared"))

import wire  # noqa: E402
from wire import composed, native  # noqa: E402

PROGRAM = pathlib.Path(__file__).parent.parent / "debian/usr/games/stockfish"


class Engine:
    """The process; a position that it does not survive is the end of this one, and the next begins another."""

    def __init__(self):
        self.process = None
        self.version = self.ask("uci", "uciok")[0].split()[1]

    def ask(self, command, last):
        """The lines that come back, up to the one that begins like this."""
        if self.process is None:
            self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = []
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            while not said or not said[-1].startswith(last):
                line = self.process.stdout.readline()
                if not line:
                    raise BrokenPipeError
                said.append(line.strip())
        except BrokenPipeError as error:
            status = self.process.wait()
            self.process = None
            raise RuntimeError(f"the engine has ended with {status}") from error
        return said


engine = Engine()


class Game:
    """A FEN, the moves from there, and the positions on the way."""

    def __init__(self, fen):
        self.fen = fen
        self.moves = []
        self.positions = []
        self.look()

    def look(self):
        """Has the engine show the position: its FEN, the pieces that give check, and the moves."""
        self.place()
        shown = dict(line.split(":", 1) for line in engine.ask("d", "Checkers") if ":" in line)
        self.shown = {name: text.strip() for name, text in shown.items()}
        counted = engine.ask("go perft 1", "Nodes searched")
        self.legal = [line.split(":")[0] for line in counted[:-1] if line]
        # Its key changes with the clock, so the fields of its FEN say which positions are the same.
        self.positions.append(self.shown["Fen"].split()[:4])

    def place(self):
        engine.ask(f"position fen {self.fen} moves {' '.join(self.moves)}\nisready", "readyok")

    @property
    def checkers(self):
        return self.shown["Checkers"].split()

    def score(self):
        """What it says where there is no move: `mate 0` or `cp 0`."""
        self.place()
        said = engine.ask("go depth 1", "bestmove")
        return next(line.split("score ")[1] for line in said if "score " in line)


def set_up(fen):
    return Game(fen)


def play(game, uci):
    if uci not in game.legal:
        raise wire.MoveRefused(f"{uci} is none of its moves")
    game.moves.append(uci)
    game.look()


def attempt(game, uci):
    """A move that the engine refuses leaves the position as it was."""
    before = game.shown["Fen"]
    game.moves.append(uci)
    game.look()
    if game.shown["Fen"] == before:
        raise wire.MoveRefused(f"the engine leaves {uci} out")


def ended(game, _):
    if game.legal:
        return native(None)
    if game.score() == "mate 0":
        winner = "black" if game.shown["Fen"].split()[1] == "w" else "white"
        return native({"winner": winner, "by": "checkmate"})
    return native({"winner": None, "by": "stalemate"})


wire.serve(
    {
        "name": "stockfish",
        "version": engine.version,
        "ecosystem": "deb",
        "language": "C++",
        "endings": ["checkmate", "stalemate"],
    },
    set_up,
    play,
    {
        "ended": ended,
        "occurrences": lambda game, _: composed(game.positions.count(game.positions[-1])),
        "same-as": lambda game, question: composed(game.positions[question["ply"]] == game.positions[-1]),
        "check": lambda game, _: native(bool(game.checkers)),
        "checkmate": lambda game, _: native(not game.legal and game.score() == "mate 0"),
        "stalemate": lambda game, _: native(not game.legal and game.score() == "cp 0"),
        "checkers": lambda game, _: native(game.checkers),
        "legal-moves": lambda game, _: native(game.legal),
        "fen": lambda game, _: native(game.shown["Fen"]),
    },
    attempt=attempt,
)
