"""The adapter's end of the wire protocol, for any library: see src/adapter/wire/PROTOCOL.md."""

import json
import sys


class SetupRefused(Exception):
    """The library refuses the setup."""


class MoveRefused(Exception):
    """The library refuses a move."""


def native(value):
    return {"native": value}


def composed(value):
    return {"composed": value}


def silent(why):
    return {"silent": why}


def unsupported(why):
    return {"unsupported": why}


def serve(about, set_up, play, questions, take_back=None):
    """Answers until the input ends.

    `set_up` gives the game that begins with a FEN, `play` plays a move in UCI in it, and `questions` has a
    function of the game and the question by name. With `take_back`, which takes the last move back, it can be asked
    whether anything is left of a move that was taken back.
    """
    able = {"walks": True, "takes_back": take_back is not None}
    kept = {}
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            say({"id": request["id"], "protocol": 1, **about, "questions": list(questions), **able})
        elif request["type"] == "walk":
            number = request["game"]
            game, refusal = begin(set_up, request["fen"]) if "fen" in request else kept[number]
            if not refusal:
                game, refusal = go_on(play, game, request["moves"], request.get("take_back") and take_back)
            kept[number] = game, refusal
            answers = [refusal or answer(game, question, questions) for question in request["questions"]]
            say({"id": request["id"], "answers": answers})
        else:
            game, refusal = begin(set_up, request["fen"])
            if not refusal:
                moves = [act["move"] for act in request["play"]]
                game, refusal = go_on(play, game, moves, request.get("take_back") and take_back)
            for question in request["questions"]:
                say({"id": question["id"], **(refusal or answer(game, question, questions))})


def begin(set_up, fen):
    """The game that begins with a FEN, and why there is none."""
    try:
        return set_up(fen), None
    except SetupRefused as error:
        return None, {"setup_refused": str(error)}
    except Exception as error:
        return None, {"failed": repr(error)}


def go_on(play, game, moves, take_back):
    """The game after more moves, and why there is none."""
    try:
        for uci in moves:
            if take_back:
                play(game, uci)
                take_back(game)
            play(game, uci)
        return game, None
    except MoveRefused as error:
        return None, {"move_refused": str(error)}
    except Exception as error:
        return None, {"failed": repr(error)}


def answer(game, question, questions):
    name = question["ask"]
    if name == "setup":
        return native(True)
    try:
        return questions[name](game, question)
    except Exception as error:
        return {"failed": repr(error)}


def say(message):
    print(json.dumps(message), flush=True)
