"""Puts the vectors of lawbook to a chess library, here python-chess. Copy it, and change `ANSWERS`.

    lawbook export vectors --out-dir vectors
    LAWBOOK_VECTORS=vectors/fide-2023.json pytest test_lawbook.py

`LAWBOOK_LEVEL` is core, full or strict. What is known to differ stands in `KNOWN`: a line that no longer differs
fails too.
"""

import json
import os
import pathlib

import chess
import pytest

LEVELS = ["core", "full", "strict"]
LEVEL = LEVELS.index(os.environ.get("LAWBOOK_LEVEL", "core"))
FILE = pathlib.Path(os.environ.get("LAWBOOK_VECTORS", "vectors/fide-2023.json"))

# (case, question): why the library answers otherwise
KNOWN = {
    ("hundred-and-fifty-without-a-claim", "claim-fifty"): "is_fifty_moves() does not ask whether the game is over",
}


def claim(board, question):
    """A claim on the board, or with a written move: whether the position after it repeats or is late enough."""
    after = board.copy()
    if "written" in question:
        after.push_uci(question["written"])
    return after.is_repetition(3) if question["ground"] == "threefold" else after.is_fifty_moves()


# What the library answers, by the name of the question; any other is not asked.
ANSWERS = {
    "legal-moves": lambda board, _: sorted(move.uci() for move in board.legal_moves),
    "check": lambda board, _: board.is_check(),
    "checkmate": lambda board, _: board.is_checkmate(),
    "stalemate": lambda board, _: board.is_stalemate(),
    "insufficient-material": lambda board, _: board.is_insufficient_material(),
    "halfmove-clock": lambda board, _: board.halfmove_clock,
    "checkers": lambda board, _: sorted(chess.square_name(square) for square in board.checkers()),
    "claim": claim,
}


def agrees(right, said):
    """A right answer is a value, or says something about the list of legal moves."""
    if isinstance(right, dict):
        if "among" in right:
            return set(right["among"]) <= set(said)
        if "not-among" in right:
            return not set(right["not-among"]) & set(said)
        return len(said) == right["moves"]
    return sorted(right) == said if isinstance(right, list) else right == said


def questions():
    for vector in json.loads(FILE.read_text())["vectors"]:
        if not vector["only_moves"] or LEVELS.index(vector["level"]) > LEVEL:
            continue
        for question in vector["questions"]:
            name = question["ask"] + "".join(f"-{question[part]}" for part in ("ground", "written") if part in question)
            # A setup that cannot be played is put as a question of its own.
            if question["ask"] in ANSWERS or question["ask"] == "setup":
                yield pytest.param(vector, question, name, id=f"{vector['case']}/{name}")


# Cases whose setup or moves have failed. That is one failure; the other questions of the case are not reached.
FAILED = set()


def played(vector):
    """The board at the end of a vector."""
    try:
        board = chess.Board(vector["fen"])
        for act in vector["play"]:
            board.push_uci(act["move"])
    except Exception as error:
        if vector["case"] in FAILED:
            pytest.skip(f"not reached: {error}")
        FAILED.add(vector["case"])
        raise
    return board


@pytest.mark.parametrize(("vector", "question", "name"), list(questions()))
def test_lawbook(vector, question, name):
    if question["ask"] == "setup":
        board = chess.Board(vector["fen"])
        said = board.is_valid()
    else:
        board = played(vector)
        said = ANSWERS[question["ask"]](board, question)
    known = KNOWN.get((vector["case"], name))
    if known and agrees(question["right"], said):
        pytest.fail(f"no longer differs: {known}")
    if not agrees(question["right"], said) and not known:
        pytest.fail(f"{vector['title']}\n{board.fen()}\nexpected {question['right']}, got {said}\n{vector['why']}")
