"""pyffish: functions of a FEN and a list of moves; nothing is kept in between."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent / "shared"))

import pyffish  # noqa: E402
import wire  # noqa: E402
from wire import composed, native, silent, unsupported  # noqa: E402

VARIANT = "chess"
PIECES_ONLY = "it looks at the pieces only"


class Game:
    def __init__(self, fen):
        self.fen = fen
        self.moves = []
        self.chess960 = is_chess960(fen)
        self.now = pyffish.get_fen(VARIANT, fen, [], self.chess960)

    def legal(self):
        return pyffish.legal_moves(VARIANT, self.fen, self.moves, self.chess960)


def is_chess960(fen):
    """Whether the FEN has files of rooks as rights to castle."""
    return any(letter in "ABCDEFGHabcdefgh" for letter in fen.split()[2])


def set_up(fen):
    code = pyffish.validate_fen(fen, VARIANT, is_chess960(fen))
    if code != pyffish.FEN_OK:
        raise wire.SetupRefused(f"validate_fen gives {code}")
    return Game(fen)


def play(game, uci):
    try:
        game.now = pyffish.get_fen(VARIANT, game.fen, [*game.moves, uci], game.chess960)
    except (ValueError, SystemError) as error:
        raise wire.MoveRefused(str(error.__cause__ or error)) from error
    game.moves.append(uci)


def is_check(game):
    return pyffish.gives_check(VARIANT, game.fen, game.moves, game.chess960)


def insufficient(game):
    return pyffish.has_insufficient_material(VARIANT, game.fen, game.moves, game.chess960)


def ended(game, _):
    to_move = game.now.split()[1]
    if not game.legal():
        value = pyffish.game_result(VARIANT, game.fen, game.moves, game.chess960)
        if value == pyffish.VALUE_DRAW:
            return native({"winner": None, "by": "stalemate"})
        won = (value > 0) == (to_move == "w")
        return native({"winner": "white" if won else "black", "by": "checkmate"})
    is_over, _value = pyffish.is_immediate_game_end(VARIANT, game.fen, game.moves, game.chess960)
    return native({"winner": None} if is_over else None)


def claimable(game, _):
    is_due, _value = pyffish.is_optional_game_end(VARIANT, game.fen, game.moves, game.chess960)
    return native(is_due)


def san(game, _):
    if not game.moves:
        return unsupported("no move has been played")
    return native(pyffish.get_san_moves(VARIANT, game.fen, game.moves, game.chess960)[-1])


def dead(game, _):
    return native(True) if all(insufficient(game)) else silent(PIECES_ONLY)


def can_mate(game, question):
    lacks = insufficient(game)[question["side"] == "black"]
    return native(False) if lacks else silent(PIECES_ONLY)


wire.serve(
    {
        "name": "pyffish",
        "version": ".".join(map(str, pyffish.version())),
        "ecosystem": "pypi",
        "language": "Python",
        "endings": ["checkmate", "stalemate"],
        "chess960": True,
    },
    set_up,
    play,
    {
        "ended": ended,
        "claimable": claimable,
        "halfmove-clock": lambda game, _: native(int(game.now.split()[4])),
        "check": lambda game, _: native(is_check(game)),
        "checkmate": lambda game, _: composed(is_check(game) and not game.legal()),
        "stalemate": lambda game, _: composed(not is_check(game) and not game.legal()),
        "insufficient-material": lambda game, _: native(all(insufficient(game))),
        "dead": dead,
        "can-mate": can_mate,
        "legal-moves": lambda game, _: native(game.legal()),
        "san": san,
        "fen": lambda game, _: native(game.now),
    },
    attempt=play,
)
