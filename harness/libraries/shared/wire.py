"""The adapter's end of the wire protocol, for any library: see harness/catalogue/src/adapter/wire/PROTOCOL.md."""

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


def serve(about, set_up, play, questions, take_back=None, attempt=None):
    """Answers until the input ends.

    `set_up` gives the game that begins with a FEN, `play` plays a move in UCI in it, and `questions` has a
    function of the game and the question by name. With `take_back`, which takes back the last move, moves are played
    and taken back on the way. With `attempt`, which plays a move like `play` and leaves it to the library whether it is
    legal, the library is asked which moves it refuses.
    """
    able = {"walks": True, "takes_back": take_back is not None}
    names = [*questions, "refuses"] if attempt else list(questions)
    kept = {}
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            say({"id": request["id"], "protocol": 1, **about, "questions": names, **able})
        elif request["type"] == "walk":
            number = request["game"]
            if "fen" in request:
                kept[number] = *begin(set_up, request["fen"]), request["fen"], []
            game, refusal, fen, moves = kept[number]
            back = request.get("back", 0)
            if not refusal:
                game, refusal = go_on(play, game, request["moves"], take_back, back=back)
            moves = [*moves[: len(moves) - back], *request["moves"]]
            kept[number] = game, refusal, fen, moves
            again = lambda: go_on(play, set_up(fen), moves)[0]
            answers = [refusal or answer(game, question, questions, again, attempt) for question in request["questions"]]
            say({"id": request["id"], "answers": answers})
        else:
            game, refusal = begin(set_up, request["fen"])
            moves = [act["move"] for act in request["play"]]
            look = lambda game: [answer(game, one, questions, None, None) for one in request.get("between", [])]
            if not refusal:
                game, refusal = go_on(play, game, moves, take_back, request.get("take_back"), look)
            again = lambda: go_on(play, set_up(request["fen"]), moves)[0]
            for question in request["questions"]:
                say({"id": question["id"], **(refusal or answer(game, question, questions, again, attempt))})


def begin(set_up, fen):
    """The game that begins with a FEN, and why there is none."""
    try:
        return set_up(fen), None
    except SetupRefused as error:
        return None, {"setup_refused": str(error)}
    except Exception as error:
        return None, {"failed": repr(error)}


def go_on(play, game, moves, take_back=None, tried=None, look=None, back=0):
    """The game after more moves, and why there is none. First, as many moves as `back` says are taken back. Before each move
    there is a look at the game; before each move, and at the end, other moves are played and taken back, after another look."""
    try:
        for _ in range(back):
            take_back(game)
        for ply in range(len(moves) + 1):
            if look and ply < len(moves):
                look(game)
            for uci in tried[ply] if tried else []:
                try:
                    play(game, uci)
                except MoveRefused:
                    continue
                if look:
                    look(game)
                take_back(game)
            if ply < len(moves):
                play(game, moves[ply])
        return game, None
    except MoveRefused as error:
        return None, {"move_refused": str(error)}
    except Exception as error:
        return None, {"failed": repr(error)}


def answer(game, question, questions, again, attempt):
    """What the library says; `again` gives another game in the same position."""
    name = question["ask"]
    if name == "setup":
        return native(True)
    try:
        if name == "refuses" and attempt:
            return native([uci for uci in question["moves"] if is_refused(again(), uci, attempt)])
        return questions[name](game, question)
    except Exception as error:
        return {"failed": repr(error)}


def is_refused(game, uci, attempt):
    try:
        attempt(game, uci)
    except MoveRefused:
        return True
    return False


def say(message):
    print(json.dumps(message), flush=True)
