"""Chessnut: games with a status, in plain Python."""

import pathlib
import sys
from importlib import metadata

sys.path.append(str(pathlib.Path(__file__).parent.parent / "shared"))

import wire  # noqa: E402
from Chessnut import Game  # noqa: E402
from Chessnut.game import InvalidMove  # noqa: E402
from wire import native  # noqa: E402

VERSION = metadata.version("Chessnut")


def set_up(fen):
    try:
        return Game(fen)
    except (ValueError, IndexError, TypeError) as error:
        raise wire.SetupRefused(repr(error)) from error


def play(game, uci):
    try:
        game.apply_move(uci)
    except InvalidMove as error:
        raise wire.MoveRefused(str(error)) from error


def ended(game, _):
    status = game.status
    if status == Game.CHECKMATE:
        return native({"winner": "black" if game.state.player == "w" else "white", "by": "checkmate"})
    return native({"winner": None, "by": "stalemate"} if status == Game.STALEMATE else None)


wire.serve(
    {
        "name": "Chessnut",
        "version": VERSION,
        "ecosystem": "pypi",
        "language": "Python",
        "endings": ["checkmate", "stalemate"],
    },
    set_up,
    play,
    {
        "ended": ended,
        "halfmove-clock": lambda game, _: native(game.state.ply),
        "check": lambda game, _: native(game.status in (Game.CHECK, Game.CHECKMATE)),
        "checkmate": lambda game, _: native(game.status == Game.CHECKMATE),
        "stalemate": lambda game, _: native(game.status == Game.STALEMATE),
        "legal-moves": lambda game, _: native(game.get_moves()),
        "moves-from": lambda game, question: native(game.get_moves(idx_list=[Game.xy2i(question["square"])])),
        "fen": lambda game, _: native(str(game)),
    },
    attempt=play,
)
