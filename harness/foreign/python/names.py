"""The public functions of the libraries, a line for each: its name, and theirs."""

import chess
import nchess
import pyffish
from Chessnut import Game

LIBRARIES = {"Chessnut": Game, "nchess": nchess.Board, "pyffish": pyffish, "python-chess": chess.Board}
for library, of in LIBRARIES.items():
    print(library, *(name for name in dir(of) if not name.startswith("_")))
