"""The rules of PyChess, the program: boards with their history, and a status of the game."""

import builtins
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent / "shared"))
sys.path.append(str(pathlib.Path(__file__).parent.parent / "debian/usr/lib/python3/dist-packages"))
# The program installs its translations under this name.
builtins._ = str

import pychess  # noqa: E402
import wire  # noqa: E402
from pychess.Utils import const, logic  # noqa: E402
from pychess.Utils.lutils import attack, bitboard, ldraw, lmove, lmovegen  # noqa: E402
from pychess.Utils.lutils.LBoard import LBoard  # noqa: E402
from wire import composed, native, silent, unsupported  # noqa: E402

REASONS = {
    const.WON_MATE: "checkmate",
    const.DRAW_STALEMATE: "stalemate",
    const.DRAW_INSUFFICIENT: "dead-position",
    const.DRAW_REPETITION: "threefold-repetition",
    const.DRAW_50MOVES: "fifty-moves",
}
WINNERS = {const.WHITEWON: "white", const.BLACKWON: "black", const.DRAW: None}
SIDES = {"white": const.WHITE, "black": const.BLACK}
PIECES_ONLY = "it looks at the pieces only"


class Game:
    """What the functions about the state of a game look at: a board and its variant."""

    variant = const.NORMALCHESS

    def __init__(self, board):
        self.board = board
        self.earlier = []

    @property
    def color(self):
        return self.board.color


def set_up(fen):
    board = LBoard()
    try:
        board.applyFen(fen)
    except (SyntaxError, KeyError, IndexError, AssertionError) as error:
        raise wire.SetupRefused(repr(error)) from error
    return Game(board)


def moves(board):
    return [move for move in lmovegen.genAllMoves(board) if not board.willLeaveInCheck(move)]


def uci(board, move):
    return lmove.toAN(board, move, short=True, castleNotation=const.CASTLE_KK)


def play(game, text):
    move = lmove.parseAN(game.board, text)
    if not logic.validate(game, Move(move)):
        raise wire.MoveRefused(f"validate({text!r}) gives False")
    game.earlier.append(game.board.clone())
    game.board.applyMove(move)


def attempt(game, text):
    try:
        play(game, text)
    except lmove.ParsingError as error:
        raise wire.MoveRefused(repr(error)) from error


def take_back(game):
    game.board.popMove()
    game.earlier.pop()


class Move:
    """A move as the functions about games want it."""

    def __init__(self, move):
        self.move = move


def ended(game, _):
    status, reason = logic.getStatus(game)
    if status == const.RUNNING:
        return native(None)
    return native({"winner": WINNERS[status], "by": REASONS[reason]})


def claim(game, question):
    if "written" in question:
        return unsupported("a claim with a written move is not known")
    if question["ground"] == "fifty":
        return native(ldraw.testFifty(game.board))
    return native(game.board.repetitionCount() >= 3)


def plies(game, question):
    if question["count"] != 100:
        return unsupported("it looks for fifty moves only")
    return native(ldraw.testFifty(game.board))


def san(game, _):
    if not game.earlier:
        return unsupported("no move has been played")
    return native(lmove.toSAN(game.earlier[-1], game.board.lastMove))


def reads(parse):
    def read(game, question):
        try:
            move = parse(game.board, question["text"])
        except lmove.ParsingError:
            return native(None)
        return native(uci(game.board, move) if move in moves(game.board) else None)

    return read


def attacks(game, question):
    board = game.board
    square = const.cordDic[question["square"]]
    if board.arBoard[square] == const.EMPTY:
        return composed([])
    side = const.WHITE if bitboard.bitPosArray[square] & board.friends[const.WHITE] else const.BLACK
    targets = bitboard.iterBits(board.friends[1 - side])
    is_hit = lambda target: attack.getAttacks(board, target, side) & bitboard.bitPosArray[square]
    return composed(names(target for target in targets if is_hit(target)))


def checkers(game, _):
    board = game.board
    return native(names(bitboard.iterBits(attack.getAttacks(board, board.kings[board.color], 1 - board.color))))


def names(cords):
    return [const.reprCord[cord] for cord in cords]


def dead(game, _):
    return native(True) if ldraw.testMaterial(game.board) else silent(PIECES_ONLY)


def can_mate(game, question):
    can = logic.playerHasMatingMaterial(game, SIDES[question["side"]])
    return silent(PIECES_ONLY) if can else native(False)


wire.serve(
    {
        "name": "pychess",
        "version": pychess.VERSION,
        "ecosystem": "deb",
        "language": "Python",
        # Not the dead position: of that it knows insufficient material only.
        "endings": ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"],
    },
    set_up,
    play,
    {
        "ended": ended,
        "drawn": lambda game, _: native(logic.getStatus(game)[0] == const.DRAW),
        "claimable": lambda game, _: native(logic.isClaimableDraw(game)),
        "claim": claim,
        "occurrences": lambda game, _: native(game.board.repetitionCount(draw_threshold=sys.maxsize)),
        "plies": plies,
        "halfmove-clock": lambda game, _: native(game.board.fifty),
        "check": lambda game, _: native(game.board.isChecked()),
        "insufficient-material": lambda game, _: native(bool(ldraw.testMaterial(game.board))),
        "dead": dead,
        "can-mate": can_mate,
        "legal-moves": lambda game, _: native([uci(game.board, move) for move in moves(game.board)]),
        "san": san,
        "reads": reads(lmove.parseSAN),
        "reads-uci": reads(lmove.parseAN),
        "fen": lambda game, _: native(game.board.asFen()),
        "checkers": checkers,
        "attacks": attacks,
    },
    take_back,
    attempt,
)
