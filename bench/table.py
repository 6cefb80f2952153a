"""Prints tables of speeds and of waits from the JSON that Google Benchmark writes.

A benchmark is named <process>/<version>/<edge>/<threads> and reports items_per_second. Of versions
`talus` and `textbook` these are cells x passes; of tile_* they are cells of one tile that somebody
waits for. Repetitions of a name count with their best. Counters: `passes`, and `halo`, the share of
cells worked on twice.
Usage: table.py FILE.json...
"""

import json
import sys

# Least speeds that are asked for, M cells x passes / s, by process, edge and threads.
ASKED = {
    ("water_erosion", 1024, 1): 150,
    ("water_erosion", 1024, 2): 290,
    ("fluvial_incision", 1024, 1): 150,
    ("thermal_erosion", 1024, 1): 600,
    ("gradient_noise", 1024, 1): 126,
    ("flood_rough", 2048, 1): 27,
    ("area_rough", 2048, 1): 9.6,
}

# Least ratios that are asked for: to the textbook version on one thread; of two threads to one; of a
# large region to the speed at 1024^2. A ratio that misses its mark is set in bold.
ASKED_TO_TEXTBOOK = {("water_erosion", 1024, 1): 5, ("droplets", 1024, 1): 2, ("droplets", 1024, 2): 3.8}
ASKED_OF_TWO_THREADS = 1.85
ASKED_OF_LARGE = {"water_erosion": 0.8}


def read(paths):
    """Returns {(process, version, edge, threads): row of the fastest repetition}."""
    best = {}
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
        if key not in best or row["items_per_second"] > best[key]["items_per_second"]:
            best[key] = row
    return best


def table(best):
    """Returns the lines of the table: talus beside the textbook version on one thread, and beside itself."""
    lines = [
        "| process | cells | passes | halo | threads | M cells x passes / s | asked | to the textbook's | to one thread | to 1024^2 |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    speeds = {key: row["items_per_second"] / 1e6 for key, row in best.items()}

    def marked(ratio, asked, digits=2):
        text = f"{ratio:.{digits}f}"
        return f"**{text}** (of {asked})" if asked and ratio < asked else text

    def over(speed, key, asked=None):
        return marked(speed / speeds[key], asked) if key in speeds else "-"

    # The first run of a process waits for new memory, which threads do not share out evenly.
    def two_threads(process):
        return None if process.endswith("_first_run") else ASKED_OF_TWO_THREADS

    for key in sorted(speeds):
        process, version, edge, threads = key
        if version != "talus":
            continue
        speed = speeds[key]
        plain = (process, "textbook", edge, 1)
        cells = [
            process,
            f"{edge}^2",
            f"{best[key].get('passes', 1):.0f}",
            f"{best[key].get('halo', 0) * 100:.1f} %",
            str(threads),
            f"{speed:.1f}",
            str(ASKED.get((process, edge, threads), "-")),
            f"{marked(speed / speeds[plain], ASKED_TO_TEXTBOOK.get((process, edge, threads)), 1)} ({speeds[plain]:.1f})"
            if plain in speeds
            else "-",
            over(speed, (process, version, edge, 1), two_threads(process)) if threads > 1 else "-",
            over(speed, (process, version, 1024, threads), ASKED_OF_LARGE.get(process)) if edge > 1024 else "-",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def waits(best):
    """Returns the lines of the table of tiles."""
    lines = ["| tile | cells | threads | ms |", "| --- | --- | --- | --- |"]
    for process, version, edge, threads in sorted(best):
        if not process.startswith("tile_"):
            continue
        wait = edge * edge / best[(process, version, edge, threads)]["items_per_second"] * 1e3
        lines.append(f"| {process}, {version} | {edge}^2 | {threads} | {wait:.0f} |")
    return lines


if __name__ == "__main__":
    measured = read(sys.argv[1:])
    print("\n".join(table(measured) + [""] + waits(measured)))
