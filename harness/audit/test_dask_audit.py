"""Tests the Dask driver with a cluster of two workers, one of which is killed: python test_dask_audit.py LAWBOOK"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from distributed import Client, LocalCluster

import dask_audit

ARCHIVES = 8
GAMES = 4000


def main():
    lawbook = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        archives = []
        for number in range(1, ARCHIVES + 1):
            path = folder / f"month-{number}.pgn"
            planted = str(folder / f"planted-{number}")
            options = ["--games", str(GAMES), "--seed", str(number), "--planted", planted]
            text = subprocess.run([lawbook, "audit", "generate", *options], check=True, capture_output=True)
            path.write_bytes(text.stdout)
            archives.append(str(path))
        # A game with an illegal move and one without an end: every real archive has some.
        with open(archives[0], "a") as file:
            file.write('[Event "broken"]\n\n1. e4 e4 2. hello {no end\n')
        whole = folder / "whole.jsonl"
        command = [lawbook, "audit", "--exit-zero", "--format", "json", "--out", str(whole), *archives]
        subprocess.run(command, check=True)

        parts, joined = folder / "parts", folder / "joined.jsonl"
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                processes = client.run(os.getpid)
                killed = False

                def kill_one():
                    """Kills a worker once some results are there and others are not."""
                    nonlocal killed
                    deadline = time.monotonic() + 60
                    while time.monotonic() < deadline:
                        done = len(list(parts.glob("*.jsonl")))
                        if 0 < done < ARCHIVES:
                            os.kill(next(iter(processes.values())), signal.SIGKILL)
                            killed = True
                            return
                        time.sleep(0.01)

                import threading

                killer = threading.Thread(target=kill_one)
                killer.start()
                results, errors = dask_audit.audit_all(client, lawbook, archives, parts)
                killer.join()
        assert killed, "no worker was killed while the audit was running"
        assert not errors, errors
        assert len(results) == ARCHIVES, results
        assert dask_audit.merge(lawbook, results, str(joined)) == 0
        assert joined.read_bytes() == whole.read_bytes(), "the results differ from those of one run"

        # A part that is lost is named, and a second run makes only that part again.
        lost = pathlib.Path(results[2])
        lost.unlink()
        times = {path: pathlib.Path(path).stat().st_mtime_ns for path in results if path != str(lost)}
        with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                again, errors = dask_audit.audit_all(client, lawbook, archives, parts)
        assert again == results and not errors, errors
        assert all(pathlib.Path(path).stat().st_mtime_ns == time for path, time in times.items())
        summary = json.loads(joined.read_text().splitlines()[-1])
        assert summary["counted"]["games"] == ARCHIVES * GAMES + 1, summary["counted"]["games"]
        query(joined, summary)
    print(f"{ARCHIVES} archives on two workers, one of them killed: the results are those of one run")


def query(findings, summary):
    """Runs the DuckDB query of the page on the results, and compares the counts with the summary."""
    import duckdb

    page = (pathlib.Path(__file__).parent / "../docs/audit.md").read_text()
    sql = page.split("```sql\n", 1)[1].split("```", 1)[0].replace("findings.jsonl", str(findings))
    rows = duckdb.sql(sql).fetchall()
    counts = {}
    for *_, kind, count in rows:
        counts[kind] = counts.get(kind, 0) + count
    expected = {}
    for years in summary["counted"]["sources"].values():
        for found in years.values():
            for severity in ("result", "contradiction"):
                for kind, count in found.get("findings", {}).get(severity, {}).items():
                    expected[kind] = expected.get(kind, 0) + count
    assert counts and counts == expected, (counts, expected)


if __name__ == "__main__":
    main()
