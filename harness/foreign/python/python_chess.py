"""python-chess: boards with their history, claims and outcomes."""

import chess
import wire
from wire import composed, native, silent, unsupported

TERMINATIONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "dead-position",
    chess.Termination.SEVENTYFIVE_MOVES: "seventy-five-moves",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold-repetition",
}
SIDES = {"white": chess.WHITE, "black": chess.BLACK}
PIECES_ONLY = "it looks at the pieces only, and says so"


def set_up(fen):
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise wire.SetupRefused(str(error)) from error
    if not board.is_valid():
        raise wire.SetupRefused(str(board.status()))
    # After each ply: two positions are the same if their FENs are, up to the clocks.
    board.fens = [board.fen()]
    return board


def play(board, uci):
    try:
        board.push_uci(uci)
    except ValueError as error:
        raise wire.MoveRefused(str(error)) from error
    board.fens.append(board.fen())


def names(squares):
    return [chess.square_name(square) for square in squares]


def attacks(board, question):
    square = chess.parse_square(question["square"])
    piece = board.piece_at(square)
    if piece is None:
        return native([])
    return native(names(board.attacks(square) & board.occupied_co[not piece.color]))


def ended(board, _):
    outcome = board.outcome()
    if outcome is None:
        return native(None)
    winner = {None: None, chess.WHITE: "white", chess.BLACK: "black"}[outcome.winner]
    return native({"winner": winner, "by": TERMINATIONS[outcome.termination]})


# What is due is looked at first, as the claims try every move.
def claimable(board, _):
    # can_claim_draw also counts what a move that is only written would bring about.
    return native((board.is_repetition(3) or board.is_fifty_moves()) and board.can_claim_draw())


def claim(board, question):
    is_due = {"threefold": lambda: board.is_repetition(3), "fifty": board.is_fifty_moves}
    can_claim = {
        "threefold": board.can_claim_threefold_repetition,
        "fifty": board.can_claim_fifty_moves,
    }
    if "written" not in question:
        return native(is_due[question["ground"]]() and can_claim[question["ground"]]())
    written = chess.Move.from_uci(question["written"])
    if not board.is_legal(written):
        return composed(False)
    board.push(written)
    try:
        # is_fifty_moves wants a legal move, and the written one may leave none.
        due = board.halfmove_clock >= 100 if question["ground"] == "fifty" else board.is_repetition(3)
    finally:
        board.pop()
    return composed(due and not board.is_game_over())


def occurrences(board, _):
    times = 1
    while board.is_repetition(times + 1):
        times += 1
    return composed(times)


def same_as(board, question):
    position = lambda fen: fen.split()[:4]
    return composed(position(board.fens[question["ply"]]) == position(board.fens[-1]))


def san(board, _):
    if not board.move_stack:
        return unsupported("no move has been played")
    last = board.pop()
    try:
        return native(board.san(last))
    finally:
        board.push(last)


def reads(board, question):
    try:
        return native(board.parse_san(question["text"]).uci())
    except ValueError:
        return native(None)


def dead(board, _):
    return native(True) if board.is_insufficient_material() else silent(PIECES_ONLY)


def can_mate(board, question):
    lacks = board.has_insufficient_material(SIDES[question["side"]])
    return native(False) if lacks else silent(PIECES_ONLY)


def light(_, question):
    return native(chess.parse_square(question["square"]) in chess.SquareSet(chess.BB_LIGHT_SQUARES))


wire.serve(
    {
        "name": "python-chess",
        "version": chess.__version__,
        "ecosystem": "pypi",
        "language": "Python",
        # Not the dead position: of that it knows insufficient material only.
        "endings": ["checkmate", "stalemate", "seventy-five-moves", "fivefold-repetition"],
    },
    set_up,
    play,
    {
        "ended": ended,
        "claimable": claimable,
        "claim": claim,
        "occurrences": occurrences,
        "same-as": same_as,
        "halfmove-clock": lambda board, _: native(board.halfmove_clock),
        "check": lambda board, _: native(board.is_check()),
        "checkmate": lambda board, _: native(board.is_checkmate()),
        "stalemate": lambda board, _: native(board.is_stalemate()),
        "insufficient-material": lambda board, _: native(board.is_insufficient_material()),
        "dead": dead,
        "can-mate": can_mate,
        "legal-moves": lambda board, _: native([move.uci() for move in board.legal_moves]),
        "san": san,
        "reads": reads,
        "fen": lambda board, _: native(board.fens[-1]),
        "light": light,
        "checkers": lambda board, _: native(names(board.checkers())),
        "attacks": attacks,
    },
)
