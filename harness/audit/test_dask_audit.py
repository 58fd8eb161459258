"""Tests the Dask driver and the queries of the page: python test_dask_audit.py LAWBOOK

A cluster of two workers audits eight archives while one worker is killed. Later runs change an option, replace an
archive and damage one.
"""

import gzip
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import duckdb
from distributed import Client, LocalCluster

import dask_audit

HERE = pathlib.Path(__file__).parent
ARCHIVES = 8


def cluster(workers):
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


def kill_a_worker(client, parts, killed):
    """Kills a worker once some results are there and others are not."""
    process = next(iter(client.run(os.getpid).values()))
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if 0 < len(list(parts.glob("*.jsonl"))) < ARCHIVES:
            os.kill(process, signal.SIGKILL)
            killed.append(process)
            return
        time.sleep(0.01)


def main():
    lawbook = str(pathlib.Path(sys.argv[1]).resolve())
    games = gzip.open(HERE / "tests" / "generated.pgn.gz").read()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        archives = []
        for number in range(ARCHIVES):
            path = folder / f"month-{number}.pgn"
            path.write_bytes(f'[Event "{number}"]\n\n1. e4 e4 2. hello {{no end\n'.encode() + 10 * games)
            archives.append(str(path))
        parts = folder / "parts"

        def run(options=(), workers=1):
            """Runs the driver, and returns the results, the errors, and the names of the files that were written."""
            before = {path: path.stat().st_mtime_ns for path in parts.glob("*.jsonl")}
            with cluster(workers) as local, Client(local) as client:
                results, errors = dask_audit.audit_all(client, lawbook, archives, parts, options, retries=1)
            new = [path for path in parts.glob("*.jsonl") if before.get(path) != path.stat().st_mtime_ns]
            return results, errors, sorted(path.name.rsplit("-", 1)[0] for path in new)

        with cluster(2) as local, Client(local) as client:
            killed = []
            killer = threading.Thread(target=kill_a_worker, args=(client, parts, killed))
            killer.start()
            results, errors = dask_audit.audit_all(client, lawbook, archives, parts)
            killer.join()
        assert killed, "no worker was killed while the audit was running"
        assert not errors and len(results) == ARCHIVES, errors

        def text(*arguments):
            command = [lawbook, "audit", "--exit-zero", *arguments]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout

        assert text("--summary", *results) == text(*archives), "the results differ from those of one run"
        queries(results)

        names = [pathlib.Path(archive).name for archive in archives]
        assert run() == (results, {}, []), "everything is done"
        assert run(["--claims"])[2] == names, "an option has changed"
        assert run(["--claims"])[2] == [], "everything is done with the option"
        assert run()[2] == names, "the option has changed back"
        # The same length, and another content.
        content = pathlib.Path(archives[2]).read_bytes()
        pathlib.Path(archives[2]).write_bytes(content.replace(b'[Event "2"]', b'[Event "x"]', 1))
        assert run()[2] == names[2:3], "an archive was replaced"
        results[3] = str(dask_audit.result_file(parts, archives[3]))
        pathlib.Path(results[3]).write_bytes(pathlib.Path(results[3]).read_bytes()[:-10])
        assert run()[2] == names[3:4], "results were truncated"

        # A damaged archive is an error each time, until it is whole.
        damaged = bytearray(gzip.compress(content))
        damaged[len(damaged) // 2] ^= 1
        pathlib.Path(archives[4]).write_bytes(damaged)
        for _ in range(2):
            results, errors, new = run()
            assert list(errors) == archives[4:5] and new == names[4:5], (errors, new)
            assert len(results) == ARCHIVES - 1
        pathlib.Path(archives[4]).write_bytes(gzip.compress(content))
        results, errors, new = run()
        assert not errors and new == names[4:5] and len(results) == ARCHIVES
    print(f"{ARCHIVES} archives on two workers, one of them killed: the results are those of one run")


def queries(results):
    """Runs the queries of the page on results, and compares them with the summaries."""
    page = (HERE / "README.md").read_text()
    view, *parts = [part.split("```", 1)[0] for part in page.split("```sql\n")[1:]]
    assert len(parts) == 5, len(parts)
    names = ", ".join(f"'{path}'" for path in results)
    duckdb.sql(view.replace("'results/*.jsonl'", f"[{names}]"))
    by_kind, by_year, by_event, by_player, first = [duckdb.sql(part).fetchall() for part in parts]
    summaries = [json.loads(pathlib.Path(path).read_text().splitlines()[-1]) for path in results]
    counts = {}
    for summary in summaries:
        for severity in ("result", "contradiction"):
            for kind, count in summary["counted"]["findings"].get(severity, {}).items():
                counts[severity, kind] = counts.get((severity, kind), 0) + count
    assert counts and {row[:2]: row[2] for row in by_kind} == counts, (by_kind, counts)
    total = sum(counts.values())
    assert sum(row[-1] for row in by_year) == total, by_year
    assert sum(row[1] for row in by_event) == total, by_event
    assert {row[0] for row in by_event} >= {str(number) for number in range(ARCHIVES)}, by_event
    assert 0 < sum(row[1] for row in by_player) <= 2 * total, by_player
    assert len(first) == 20 and first == sorted(first, key=lambda row: -row[5]), first
    assert all(row[5] > 0 and row[6] for row in first), first


if __name__ == "__main__":
    main()
