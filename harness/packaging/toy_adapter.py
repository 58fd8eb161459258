"""The smallest adapter there is: a library that knows which squares are light, and nothing else.

With TOY_MISTAKE in the environment it takes the dark squares for the light ones.
"""

import json
import os
import sys


def is_light(square):
    light = (ord(square[0]) - ord("a") + int(square[1])) % 2 == 0
    return light != ("TOY_MISTAKE" in os.environ)


def outcome(question):
    if question["ask"] == "light":
        return {"native": is_light(question["square"])}
    return {"silent": "the toy takes any position"}


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        about = {"protocol": 1, "name": "toy", "version": "1.0.0", "language": "Python", "questions": ["light"]}
        print(json.dumps({"id": request["id"], **about}), flush=True)
        continue
    for question in request["questions"]:
        print(json.dumps({"id": question["id"], **outcome(question)}), flush=True)
