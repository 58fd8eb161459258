"""Audits many archives on a Dask cluster: one task for each archive, and one summary of all.

    python dask_audit.py --folder results january.pgn.zst february.pgn.zst
    python dask_audit.py --scheduler tcp://10.0.0.1:8786 --folder /shared/results /shared/*.pgn.zst

A task runs `lawbook audit` and writes its results to a file in the folder, which all workers share. Results that are
there already count only if version, options, size and digest agree with the task, and if the archive could be read to
its end; so a second run of the driver audits what is missing, has changed or has failed. If a worker dies or the command
fails, Dask runs the task again.

Needs `distributed` from PyPI.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import sys

from distributed import Client, LocalCluster, as_completed

# Exit codes of `lawbook audit --exit-zero`: success, and an archive that could not be read to its end.
DONE, UNREADABLE = 0, 5


def result_file(folder, archive):
    """The file with the results of an archive. Archives of the same name in two folders have two files."""
    path = pathlib.Path(archive).resolve()
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    return pathlib.Path(folder) / f"{path.name}-{digest}.jsonl"


def summary_of(results):
    """The summary in the last line of a file with results; None if the file is missing or incomplete."""
    last = b""
    try:
        with open(results, "rb") as file:
            for last in file:
                pass
        summary = json.loads(last)
        return summary if summary["complete"] is True else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def settings(summary):
    """What has to agree of two audits: the version, and the options."""
    return {key: summary[key] for key in ("version", "rules", "missed_claims", "claims", "strict", "off")}


def expected_settings(lawbook, options):
    """The settings of the audits to come, as the command itself writes them."""
    command = [lawbook, "audit", "--exit-zero", "--format", "json", *options, "-"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != DONE:
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()}")
    return settings(json.loads(done.stdout.splitlines()[-1]))


def is_done(results, archive, expected):
    """Whether a file has the results of this archive with these settings."""
    summary = summary_of(results)
    if summary is None or settings(summary) != expected or len(summary["archives"]) != 1:
        return False
    read, path = summary["archives"][0], pathlib.Path(archive)
    if read["error"] is not None or read["size"] != path.stat().st_size:
        return False
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == read["sha256"]


def audit(lawbook, archive, results, options, expected):
    """Audits an archive on a worker, unless it is done."""
    if is_done(results, archive, expected):
        return
    command = [lawbook, "audit", "--exit-zero", "--format", "json", "--jobs", "1", *options]
    command += ["--force", "--out", str(results), archive]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (DONE, UNREADABLE):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()}")
    summary = summary_of(results)
    if summary is None or settings(summary) != expected:
        raise RuntimeError("the results are not those of this audit")
    if summary["archives"][0]["error"] is not None:
        raise RuntimeError(summary["archives"][0]["error"])


def audit_all(client, lawbook, archives, folder, options=(), retries=3):
    """Audits all archives. Returns the paths of the results, and the errors by archive."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    options = list(options)
    expected = expected_settings(lawbook, options)
    tasks = {}
    for archive in archives:
        results = result_file(folder, archive)
        task = client.submit(audit, lawbook, archive, results, options, expected, retries=retries, pure=False)
        tasks[task] = archive
    done, errors = set(), {}
    # Nothing is fetched from a worker, which may have died after its task: the results are in the folder.
    for task in as_completed(list(tasks)):
        if task.status == "finished":
            done.add(tasks[task])
        else:
            errors[tasks[task]] = str(task.exception())
    return [str(result_file(folder, archive)) for archive in archives if archive in done], errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("archives", nargs="+", metavar="ARCHIVE")
    parser.add_argument("--folder", required=True, help="a folder that all workers share, for the results")
    parser.add_argument("--scheduler", help="the address of a scheduler; default: a cluster on this machine")
    parser.add_argument("--lawbook", default="lawbook", help="the command on the workers")
    parser.add_argument("--option", action="append", default=[], help="an option for each audit, as --option=--claims")
    options = parser.parse_args()
    cluster = None if options.scheduler else LocalCluster(threads_per_worker=1)
    with Client(options.scheduler or cluster) as client:
        results, errors = audit_all(client, options.lawbook, options.archives, options.folder, options.option)
    if cluster is not None:
        cluster.close()
    for archive, error in errors.items():
        print(f"error: {archive}: {error}", file=sys.stderr)
    if results:
        subprocess.run([options.lawbook, "audit", "--exit-zero", "--summary", *results], check=True)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
