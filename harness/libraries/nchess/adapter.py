"""nchess: boards with their history and a state of the game."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent / "shared"))

import nchess  # noqa: E402
import wire  # noqa: E402
from nchess import const  # noqa: E402
from wire import composed, native, silent, unsupported  # noqa: E402

STATES = {
    const.STATE_PLAYING: None,
    const.STATE_WHITE_WIN: {"winner": "white", "by": "checkmate"},
    const.STATE_BLACK_WIN: {"winner": "black", "by": "checkmate"},
    const.STATE_STALEMATE: {"winner": None, "by": "stalemate"},
    const.STATE_THREEFOLD: {"winner": None, "by": "threefold-repetition"},
    const.STATE_FIFTY_MOVES: {"winner": None, "by": "fifty-moves"},
    const.STATE_INSUFFICIENT_MATERIAL: {"winner": None, "by": "dead-position"},
}
DRAWS = [state for state, ended in STATES.items() if ended and not ended["winner"]]
PIECES_ONLY = "it looks at the pieces only"


def set_up(fen):
    try:
        return nchess.Board(fen)
    except ValueError as error:
        raise wire.SetupRefused(str(error)) from error


def play(board, uci):
    if not board.step(uci):
        raise wire.MoveRefused(f"step({uci!r}) gives False")


def take_back(board):
    board.undo()


def names(squares):
    return [name(square) for square in squares]


def name(square):
    return "hgfedcba"[square % 8] + str(square // 8 + 1)


def uci(move):
    """What Move("e7e8q") shows of itself."""
    return str(move).split('"')[1]


def moves_from(board, question):
    moves = board.get_moves_of(nchess.square_from_uci(question["square"]))
    return native([uci(move) for move in moves])


def attacks(board, question):
    square = nchess.square_from_uci(question["square"])
    side = board.owned_by(square)
    if side == const.NO_SIDE:
        return composed([])
    targets = board.get_occ(1 - side).to_squares()
    return composed(names(one for one in targets if board.get_attackers_map(one, side).is_filled(square)))


def checkers(board, _):
    # A setup without the king is taken.
    kings = board.find("Kk"[board.side])
    return composed(names(one for king in kings for one in board.get_attackers_map(king, 1 - board.side).to_squares()))


def dead(board, _):
    return native(True) if board.is_insufficient_material else silent(PIECES_ONLY)


def occurred(board, question):
    if question["times"] != 3:
        return unsupported("it looks for three occurrences only")
    return native(board.is_threefold)


def plies(board, question):
    if question["count"] != 100:
        return unsupported("it looks for fifty moves only")
    return native(board.is_fifty_moves)


wire.serve(
    {
        "name": "nchess",
        "version": nchess.__version__,
        "ecosystem": "pypi",
        "language": "Python",
        # Not the dead position: of that it knows insufficient material only.
        "endings": ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"],
    },
    set_up,
    play,
    {
        "ended": lambda board, _: native(STATES[board.get_game_state()]),
        "drawn": lambda board, _: native(board.get_game_state() in DRAWS),
        "occurred": occurred,
        "plies": plies,
        "halfmove-clock": lambda board, _: native(board.fifty_counter),
        "check": lambda board, _: native(board.is_check),
        "insufficient-material": lambda board, _: native(board.is_insufficient_material),
        "dead": dead,
        "legal-moves": lambda board, _: native([uci(move) for move in board.generate_legal_moves()]),
        "moves-from": moves_from,
        "fen": lambda board, _: native(board.fen()),
        "checkers": checkers,
        "attacks": attacks,
    },
    take_back,
    attempt=play,
)
