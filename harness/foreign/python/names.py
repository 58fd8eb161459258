"""The public functions of the libraries, a line for each: its name, and theirs."""

import builtins
import pathlib
import sys

import chess
import nchess
import pyffish
from Chessnut import Game

LIBRARIES = {"Chessnut": Game, "nchess": nchess.Board, "pyffish": pyffish, "python-chess": chess.Board}
DEBIAN = pathlib.Path(__file__).parent.parent / "debian/usr/lib/python3/dist-packages"
if DEBIAN.exists():
    sys.path.append(str(DEBIAN))
    builtins._ = str
    from pychess.Utils import logic
    from pychess.Utils.lutils import ldraw
    from pychess.Utils.lutils.LBoard import LBoard

    rules = {**vars(logic), **vars(ldraw), **vars(LBoard)}
    own = {name: one for name, one in rules.items() if getattr(one, "__module__", "").startswith("pychess.Utils")}
    LIBRARIES["pychess"] = type("Rules", (), own)
for library, of in LIBRARIES.items():
    print(library, *(name for name in dir(of) if not name.startswith("_")))
