"""Audits many archives on a Dask cluster: one task for each archive, and one summary of all.

    python dask_audit.py --out findings.jsonl --folder parts january.pgn.zst february.pgn.zst
    python dask_audit.py --scheduler tcp://10.0.0.1:8786 --out findings.jsonl --folder /shared/parts /shared/*.pgn.zst

A task runs `lawbook audit` and writes its results to a file in the folder, which all workers have to share. If a worker
dies, Dask runs its tasks again on another one. A file with results is complete or not there, so a second attempt changes
nothing, and a second run of the driver judges only what is missing. The summary is written by `lawbook audit merge`.

Needs `dask` with `distributed` from PyPI.
"""

import argparse
import hashlib
import pathlib
import subprocess
import sys

from distributed import Client, LocalCluster, as_completed

# An archive could not be read, or something could not be written. The results are written all the same, and say so.
IO_ERROR = 5


def result_file(folder, archive):
    """The file with the results of an archive. Archives of the same name in two folders have two files."""
    path = pathlib.Path(archive).resolve()
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    return pathlib.Path(folder) / f"{path.name}-{digest}.jsonl"


def is_complete(path):
    """Whether a file ends with a summary."""
    try:
        with open(path, "rb") as file:
            last = None
            for line in file:
                last = line
    except FileNotFoundError:
        return False
    return last is not None and last.startswith(b'{"complete":true,') and last.endswith(b"\n")


def audit(lawbook, archive, out, options):
    """Audits an archive on a worker. Returns the path of the results."""
    if is_complete(out):
        return str(out)
    command = [lawbook, "audit", "--exit-zero", "--format", "json", "--jobs", "1", *options]
    done = subprocess.run([*command, "--out", str(out), archive], capture_output=True, text=True)
    if done.returncode not in (0, IO_ERROR) or not is_complete(out):
        raise RuntimeError(f"{archive}: exit code {done.returncode}: {done.stderr.strip()}")
    return str(out)


def audit_all(client, lawbook, archives, folder, options=(), retries=3):
    """Audits all archives. Returns the paths of the results, and the errors by archive."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    tasks = {}
    for archive in archives:
        out = result_file(folder, archive)
        tasks[
            client.submit(audit, lawbook, archive, out, list(options), retries=retries, pure=False)
        ] = archive
    results, errors = {}, {}
    for task in as_completed(list(tasks)):
        archive = tasks[task]
        if task.status == "finished":
            results[archive] = task.result()
        else:
            errors[archive] = str(task.exception())
    return [results[archive] for archive in archives if archive in results], errors


def merge(lawbook, results, out):
    """Merges the results of all archives. Returns the exit code of `lawbook audit merge`."""
    command = [lawbook, "audit", "merge", "--exit-zero", "--format", "json", "--out", out, *results]
    return subprocess.run(command).returncode


def main():
    about = __doc__.split("\n", 1)[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("archives", nargs="+", metavar="ARCHIVE")
    parser.add_argument("--out", required=True, help="the file for the results of all archives")
    parser.add_argument("--folder", required=True, help="a folder that all workers share, for the results of each")
    parser.add_argument("--scheduler", help="the address of a scheduler; default: a cluster on this machine")
    parser.add_argument("--lawbook", default="lawbook", help="the command on the workers")
    parser.add_argument("--option", action="append", default=[], help="an option for each audit, as --option=--claims")
    options = parser.parse_args()
    cluster = None if options.scheduler else LocalCluster(threads_per_worker=1)
    with Client(options.scheduler or cluster) as client:
        results, errors = audit_all(
            client, options.lawbook, options.archives, options.folder, options.option
        )
    if cluster is not None:
        cluster.close()
    for archive, error in errors.items():
        print(f"error: {archive}: {error}", file=sys.stderr)
    if errors:
        return 1
    return merge(options.lawbook, results, options.out)


if __name__ == "__main__":
    sys.exit(main())
