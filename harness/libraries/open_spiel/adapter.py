"""open_spiel: chess as a game for research, with states that keep their history and end by themselves."""

import pathlib
import sys
from importlib import metadata

sys.path.append(str(pathlib.Path(__file__).parent.parent / "shared"))

import pyspiel  # noqa: E402
import wire  # noqa: E402
from pyspiel.chess import action_to_move  # noqa: E402
from wire import composed, native, unsupported  # noqa: E402

CHESS = pyspiel.load_game("chess")
# Players by number: the first is Black.
PLAYERS = ["black", "white"]


class Game:
    """A state, and those before each move."""

    def __init__(self, fen):
        self.state = CHESS.new_initial_state(fen)
        self.earlier = []

    def states(self):
        return [*self.earlier, self.state]


def set_up(fen):
    try:
        game = Game(fen)
        # Some setups are only refused when their moves are generated.
        game.state.legal_actions()
        return game
    except RuntimeError as error:
        raise wire.SetupRefused(str(error)) from error


def play(game, uci):
    # A state that has ended has no legal actions, but moves are still parsed and applied. Of an illegal move, one of the two
    # may raise an error.
    before = game.state.clone()
    try:
        action = game.state.parse_move_to_action(uci)
        if action == pyspiel.INVALID_ACTION:
            raise wire.MoveRefused(f"parse_move_to_action({uci!r}) is INVALID_ACTION")
        game.state.apply_action(action)
    except pyspiel.SpielError as error:
        raise wire.MoveRefused(str(error)) from error
    game.earlier.append(before)


def take_back(game):
    state = game.state
    before = game.earlier.pop()
    state.undo_action(before.current_player(), state.history()[-1])


def move(state, action):
    return action_to_move(action, state.board()).to_lan()


def clock(state):
    return int(state.board().to_fen().split()[4])


def ended(game, _):
    state = game.state
    if not state.is_terminal():
        return native(None)
    returns = state.returns()
    if max(returns) > 0:
        return native({"winner": PLAYERS[returns.index(max(returns))], "by": "checkmate"})
    if state.is_repetition_draw():
        by = "threefold-repetition"
    elif not state.board().has_legal_moves():
        by = "stalemate"
    elif clock(state) >= 100:
        by = "fifty-moves"
    else:
        by = "dead-position"
    return native({"winner": None, "by": by})


def occurred(game, question):
    if question["times"] != 3:
        return unsupported("it looks for three occurrences only")
    return native(game.state.is_repetition_draw())


def same_as(game, question):
    earlier = game.states()[question["ply"]].board().to_fen()
    # Counts how often the position on the board is in a history that is that position alone.
    return composed(CHESS.new_initial_state(earlier).num_repetitions(game.state) > 0)


def san(game, _):
    if not game.earlier:
        return unsupported("no move has been played")
    before, action = game.earlier[-1], game.state.history()[-1]
    return native(action_to_move(action, before.board()).to_san(before.board()))


def reads(game, question):
    state = game.state
    action = state.parse_move_to_action(question["text"])
    return native(None if action == pyspiel.INVALID_ACTION else move(state, action))


wire.serve(
    {
        "name": "open_spiel",
        "version": metadata.version("open_spiel"),
        "ecosystem": "pypi",
        "language": "Python",
        # Not the dead position: of that it knows insufficient material only.
        "endings": ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"],
    },
    set_up,
    play,
    {
        "ended": ended,
        "occurrences": lambda game, _: native(game.state.num_repetitions(game.state)),
        "occurred": occurred,
        "same-as": same_as,
        "halfmove-clock": lambda game, _: native(clock(game.state)),
        "checkmate": lambda game, _: native(game.state.is_terminal() and max(game.state.returns()) > 0),
        "legal-moves": lambda game, _: native([move(game.state, action) for action in game.state.legal_actions()]),
        "san": san,
        "reads": reads,
        "fen": lambda game, _: native(game.state.board().to_fen()),
    },
    take_back,
    attempt=play,
)
