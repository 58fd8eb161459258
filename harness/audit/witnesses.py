"""Compares what an audit finds of repetitions and of fifty moves with what others find in the same games.

    python harness/audit/witnesses.py target/release/lawbook [games.pgn...]

Without an archive it compares tests/generated.pgn.gz and a few games of its own. The witnesses are python-chess and
pgn-extract, on the path or as `harness/libraries/setup` unpacks it; who is not installed is named, and not asked. Archives
are plain PGN in which each game begins with the tag Event. Of each game the first third occurrence of a position and the
first place with a hundred plies without capture or pawn move are compared. The exit code is 0 if all agree, 1 if not, and
5 if there is no witness.

What is no difference: games that are skipped as another variant, or that one of the two cannot read to the end, are passed
over; and after a game has ended by itself nothing is looked for.

pgn-extract is asked twice. The positions that it writes after each move, with an en passant square only where there is a
capture, are compared like those of python-chess. Its own search, --repetition, takes an en passant square after every
double step for a part of the position. It is compared with the positions that it writes with every such square, and the
games in which it misses a repetition for one are counted.
"""

import io
import json
import logging
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

try:
    import chess
    import chess.pgn
except ImportError:
    chess = None

HERE = Path(__file__).parent
PGN_EXTRACT = shutil.which(
    "pgn-extract", path=os.environ["PATH"] + os.pathsep + str(HERE / "../libraries/debian/usr/games")
)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# A walk of the kings: fifty moves of each player without capture or pawn move, where no position occurs a third time.
WHITE = [f"K{square}" for square in "b1 c1 d1 e1 f1 g1 h1 h2 g2 f2 e2 d2 c2 b2 a2 a1".split()]
BLACK = ["Kh8", "Kh7", "Kg8"]
WALK = " ".join(f"{n + 1}. {WHITE[n % len(WHITE)]} {BLACK[n % len(BLACK)]}" for n in range(52))
# In the first three, each position after the first double step comes back twice. No capture of the pawn is legal, in the
# second because of a pin; in the third one is, so that the position that comes back is another.
OWN_GAMES = """\
[Event "Nobody beside the pawn"]

1. e4 Nf6 2. Nf3 Ng8 3. Ng1 Nf6 4. Nf3 Ng8 5. Ng1 *

[Event "Pinned"]
[SetUp "1"]
[FEN "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1"]

1. d4 Ke7 2. Ka2 Ke8 3. Ka1 Ke7 4. Ka2 Ke8 5. Ka1 *

[Event "Free to take"]
[SetUp "1"]
[FEN "4k3/8/8/8/4p3/8/3P4/K7 w - - 0 1"]

1. d4 Ke7 2. Ka2 Ke8 3. Ka1 Ke7 4. Ka2 Ke8 5. Ka1 *

[Event "A walk"]
[SetUp "1"]
[FEN "6k1/8/8/8/4P3/8/8/K7 w - - 0 1"]

""" + WALK + " *\n"


def run(command, text=None):
    """What a program writes; what it says is left out."""
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", errors="replace").stdout


def ours(lawbook, archive):
    """The first repetition and run of each game, where games ended, those passed over, and how many there are."""
    lines = run([lawbook, "audit", "--claims", "--format", "json", archive]).splitlines()
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
    return found, ended, passed_over, summary["counted"]["games"]


def first_places(positions):
    """The first repetition and run, as plies, in pairs of a position and its clock, of which the first is the start."""
    seen = Counter()
    first = {"repetition": None, "fifty": None}
    for ply, (position, clock) in enumerate(positions):
        seen[position] += 1
        if seen[position] == 3 and first["repetition"] is None:
            first["repetition"] = ply
        if clock >= 100 and first["fifty"] is None:
            first["fifty"] = ply
    return first


def python_chess(games):
    """Of each game that python-chess can read, its first places."""

    class MainLine(chess.pgn.GameBuilder):
        def begin_variation(self):
            return chess.pgn.SKIP

        def end_variation(self):
            """There is none to come back from."""

    for number, text in games.items():
        try:
            game = chess.pgn.read_game(io.StringIO(text), Visitor=MainLine)
            board = game.board()
        except ValueError:
            continue
        # Of other variants the boards are of other types.
        if not game.errors and type(board) is chess.Board:
            yield number, first_places(positions_of(board, game))


def positions_of(board, game):
    """The positions of a game as python-chess tells them apart, with their clocks."""
    yield board._transposition_key(), board.halfmove_clock
    for move in game.mainline_moves():
        board.push(move)
        yield board._transposition_key(), board.halfmove_clock


def pgn_extract(games, *options):
    """Of each game that pgn-extract writes with these options, its first places."""
    # The tag Event identifies the game, because pgn-extract leaves out the games that it cannot read.
    numbered = (re.sub(r"^\[Event .*", f'[Event "{number}"]', text) for number, text in games.items())
    # It knows no comment up to the end of a line.
    bare = (re.sub(r'("(?:\\.|[^"\\])*")|\{[^}]*\}|(?m:;.*|^%.*)', r"\1", text) for text in numbered)
    shown = ["-s", "-N", "-V", "--fencomments", "-w1000000"]
    for text in re.split(r"(?m)^(?=\[Event )", run([PGN_EXTRACT, *shown, *options], "\n".join(bare))):
        tags = dict(re.findall(r'(?m)^\[(\w+) "(.*)"\]$', text))
        # It takes moves that follow a result for another game.
        if tags.get("Event", "").isdigit():
            fens = [tags.get("FEN", START), *re.findall(r"\{ (\S+ [wb] \S+ \S+ \d+ \d+) \}", text)]
            parts = [fen.split(" ") for fen in fens]
            yield int(tags["Event"]), first_places((tuple(part[:4]), int(part[4])) for part in parts)


def compare(lawbook, archive):
    """Prints what was compared, and returns the numbers of places that agree and that differ."""
    found, ended, passed_over, count = ours(lawbook, archive)
    text = Path(archive).read_text(encoding="utf-8", errors="replace")
    # A game may begin after the last comment of another.
    games = [part for part in re.split(r"(?<![^\n}])(?=\[Event )", text) if part.strip()]
    if len(games) != count:
        print(f"{archive}: {count} games, and {len(games)} with the tag Event")
        return Counter(), 1
    games = {number: part for number, part in enumerate(games, 1) if number not in passed_over}
    total, differences = Counter(), 0
    for name, witness in (("python-chess", chess and python_chess(games)),
                          ("pgn-extract", PGN_EXTRACT and pgn_extract(games, "--nofauxep"))):
        if not witness:
            continue
        compared, agreed, differing = 0, Counter(), 0
        for game, first in witness:
            compared += 1
            for what, ply in first.items():
                # After its end a game is not looked at.
                if ply is not None and game in ended and ply > ended[game]:
                    ply = None
                our = found[what].get(game)
                if our == ply:
                    agreed[what] += ply is not None
                else:
                    print(f"{archive}: game {game}: {what} at ply {our}, and {name} says {ply}")
                    differing += 1
        print(
            f"{archive}: {compared} of {count} games compared with {name}: "
            f"{agreed['repetition']} repetitions, {agreed['fifty']} of fifty moves, {differing} differences"
        )
        total += agreed
        differences += differing
    if PGN_EXTRACT:
        differences += compare_search(archive, games)
    return total, differences


def compare_search(archive, games):
    """What pgn-extract finds itself, beside the positions that it writes; returns the number of differences."""
    exact, written = dict(pgn_extract(games, "--nofauxep")), dict(pgn_extract(games))
    differences = 0
    for what, option in (("repetition", "--repetition"), ("fifty", "--fifty")):
        searched = {game for game, _ in pgn_extract(games, option)}
        explained = {game for game, first in written.items() if first[what] is not None}
        for game in sorted(searched ^ explained):
            print(f"{archive}: game {game}: pgn-extract {option} and its own positions differ")
            differences += 1
        missed = sum(exact[game][what] is not None for game in exact.keys() - explained)
        print(f"{archive}: pgn-extract {option} finds {len(searched)} games, and misses {missed} for an en passant square")
    return differences


def main(lawbook, archives):
    """Compares the archives, or our own, and returns the exit code."""
    for name, installed in (("python-chess", chess), ("pgn-extract", PGN_EXTRACT)):
        if not installed:
            print(f"{name} is not installed, and was not asked", file=sys.stderr)
    if not (chess or PGN_EXTRACT):
        return 5
    is_own = not archives
    with tempfile.TemporaryDirectory() as folder:
        if is_own:
            archives = [os.path.join(folder, name) for name in ("generated.pgn", "own.pgn")]
            Path(archives[0]).write_bytes(gzip.open(Path(__file__).parent / "tests/generated.pgn.gz").read())
            Path(archives[1]).write_text(OWN_GAMES, encoding="utf-8")
        agreed, differences = Counter(), 0
        for archive in archives:
            these, those = compare(lawbook, archive)
            agreed += these
            differences += those
    if is_own and not (agreed["repetition"] and agreed["fifty"]):
        print("too little was compared: no repetition, or no run of fifty moves")
        return 1
    return min(1, differences)


if __name__ == "__main__":
    # What cannot be read is passed over, and need not be told twice.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
