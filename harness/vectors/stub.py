"""A pytest plugin: replaces one function of python-chess, the one that LAWBOOK_STUB names, by a useless one."""

import os

import chess

START = chess.STARTING_FEN
STUBS = {
    "outcome": {"outcome": lambda self, **_: None},
    "san": {"san": lambda self, move: "e4"},
    "fen": {"fen": lambda self, **_: START, "shredder_fen": lambda self, **_: START},
    "parse_san": {"parse_san": lambda self, text: chess.Move.from_uci("e2e4")},
    "claim": {"is_repetition": lambda self, count=3: count < 2, "is_fifty_moves": lambda self: False},
}

for name, useless in STUBS.get(os.environ.get("LAWBOOK_STUB", ""), {}).items():
    setattr(chess.Board, name, useless)
