"""GNU Chess over CECP: what an engine takes for a position and for a move, and the results that it announces."""

import atexit
import itertools
import pathlib
import queue
import re
import subprocess
import threading
import time

import wire
from wire import native, silent

PROGRAM = pathlib.Path(__file__).parent.parent / "debian/usr/games/gnuchess"
RESULTS = {
    "White mates": {"winner": "white", "by": "checkmate"},
    "Black mates": {"winner": "black", "by": "checkmate"},
    "Stalemate": {"winner": None, "by": "stalemate"},
    "Draw by insufficient material": {"winner": None, "by": "dead-position"},
    "Draw by repetition": {"winner": None, "by": "threefold-repetition"},
    "Draw by fifty-move rule": {"winner": None, "by": "fifty-moves"},
}
MOVES = re.compile(r"\b([KQRBN]?)[a-h]?[1-8]?x?([a-h][1-8])(?:=([QRBN]))?[+#]?\s+-?\d+")
CASTLING = ["e1g1", "e1c1", "e8g8", "e8c8"]


class Engine:
    """The process; what it does not survive is the end of this one, and the next begins another."""

    def __init__(self):
        self.process = None
        self.numbers = itertools.count(1)
        self.game = None
        atexit.register(self.end)

    def tell(self, *commands):
        """The lines that come back to these commands."""
        if self.process is None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(
                [PROGRAM, "-x"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="latin-1"
            )
            self.heard = queue.Queue()
            threading.Thread(target=listen, args=(self.process, self.heard), daemon=True).start()
            self.game = None
            commands = ("xboard", "protover 2", "force", *commands)
        said = []
        try:
            self.process.stdin.write("".join(f"{command}\n" for command in commands))
            # It consists of two parts that answer one after the other, the one that announces results last.
            while not any(line.startswith("pong") and said.count(line) == 2 for line in said):
                # What it reads while it is busy may wait for the next line.
                self.process.stdin.write(f"ping {next(self.numbers)}\n")
                self.process.stdin.flush()
                said += self.listen_for(0.5)
        except BrokenPipeError as error:
            status = self.process.wait()
            self.process = None
            raise RuntimeError(f"the engine has ended with {status} at {commands!r}") from error
        if any("bad FEN" in line for line in said):
            # One of the parts is gone.
            self.end()
        return [line for line in said if line and not line.startswith(("feature ", "pong "))]

    def listen_for(self, seconds):
        """What comes until both parts have answered, or so long."""
        said = []
        until = time.monotonic() + seconds
        while not said or not said[-1].startswith("pong") or said.count(said[-1]) < 2:
            try:
                line = self.heard.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                break
            if line is None:
                raise BrokenPipeError
            said.append(line)
        return said

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def listen(process, heard):
    for line in process.stdout:
        heard.put(line.strip())
    heard.put(None)


class Game:
    """A FEN, the moves from there, and what was announced at the last of them."""

    def __init__(self, fen):
        self.fen = fen
        self.moves = []
        self.said = self.begin()

    def begin(self):
        engine.game = None
        said = engine.tell("new", "force", f"setboard {self.fen}")
        engine.game = self
        return said

    def place(self):
        """Puts the game on the board of the engine, where there may be another."""
        if engine.game is not self:
            self.begin()
            for uci in self.moves:
                self.try_out(uci)

    def try_out(self, text):
        """What is said to a move, which is played if it is not called invalid."""
        return engine.tell(f"usermove {text}")

    @property
    def result(self):
        """The reason that it announces, without the result."""
        return next((line.split("{")[1].rstrip("}") for line in self.said if line.endswith("}")), None)


def is_taken(said):
    return not any(line.startswith(("Invalid move", "Illegal move", "Error")) for line in said)


def set_up(fen):
    game = Game(fen)
    if any("Board is wrong" in line or "bad FEN" in line for line in game.said):
        engine.game = None
        raise wire.SetupRefused(" ".join(game.said))
    return game


def play(game, uci):
    game.place()
    said = game.try_out(uci)
    if not is_taken(said):
        raise wire.MoveRefused(" ".join(said))
    game.moves.append(uci)
    game.said = said


def take_back(game):
    game.place()
    game.moves.pop()
    game.said = engine.tell("undo")


def reads_uci(game, question):
    game.place()
    return native(question["text"] if is_possible(game, question["text"]) else None)


def is_possible(game, uci):
    """Whether it plays the move, which is taken back."""
    is_possible = is_taken(game.try_out(uci))
    if is_possible:
        engine.tell("undo")
    return is_possible


def legal_moves(game, _):
    """What it lists in its own notation, and plays from one of the squares of such a piece.

    It lists moves that leave the king in check as well.
    """
    game.place()
    shown = engine.tell("show board")
    rows = [line.split() for line in shown if len(line.split()) == 8]
    board = {file + str(8 - row): piece for row, line in enumerate(rows) for file, piece in zip("abcdefgh", line)}
    is_own = str.isupper if shown[0].startswith("white") else str.islower
    listed = [text for line in engine.tell("show moves") for text in MOVES.findall(line)]
    found = set()
    for piece, target, promotion in listed:
        for origin, own in board.items():
            if is_own(own) and own.upper() == (piece or "P"):
                found.add(origin + target + promotion.lower())
    found.update(uci for uci in CASTLING if "k" == board.get(uci[:2], "").lower())
    return native([uci for uci in found if is_possible(game, uci)])


engine = Engine()
VERSION = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout

wire.serve(
    {
        "name": "gnuchess",
        "version": VERSION.split()[2],
        "ecosystem": "deb",
        "language": "C++",
        "endings": ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"],
    },
    set_up,
    play,
    {
        "ended": lambda game, _: native(RESULTS[game.result] if game.result else None),
        "checkmate": lambda game, _: native(bool(game.result) and game.result.endswith("mates")),
        "stalemate": lambda game, _: native(game.result == "Stalemate"),
        "dead": lambda game, _: native(True)
        if game.result == "Draw by insufficient material"
        else silent("it looks at the pieces only"),
        "insufficient-material": lambda game, _: native(game.result == "Draw by insufficient material"),
        "legal-moves": legal_moves,
        "reads-uci": reads_uci,
    },
    take_back,
)
