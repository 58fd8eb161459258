"""The adapter of YOUR LIBRARY for lawbook. It runs as it is: `lawbook adapter smoke -- python3 lawbook_adapter.py`.

Edit the part between the two marks, from one TODO to the next. `smoke` names the question to answer next. The rest of
the file is the protocol, and needs no change.
"""

import json
import sys


def native(value):
    """An answer of the library itself."""
    return {"native": value}


def composed(value):
    """An answer for which the adapter kept the history, and the library compared positions or counted."""
    return {"composed": value}


def silent(why):
    """The library makes no statement either way."""
    return {"silent": why}


class Unsupported(Exception):
    """The library has no function for this. Can be raised anywhere below."""


# ---- YOUR LIBRARY: begin ---------------------------------------------------------------------------------------------
# TODO: import your library.

# TODO: its name and version, and the endings that it detects: checkmate, stalemate, threefold-repetition, fifty-moves,
# fivefold-repetition, seventy-five-moves, dead-position (more than insufficient material).
ABOUT = {"name": "your-library", "version": "0.0.0", "ecosystem": "pypi", "endings": ["checkmate", "stalemate"]}
# More to declare; ends_by_itself has the endings after which the library plays no further move.
ABOUT.update({"reads_fen": True, "validates_setups": True, "chess960": False, "ends_by_itself": [], "rule_set": "fide-2023"})
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def set_up(fen):
    """The game of your library that begins with a FEN. An exception means that the library refuses the FEN."""
    if fen != START:
        raise Unsupported("TODO: set up a position")
    return fen


def play(game, uci):
    """The game after a legal move such as e2e4, e1g1 or a7a8q. An exception means that the library refuses the move."""
    raise Unsupported("TODO: play a move")


def legal_moves(game, question):
    # TODO: ask your library. This is the answer for the initial position.
    pawns = [f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"]
    return native(pawns + ["b1a3", "b1c3", "g1f3", "g1h3"])


def check(game, question):
    # TODO: ask your library.
    return native(False)


def fen(game, question):
    # TODO: ask your library.
    return native(game)


# A question with a function is answered. To answer another one, write its function in place of TODO.
TODO = None
QUESTIONS = {
    "legal-moves": legal_moves,
    "check": check,
    "fen": fen,
    "ended": TODO,  # None, or {"winner": "white", "by": "checkmate"}; winner None: a draw; by None: not said
    "checkmate": TODO,  # True or False
    "stalemate": TODO,  # True or False
    "insufficient-material": TODO,  # whether the material alone rules out mate by either side
    "drawn": TODO,  # whether it is a draw now, by the library's own summary
    "dead": TODO,  # whether neither side can mate; from the material only: True, or silent(...)
    "can-mate": TODO,  # of question["side"], white or black; from the material only: False, or silent(...)
    "claimable": TODO,  # whether the player on move may claim a draw without writing a move
    "claim": TODO,  # the same on question["ground"], threefold or fifty; after the move question.get("written")
    # A function that only counts does not answer a claim: it answers "occurred" or "plies".
    "occurrences": TODO,  # how often the position has occurred, this time included
    "occurred": TODO,  # whether the position has occurred at least question["times"] times: 3 or 5
    "same-as": TODO,  # whether the position is the same as after question["ply"] plies
    "halfmove-clock": TODO,  # plies since the last capture or pawn move
    "plies": TODO,  # whether question["count"] plies, 100 or 150, have passed since the last capture or pawn move
    "refuses": TODO,  # which of question["moves"], in UCI, the library refuses; try each in the same position
    "moves-from": TODO,  # the legal moves from question["square"] in UCI
    "san": TODO,  # the last move in algebraic notation
    "reads": TODO,  # the move in UCI that question["text"] means in algebraic notation; None if it is refused
    "reads-uci": TODO,  # the legal move that question["text"] means in UCI; None if it is refused
    "reads-fen": TODO,  # the FEN of the position that question["text"] means as a FEN; None if it is refused
    "checkers": TODO,  # the squares of the pieces that give check
    "attacks": TODO,  # the squares of the opponent's pieces that the piece on question["square"] attacks
    "light": TODO,  # whether question["square"] is light
}
# The function that returns a game without its last move, if the library can take moves back.
TAKE_BACK = TODO
# ---- YOUR LIBRARY: end -----------------------------------------------------------------------------------------------


def started(fen):
    """The game that begins with a FEN, or the reason why there is none."""
    try:
        return set_up(fen), None
    except Unsupported as error:
        return None, {"unsupported": str(error)}
    except Exception as error:
        return None, {"setup_refused": repr(error)}


def detoured(game, moves, between):
    """The game after moves that are each played and taken back, without those that the library refuses. The questions
    between are asked after each of them."""
    for uci in moves:
        try:
            tried = play(game, uci)
        except Exception:
            continue
        for question in between:
            answer(tried, None, question)
        game = TAKE_BACK(tried)
    return game


def continued(game, refusal, moves, detours=None, between=(), back=0):
    """The game after more moves, or the reason why there is none. The detours are those before each move and at the end.
    First, as many moves as `back` says are taken back. Each question in `between` is also asked before each move."""
    for ply, uci in enumerate([*moves, None] if refusal is None else []):
        try:
            while back:
                game, back = TAKE_BACK(game), back - 1
            for question in between if uci is not None else []:
                answer(game, None, question)
            game = detoured(game, detours[ply] if detours else [], between)
            game = game if uci is None else play(game, uci)
        except Unsupported as error:
            return None, {"unsupported": str(error)}
        except Exception as error:
            return None, {"move_refused": f"{uci}: {error!r}"}
    return game, refusal


def answer(game, refusal, question):
    if refusal is not None:
        return refusal
    if question["ask"] == "setup":
        return native(True)
    try:
        function = QUESTIONS.get(question["ask"])
        return function(game, question) if function else {"unsupported": "the adapter does not answer this"}
    except Unsupported as error:
        return {"unsupported": str(error)}
    except Exception as error:
        return {"failed": repr(error)}


def main():
    # Output of the library goes to standard error, so that it is not read as an answer.
    output, sys.stdout = sys.stdout, sys.stderr
    sys.stdin.reconfigure(encoding="utf-8")
    kept = {}
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            questions = [name for name, function in QUESTIONS.items() if function]
            answers = [{"protocol": 1, "language": "Python", "walks": True, "takes_back": TAKE_BACK is not None, **ABOUT, "questions": questions}]
            ids = [request["id"]]
        elif request["type"] == "walk":
            walk = started(request["fen"]) if "fen" in request else kept[request["game"]]
            walk = kept[request["game"]] = continued(*walk, request["moves"], back=request.get("back", 0))
            answers = [{"answers": [answer(*walk, question) for question in request["questions"]]}]
            ids = [request["id"]]
        else:
            others = [act["act"] for act in request["play"] if act["act"] != "move"]
            if others:
                walk = None, {"unsupported": f"the adapter has no function for the act {others[0]}"}
            else:
                moves = [act["move"] for act in request["play"]]
                between = request.get("between", [])
                walk = continued(*started(request["fen"]), moves, request.get("take_back"), between)
            answers = [answer(*walk, question) for question in request["questions"]]
            ids = [question["id"] for question in request["questions"]]
        for number, said in zip(ids, answers):
            print(json.dumps({"id": number, **said}), file=output, flush=True)


main()
