"""Prints tables of speeds and of waits from the JSON that Google Benchmark writes.

A benchmark is named <process>/<version>/<edge>/<threads> and reports items_per_second. Of versions
`talus` and `textbook` these are cells x passes; of tile_* they are cells of one tile that somebody
waits for. Repetitions of a name count with their best.
Usage: table.py FILE.json...
"""

import json
import sys


def read(paths):
    """Returns {(process, version, edge, threads): cells x passes per second}."""
    speeds = {}
    rows = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        rows += json.loads(text)["benchmarks"] if text else []  # empty where a filter matched none
    for row in rows:
        if row.get("run_type", "iteration") != "iteration":
            continue
        if row.get("error_occurred"):
            sys.exit(f"{row['name']}: {row['error_message']}")
        process, version, edge, threads = row["name"].split("/")[:4]
        key = (process, version, int(edge), int(threads))
        speeds[key] = max(speeds.get(key, 0.0), row["items_per_second"])
    return speeds


def table(speeds):
    """Returns the lines of the table: talus beside the textbook version on one thread."""
    lines = [
        "| process | cells | threads | talus, M cells x passes / s | textbook (1 thread) | ratio |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for process, version, edge, threads in sorted(speeds):
        if version != "talus":
            continue
        speed = speeds[(process, version, edge, threads)]
        plain = speeds.get((process, "textbook", edge, 1))
        ratio = f"{speed / plain:.1f}" if plain else "-"
        plain = f"{plain / 1e6:.1f}" if plain else "-"
        lines.append(f"| {process} | {edge}^2 | {threads} | {speed / 1e6:.1f} | {plain} | {ratio} |")
    return lines


def waits(speeds):
    """Returns the lines of the table of tiles."""
    lines = ["| tile | cells | threads | ms |", "| --- | --- | --- | --- |"]
    for process, version, edge, threads in sorted(speeds):
        if not process.startswith("tile_"):
            continue
        wait = edge * edge / speeds[(process, version, edge, threads)] * 1e3
        lines.append(f"| {process}, {version} | {edge}^2 | {threads} | {wait:.0f} |")
    return lines


if __name__ == "__main__":
    measured = read(sys.argv[1:])
    print("\n".join(table(measured) + [""] + waits(measured)))
