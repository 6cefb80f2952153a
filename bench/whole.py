"""Measures whole jobs, as their users wait for them, and prints one table.

Runs the programs of a build folder: `talus` alone and through `talusd`, in turn, each with seeds of its own, so that no
cache answers. Times are medians on a clock; memory is the most that the process held.
Usage: whole.py BUILD_FOLDER [--long]   --long adds a region of half a billion cells, which takes many minutes.
"""

import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 5


def run(command):
    """Returns (seconds, most bytes held) of a command that must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: {errors.decode()}")
    return seconds, usage.ru_maxrss * 1024


@contextlib.contextmanager
def serve(talusd, address):
    """A server that answers, until the block ends."""
    server = subprocess.Popen([talusd, "--listen", address, "--metrics-listen", "none"], stderr=subprocess.DEVNULL)
    try:
        while subprocess.run([talusd, "--health", address], capture_output=True, check=False).returncode != 0:
            if server.poll() is not None:
                sys.exit("talusd does not start")
        yield
    finally:
        server.terminate()
        server.wait()


def main(build, is_long):
    talus, talusd = str(build / "client/talus"), str(build / "server/talusd")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        out = ["--out", folder + "/out"]

        def alps(seed, size, *more):
            return [talus, "generate", "alps", "--seed", str(seed), "--size", str(size), *more, *out]

        times = [run(alps(seed, 2048, "--layers", "all", "--format", "q32"))[0] for seed in range(3)]
        rows.append((f"alps 2048^2, all layers, {os.cpu_count()} threads", f"{statistics.median(times):.1f} s", "<= 6 s"))

        address = f"unix:{folder}/talusd.sock"
        alone, served = [], []
        with serve(talusd, address):
            for n in range(RUNS):
                job = ["--layers", "height", "--format", "q32"]
                alone.append(run(alps(100 + n, 1024, *job))[0])
                served.append(run(alps(200 + n, 1024, *job, "--server", address))[0])
        ratio = statistics.median(served) / statistics.median(alone)
        rows.append((f"server over embedded, alps 1024^2, medians of {RUNS} in turn", f"{ratio:.2f}", "<= 1.05"))

        for memory in ("1G", "4G"):
            plan = subprocess.run(
                [talus, "plan", "alps", "--size", "16384", "--memory", memory, "--json"], capture_output=True, check=True
            )
            cost = json.loads(plan.stdout)["plan"]
            halo = int(cost["cell_passes"]) / int(cost["core_cell_passes"])
            rows.append((f"alps 16384^2 within {memory}: work over that of its own cells", f"{halo:.2f}", "<= 1.6 at 1G"))

        if is_long:
            seconds, held = run(
                [talus, "generate", "hills", "--region", "0,0,65536,8192", "--memory", "768M", "--format", "q32", *out]
            )
            rows.append(("hills 65536 x 8192, streamed: most memory held", f"{held / 2**20:.0f} MiB", "<= 1 GiB"))
            rows.append(("the same: time", f"{seconds / 60:.1f} min", "-"))
    print("| whole job | measured | asked for |")
    print("| --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), "--long" in sys.argv[2:])
