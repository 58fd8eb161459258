"""Prints the names of the public functions of modules and types: `names.py chess#Board pyffish`."""

import builtins
import importlib
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent / "debian/usr/lib/python3/dist-packages"))
# PyChess installs its translations under this name.
builtins._ = str

for place in sys.argv[1:]:
    module, _, type_name = place.partition("#")
    try:
        of = importlib.import_module(module)
    except ModuleNotFoundError:
        # A package of Debian need not be installed.
        print(f"not compared: {place}", file=sys.stderr)
        continue
    if type_name:
        of = getattr(of, type_name)
    for name in dir(of):
        # Names that a module has only imported belong to another package.
        origin = getattr(getattr(of, name), "__module__", None) or module
        if not name.startswith("_") and (type_name or origin.split(".")[0] == module.split(".")[0]):
            print(name)
