"""Asks a chess library, here python-chess, the vectors of the file LAWBOOK_VECTORS up to LAWBOOK_LEVEL: core, full or strict.

LAWBOOK_KNOWN names a file with known deviations: an object from ids to reasons. The last line of a failure is an entry for it.
"""

import collections, json, os, pathlib
import chess, pytest


class Game:
    def __init__(self, vector):
        self.board = chess.Board(vector["fen"], chess960=vector["chess960"])
        if not self.board.is_valid():
            raise ValueError(f"the setup is refused: {self.board.status()!r}")
        self.fen = self.board.shredder_fen if self.board.chess960 else self.board.fen
        self.fens = [self.fen()]
        for move in vector["moves"]:
            self.board.push_uci(move)
            self.fens.append(self.fen())

    def ruling(self):
        outcome = self.board.outcome()
        if outcome is None:
            return "play-on"
        ending = outcome.termination.name.lower().replace("_", "-").replace("seventyfive", "seventy-five")
        return {None: "draw/", True: "white/", False: "black/"}[outcome.winner] + ending.replace("insufficient-material", "dead-position")

    def claim(self, ground, written=None):
        if self.board.is_game_over() or written and not self.board.is_legal(chess.Move.from_uci(written)):
            return False
        after = self.board.copy()
        if written:
            after.push_uci(written)
        return after.is_repetition(3) if ground == "threefold" else after.halfmove_clock >= 100

    def reads(self, text):
        try:
            return self.board.parse_san(text).uci()
        except ValueError:
            return None


# The answers of the library, by the name of the question; others are not asked.
ANSWERS = {
    "setup": lambda game, _: True,
    "ruling": lambda game, _: game.ruling(),
    "legal-moves": lambda game, _: [move.uci() for move in game.board.legal_moves],
    "check": lambda game, _: game.board.is_check(),
    "checkmate": lambda game, _: game.board.is_checkmate(),
    "stalemate": lambda game, _: game.board.is_stalemate(),
    "moves-from": lambda game, question: [move.uci() for move in game.board.generate_legal_moves(
        chess.BB_SQUARES[chess.parse_square(question["square"])])],
    "drawn": lambda game, _: (outcome := game.board.outcome(claim_draw=True)) is not None and outcome.winner is None,
    "insufficient-material": lambda game, _: game.board.is_insufficient_material(),
    "checkers": lambda game, _: [chess.square_name(square) for square in game.board.checkers()],
    "claim": lambda game, question: game.claim(question["ground"], question.get("written")),
    "occurrences": lambda game, _: max(times for times in range(1, 99) if game.board.is_repetition(times)),
    "same-as": lambda game, question: game.fens[question["ply"]].split()[:4] == game.fens[-1].split()[:4],
    "halfmove-clock": lambda game, _: game.board.halfmove_clock,
    "castling": lambda game, _: game.fen().split()[2],
    "fen": lambda game, _: game.fen(),
    "san": lambda game, _: (before := game.board.copy()).san(before.pop()),
    "reads": lambda game, question: game.reads(question["text"]),
}


def agrees(right, said):
    match right:  # it has one field, named by its kind
        case {"list": value}: return sorted(said) == sorted(value)
        case {"among": value}: return set(value) <= set(said)
        case {"not_among": value}: return not set(value) & set(said)
        case {"move_count": value}: return len(said) == value
        case {"any_of": value}: return said in value
        case {"refused": _}: return said is None
    return [said] == list(right.values())


def words(question, said):
    """The answer as the keys of `wrong` have it: of a list only what differs from the right one."""
    (kind, right), = question["right"].items()
    if isinstance(said, bool):
        return "yes" if said else "no"
    if not isinstance(said, list):
        return "refused" if said is None else str(said)
    if kind == "move_count":
        return str(len(said))
    missing = set() if kind == "not_among" else set(right) - set(said)
    extra = {"list": set(said) - set(right), "not_among": set(said) & set(right)}.get(kind, set())
    return " ".join(["-" + move for move in sorted(missing)] + ["+" + move for move in sorted(extra)])


LEVELS, LEVEL = ["core", "full", "strict"], os.environ.get("LAWBOOK_LEVEL") or "core"
assert LEVEL in LEVELS, f"LAWBOOK_LEVEL is {LEVEL!r}; the levels are core, full and strict"
FILE = json.loads(pathlib.Path(os.environ.get("LAWBOOK_VECTORS", "fide-2023.json")).read_text())
VECTORS, MISTAKES = FILE["vectors"], FILE["mistakes"]
SAYS = {mistake["name"]: mistake["says"] for mistake in MISTAKES}
KNOWN = json.loads(pathlib.Path(os.environ["LAWBOOK_KNOWN"]).read_text()) if os.environ.get("LAWBOOK_KNOWN") else {}
UNKNOWN = KNOWN.keys() - {question["id"] for vector in VECTORS for question in vector["questions"]}
assert not UNKNOWN, f"LAWBOOK_KNOWN names what no vector asks: {', '.join(sorted(UNKNOWN))}"
ASKED = [(vector, question) for vector in VECTORS if vector["only_moves"] and LEVELS.index(vector["level"]) <= LEVELS.index(LEVEL)
         for question in vector["questions"] if question["ask"] in ANSWERS]
FAILED, CAUSES = set(), collections.Counter()


@pytest.mark.parametrize(("vector", "question"), ASKED, ids=[question["id"] for _, question in ASKED])
def test_lawbook(vector, question):
    try:
        said = ANSWERS[question["ask"]](Game(vector), question)
    except ValueError as error:
        said = False if question["ask"] == "setup" else error
        if said and vector["case"] in FAILED:  # one failure for each case
            pytest.skip(f"not reached: {error}")
        FAILED.add(vector["case"])
    is_right = not isinstance(said, Exception) and agrees(question["right"], said)
    known = KNOWN.get(question["id"])
    assert not (is_right and known), f"no longer differs: {known}"
    key = "refuses the setup" if isinstance(said, Exception) and not vector["moves"] else words(question, said)
    places = question.get("wrong", {}).get(key, [])  # a kind of mistakes has the first two parts of their names
    kinds = sorted({"/".join(MISTAKES[place]["name"].split("/")[:2]) for place in places})
    CAUSES.update(kinds if not is_right and not known else [])
    mistakes = "".join(f"\nperhaps {kind}: {SAYS[kind]}" for kind in kinds)
    assert is_right or known, f"{vector['title']}\n{vector['fen']} {vector['moves']}\n{said!r}, not {question['right']}{mistakes}\n{vector['why']}" \
        f'\n"{question["id"]}": "not yet reviewed",'


def test_causes():
    lines = [f"{times} wrong answers, perhaps {kind}: {SAYS[kind]}" for kind, times in CAUSES.most_common()]
    assert not lines, "\n".join(lines)
