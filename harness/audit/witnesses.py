"""Compares what an audit finds of repetitions and of fifty moves with what others find in the same games.

    python harness/audit/witnesses.py target/release/lawbook games.pgn...

The witnesses are python-chess, which has to be installed, and pgn-extract, which is asked if it is there. Archives are
plain PGN in which each game begins with the tag Event. Of each game the first third occurrence of a position and the first place with a hundred plies without capture or
pawn move are compared; pgn-extract says only in which games there is one. The exit code is 0 if all agree, 1 if not, and 5 if
python-chess is missing.

What is no difference: games that are skipped as another variant, or that cannot be read to their end, are passed over, as
the witnesses read them otherwise; and after a game has ended by itself nothing is looked for. pgn-extract compares positions
by the pieces, the player on move and castling and en passant as they stand in a FEN, so that an en passant square
without a legal capture can keep it from seeing a repetition; such games are listed.
"""

import io
import json
import logging
import re
import shutil
import subprocess
import sys
from collections import Counter

try:
    import chess
    import chess.pgn
except ImportError:
    print("python-chess is not installed, so that there is no witness", file=sys.stderr)
    sys.exit(5)


def ours(lawbook, archive):
    """The first repetition and run of each game, the games that are passed over, and how many there are."""
    command = [lawbook, "audit", "--claims", "--format", "json", archive]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    found = {"repetition": {}, "fifty": {}}
    ended, passed_over = {}, set()
    *findings, summary = map(json.loads, lines)
    for line in findings:
        game, kind = line["game"], line["kind"]
        if kind == "repetition":
            found["repetition"].setdefault(game, line["ply"])
        elif kind == "long-run" and line["says"].startswith("fifty"):
            found["fifty"].setdefault(game, line["ply"])
        elif line["severity"] == "broken" or kind in ("illegal-move", "null-move", "empty"):
            passed_over.add(game)
        elif kind.startswith("play-after"):
            ended[game] = line["ply"]
    return found, ended, passed_over, summary["counted"]


def python_chess(text):
    """Of each game the first repetition and run as python-chess sees them; None for a game that it cannot read."""
    for part in re.split(r"(?m)^(?=\[Event )", text):
        if part.strip():
            yield witness(part)


def witness(text):
    """The first repetition and run of a game; None if it cannot be read."""
    try:
        game = chess.pgn.read_game(io.StringIO(text))
        board = game.board()
    except (ValueError, IndexError):
        # The second is what it raises for a variation before the first move.
        return None
    if game.errors or type(board) is not chess.Board:
        return None
    seen = Counter([board._transposition_key()])
    first = {"repetition": None, "fifty": 0 if board.halfmove_clock >= 100 else None}
    for ply, move in enumerate(game.mainline_moves(), 1):
        board.push(move)
        key = board._transposition_key()
        seen[key] += 1
        if seen[key] == 3 and first["repetition"] is None:
            first["repetition"] = ply
        if board.halfmove_clock >= 100 and first["fifty"] is None:
            first["fifty"] = ply
    return first


def pgn_extract(archive, option):
    """How many games pgn-extract finds with this option."""
    command = ["pgn-extract", "-s", option, archive]
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return sum(line.startswith("[Result ") for line in text.splitlines())


def compare(lawbook, archive):
    """Prints what was compared, and returns the number of differences."""
    found, ended, passed_over, counted = ours(lawbook, archive)
    with open(archive, encoding="utf-8", errors="replace") as file:
        theirs = list(python_chess(file.read()))
    differences, compared = 0, 0
    agreed = Counter()
    if len(theirs) != counted["games"]:
        print(f"{archive}: {counted['games']} games, and python-chess reads {len(theirs)}")
        differences += 1
    for game, first in enumerate(theirs, 1):
        if first is None or game in passed_over:
            continue
        compared += 1
        for what, ply in first.items():
            # After its end a game is not looked at.
            if ply is not None and game in ended and ply > ended[game]:
                ply = None
            our = found[what].get(game)
            if our == ply:
                agreed[what] += ply is not None
            else:
                print(f"{archive}: game {game}: {what} at ply {our}, and python-chess says {ply}")
                differences += 1
    print(
        f"{archive}: {compared} of {len(theirs)} games compared with python-chess: "
        f"{agreed['repetition']} repetitions, {agreed['fifty']} of fifty moves, {differences} differences"
    )
    if shutil.which("pgn-extract"):
        for what, option in (("repetition", "--repetition"), ("fifty", "--fifty")):
            print(f"{archive}: {what}: {len(found[what])} games, and pgn-extract finds {pgn_extract(archive, option)}")
    else:
        print(f"{archive}: pgn-extract is not installed, and was not asked")
    return differences


if __name__ == "__main__":
    # What cannot be read is passed over, and need not be told twice.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(min(1, sum([compare(sys.argv[1], archive) for archive in sys.argv[2:]])))
