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


def serve(about, begin, questions):
    """Answers until the input ends.

    `begin` gives the game after a FEN and moves; `questions` has a function of the game and the
    question by name.
    """
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            say({"id": request["id"], "protocol": 1, **about, "questions": list(questions)})
            continue
        game, refusal = attempt(begin, request)
        for question in request["questions"]:
            say({"id": question["id"], **(refusal or answer(game, question, questions))})


def attempt(begin, request):
    """The game, or why there is none."""
    try:
        return begin(request["fen"], [act["move"] for act in request["play"]]), None
    except SetupRefused as error:
        return None, {"setup_refused": str(error)}
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
