#!/usr/bin/env python3
"""Measures attnscope beside what people use today, in turn: PyTorch, and transformers with matplotlib.

    compare_peers.py --build build/bench [--threads 1] [--rounds 5]

Each round runs ours, then the peer, so that a busy moment of the machine meets both. Work of one thread is measured in its
processor time, everything else by the clock on the wall. A peer that is not installed is named and skipped. Prints a
Markdown table of medians; ratios above 1 mean that attnscope is faster.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEADS, HEAD_SIZE = 72, 32
SENTENCE = "The cat that the dogs chased was hiding under the old table.\n"

# Softmax maps of all heads from given Q and K; prints the median of seven runs in seconds.
TORCH_MAPS = """
import sys, time, statistics, torch
n, threads, heads, size = map(int, sys.argv[1:])
torch.set_num_threads(threads)
clock = time.process_time if threads == 1 else time.perf_counter
q, k = torch.rand(heads, n, size) * 2 - 1, torch.rand(heads, n, size) * 2 - 1
scores = torch.empty(heads, n, n)
weights = torch.empty(heads, n, n)
def run():
    torch.matmul(q, k.transpose(1, 2), out=scores)
    scores.mul_(size ** -0.5)
    torch.softmax(scores, dim=-1, out=weights)
run()
times = []
for _ in range(7):
    start = clock(); run(); times.append(clock() - start)
print(statistics.median(times))
"""

# One head of a long text, mean and largest weight pooled into 1024 x 1024.
TORCH_POOLED = """
import sys, time, statistics, torch
n, threads = map(int, sys.argv[1:])
torch.set_num_threads(threads)
clock = time.process_time if threads == 1 else time.perf_counter
q, k = torch.rand(n, 64) * 2 - 1, torch.rand(n, 64) * 2 - 1
def run():
    weights = torch.softmax(q @ k.T * 0.125, dim=-1)[None, None]
    side = n // 1024
    return torch.nn.functional.avg_pool2d(weights, side), torch.nn.functional.max_pool2d(weights, side)
run()
times = []
for _ in range(3):
    start = clock(); run(); times.append(clock() - start)
print(statistics.median(times))
"""

# The script that the program replaces: sentence, model, grid picture, JSON.
TRANSFORMERS_RUN = """
import sys, json, torch
import matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt
from transformers import AutoModel, AutoTokenizer
model_path, text_path, out = sys.argv[1:]
tokenizer = AutoTokenizer.from_pretrained(model_path)
model = AutoModel.from_pretrained(model_path, attn_implementation="eager")
inputs = tokenizer(open(text_path).read().strip(), return_tensors="pt")
with torch.no_grad():
    maps = torch.cat(model(**inputs, output_attentions=True).attentions).numpy()
layers, heads = maps.shape[:2]
figure, axes = plt.subplots(layers, heads, figsize=(2 * heads, 2 * layers), squeeze=False)
for layer in range(layers):
    for head in range(heads):
        axes[layer][head].imshow(maps[layer, head], cmap="viridis")
        axes[layer][head].set_axis_off()
figure.savefig(out + "/grid.png")
json.dump(maps.tolist(), open(out + "/attention.json", "w"))
"""


def is_installed(*modules):
    return subprocess.run([sys.executable, "-c", "import " + ", ".join(modules)], capture_output=True).returncode == 0


def wall_seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def printed_seconds(script, *arguments):
    result = subprocess.run([sys.executable, "-c", script, *map(str, arguments)], check=True, capture_output=True,
                            text=True)
    return float(result.stdout.split()[-1])


def bench_seconds(bench, name, threads):
    """Median seconds of one of attnscope_bench's cases."""
    command = [bench, f"--benchmark_filter=^{name}/",
               "--benchmark_min_warmup_time=0.05"]
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run(command + [f"--benchmark_out={out.name}", "--benchmark_out_format=json"], check=True,
                       capture_output=True)
        runs = json.load(open(out.name))["benchmarks"]
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    kind = "cpu_time" if threads == 1 else "real_time"
    return statistics.median(run[kind] * unit[run["time_unit"]] for run in runs if run["run_type"] == "iteration")


def compare(rows, what, ours, peer, peer_name, rounds):
    """Adds a row with the medians of `rounds` alternating runs."""
    own, other = [], []
    for _ in range(rounds):
        own.append(ours())
        other.append(peer())
    mine, theirs = statistics.median(own), statistics.median(other)
    rows.append((what, peer_name, mine, theirs))
    print(f"{what}: attnscope {mine * 1e3:.3g} ms, {peer_name} {theirs * 1e3:.3g} ms, ratio {theirs / mine:.3g}",
          file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="build folder of the preset bench")
    parser.add_argument("--threads", type=int, choices=(1, 2), default=1)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    bench = options.build / "tests" / "bench" / "attnscope_bench"
    program = options.build / "src" / "attnscope"
    for path in (bench, program):
        if not path.exists():
            sys.exit(f"{path}: not there; build it with cmake --workflow --preset bench")
    model = Path(__file__).resolve().parents[2] / "data" / "models" / "mini"
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    rows, skipped = [], []

    if is_installed("torch"):
        for n in (128, 512, 2048):
            compare(rows, f"maps of 72 heads, n {n}, {options.threads} thread(s)",
                    lambda: bench_seconds(bench, f"maps/threads{options.threads}/{n}", options.threads),
                    lambda: printed_seconds(TORCH_MAPS, n, options.threads, HEADS, HEAD_SIZE), "PyTorch",
                    options.rounds)
        compare(rows, "pooled map of one head, n 16384, d 64, 1 thread",
                lambda: bench_seconds(bench, "pooled/threads1/16384x64", 1),
                lambda: printed_seconds(TORCH_POOLED, 16384, 1), "PyTorch", options.rounds)
        compare(rows, "start", lambda: wall_seconds([program, "--version"]),
                lambda: wall_seconds([sys.executable, "-c", "import torch"]), "import torch", options.rounds)
    else:
        skipped.append("PyTorch is not installed: its maps, pooled map and start are not compared")

    if is_installed("torch", "transformers", "matplotlib"):
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder) / "sentence.txt"
            text.write_text(SENTENCE)
            compare(rows, "one sentence to grid picture and JSON",
                    lambda: wall_seconds([program, "run", text, "--out", f"{folder}/out", "--quiet"]),
                    lambda: wall_seconds([sys.executable, "-c", TRANSFORMERS_RUN, model, text, folder]),
                    "transformers + matplotlib", options.rounds)
    else:
        skipped.append("transformers and matplotlib are not both installed: the whole run is not compared")

    print("| what | peer | attnscope, ms | peer, ms | ratio |\n|---|---|---|---|---|")
    for what, peer_name, mine, theirs in rows:
        print(f"| {what} | {peer_name} | {mine * 1e3:.3g} | {theirs * 1e3:.3g} | {theirs / mine:.3g} |")
    for line in skipped:
        print(f"\nSkipped: {line}.")


if __name__ == "__main__":
    main()
