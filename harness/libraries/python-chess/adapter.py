"""python-chess: boards with their history, claims and outcomes."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent / "shared"))

import chess  # noqa: E402
import wire  # noqa: E402
from wire import composed, native, silent, unsupported  # noqa: E402

# From 0.2. Until 0.8 boards had another name, and a function a letter too many. A version gets only the
# questions that it has functions for.
Board = chess.Board if hasattr(chess, "Board") else chess.Bitboard
if hasattr(Board, "is_fivefold_repitition"):
    Board.is_fivefold_repetition = Board.is_fivefold_repitition
ENDINGS = {
    "is_checkmate": "checkmate",
    "is_stalemate": "stalemate",
    "is_insufficient_material": "dead-position",
    "is_seventyfive_moves": "seventy-five-moves",
    "is_fivefold_repetition": "fivefold-repetition",
}
SIDES = {"white": chess.WHITE, "black": chess.BLACK}
WINNER_OVER = {"white": "black", "black": "white"}
PIECES_ONLY = "it looks at the pieces only, and says so"


def set_up(fen):
    try:
        # The files of rooks as rights to castle are those of a game of Chess960.
        chess960 = any(letter in "ABCDEFGHabcdefgh" for letter in fen.split()[2])
        board = Board(fen, chess960=True) if chess960 else Board(fen)
    except ValueError as error:
        raise wire.SetupRefused(str(error)) from error
    if board.status() != chess.STATUS_VALID:
        raise wire.SetupRefused(str(board.status()))
    # After each ply: two positions are the same if their FENs are, up to the clocks.
    board.write = board.shredder_fen if chess960 else board.fen
    board.fens = [board.write()]
    return board


def play(board, uci):
    try:
        if hasattr(board, "push_uci"):
            board.push_uci(uci)
        elif chess.Move.from_uci(uci) in board.legal_moves:
            board.push(chess.Move.from_uci(uci))
        else:
            raise wire.MoveRefused(f"{uci} is not legal")
    except ValueError as error:
        raise wire.MoveRefused(str(error)) from error
    board.fens.append(board.write())


def take_back(board):
    board.pop()
    board.fens.pop()


def attempt(board, uci):
    try:
        board.push_uci(uci)
    except ValueError as error:
        raise wire.MoveRefused(str(error)) from error


def names(squares):
    return [chess.SQUARE_NAMES[square] for square in squares]


def attacks(board, question):
    square = chess.SQUARE_NAMES.index(question["square"])
    piece = board.piece_at(square)
    if piece is None:
        return native([])
    return native(names(board.attacks(square) & board.occupied_co[not piece.color]))


def ended(board, _):
    if hasattr(board, "outcome"):
        outcome = board.outcome()
        if outcome is None:
            return native(None)
        winner = {None: None, chess.WHITE: "white", chess.BLACK: "black"}[outcome.winner]
        return native({"winner": winner, "by": ENDINGS[f"is_{outcome.termination.name.lower()}"]})
    # Before 1.5 whether a game is over is said in more words.
    if not board.is_game_over():
        return native(None)
    by = next((by for name, by in ENDINGS.items() if hasattr(board, name) and getattr(board, name)()), None)
    loser = "white" if board.turn == chess.WHITE else "black"
    return native({"winner": WINNER_OVER[loser] if by == "checkmate" else None, "by": by})


# The cheap test comes first, because the claims try every move.
def claimable(board, _):
    # can_claim_draw also counts the result of a move that is only written.
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


def drawn(board, _):
    outcome = board.outcome(claim_draw=True)
    claims = {"FIFTY_MOVES": board.is_fifty_moves, "THREEFOLD_REPETITION": lambda: board.is_repetition(3)}
    # It also counts what follows from a move that is only written.
    if outcome and not claims.get(outcome.termination.name, lambda: True)():
        return silent("it claims with a move that has not been played")
    return native(outcome is not None and outcome.winner is None)


def moves_from(board, question):
    mask = chess.BB_SQUARES[chess.SQUARE_NAMES.index(question["square"])]
    return native([move.uci() for move in board.generate_legal_moves(mask)])


def occurrences(board, _):
    times = 1
    while board.is_repetition(times + 1):
        times += 1
    return composed(times)


def occurred(board, question):
    if hasattr(board, "is_repetition"):
        return native(board.is_repetition(question["times"]))
    if question["times"] == 5:
        return native(board.is_fivefold_repetition())
    return unsupported("it looks for five occurrences only")


def plies(board, question):
    names = {100: "is_fifty_moves", 150: "is_seventyfive_moves"}
    function = getattr(board, names[question["count"]], None)
    return native(function()) if function else unsupported("it does not look for so many moves")


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


def clock(board, _):
    return native(int(board.fen().split()[4]))


def light(_, question):
    return native(chess.SQUARE_NAMES.index(question["square"]) in chess.SquareSet(chess.BB_LIGHT_SQUARES))


# The functions without which a question is not asked.
NEEDS = {
    "claimable": ["is_repetition", "is_fifty_moves", "can_claim_draw"],
    "claim": ["is_repetition", "is_fifty_moves", "can_claim_threefold_repetition"],
    "drawn": ["outcome", "is_repetition"],
    "moves-from": ["generate_legal_moves"],
    "occurrences": ["is_repetition"],
    "occurred": ["is_fivefold_repetition"],
    "plies": ["is_seventyfive_moves"],
    "checkmate": ["is_checkmate"],
    "stalemate": ["is_stalemate"],
    "insufficient-material": ["is_insufficient_material"],
    "dead": ["is_insufficient_material"],
    "can-mate": ["has_insufficient_material"],
    "san": ["san"],
    "reads": ["parse_san"],
    "checkers": ["checkers"],
    "attacks": ["attacks", "occupied_co"],
}
QUESTIONS = {
    "ended": ended,
    "claimable": claimable,
    "claim": claim,
    "drawn": drawn,
    "occurrences": occurrences,
    "occurred": occurred,
    "plies": plies,
    "same-as": same_as,
    "halfmove-clock": clock,
    "check": lambda board, _: native(board.is_check()),
    "checkmate": lambda board, _: native(board.is_checkmate()),
    "stalemate": lambda board, _: native(board.is_stalemate()),
    "insufficient-material": lambda board, _: native(board.is_insufficient_material()),
    "dead": dead,
    "can-mate": can_mate,
    "legal-moves": lambda board, _: native([move.uci() for move in board.legal_moves]),
    "moves-from": moves_from,
    "san": san,
    "reads": reads,
    "fen": lambda board, _: native(board.fens[-1]),
    "light": light,
    "checkers": lambda board, _: native(names(board.checkers())),
    "attacks": attacks,
}
START = Board()
wire.serve(
    {
        "name": "python-chess",
        "version": chess.__version__,
        "ecosystem": "pypi",
        "language": "Python",
        "chess960": hasattr(START, "chess960"),
        # Not the dead position: of that it knows insufficient material only.
        "endings": [by for name, by in ENDINGS.items() if hasattr(START, name) and by != "dead-position"],
    },
    set_up,
    play,
    {
        name: answer
        for name, answer in QUESTIONS.items()
        if all(hasattr(START, needed) for needed in NEEDS.get(name, []))
    },
    take_back,
    attempt if hasattr(START, "push_uci") else None,
)
