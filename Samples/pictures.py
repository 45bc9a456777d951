#!/usr/bin/env python3
"""Pictures of the built-in grand: how partials rise and fall, and what the dampers do.

Needs Python 3 with numpy and matplotlib (pip install numpy matplotlib), and klavier:

    python3 Samples/pictures.py .build/release/klavier pictures

writes pictures/waterfall.png (A0, C4 and C7, soft and loud) and pictures/damper.png (C4 let go after
1 s with the sustain pedal up, half down and down).
"""
import os
import subprocess
import sys
import tempfile

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PolyCollection

RATE = 44100


def play(program, script, seconds):
    """The left and right samples of a note script."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "picture.notes")
        sound = os.path.join(folder, "picture.raw")
        with open(source, "w") as file:
            file.write(script)
        subprocess.run([program, "render", source, "-o", sound, "-f", "raw", "-e", "f32", "-r", str(RATE),
                        "--tail", "1", "--quiet", "--force"], check=True)
        samples = np.fromfile(sound, dtype="<f4").reshape(-1, 2).mean(1)
    return np.pad(samples, (0, max(0, int(seconds * RATE) - len(samples))))[:int(seconds * RATE)]


def note(key, velocity, seconds):
    return "at 0 note %s %g vel=%d\n" % (key, seconds, velocity)


def partial_levels(x, base, b, most):
    """Rows (number, hertz, level against time in dB) of the partials below 16 kHz."""
    size = 8192 if base < 100 else 4096
    hop = 1024
    starts = range(0, len(x) - size, hop)
    window = np.hanning(size)
    frames = np.array([np.abs(np.fft.rfft(x[s:s + size] * window)) for s in starts]) / (window.sum() / 2)
    rows = []
    for n in range(1, most + 1):
        hertz = n * base * np.sqrt(1 + b * n * n)
        if hertz > 16000:
            break
        k = int(round(hertz * size / RATE))
        rows.append((n, hertz, 20 * np.log10(np.maximum(frames[:, max(0, k - 1):k + 2].max(1), 1e-7))))
    return np.array([s / RATE for s in starts]), rows


def numbers(x):
    """What the tests measure of a note: seconds until it is 20 dB down, and its centroid in hertz."""
    hop = RATE // 200
    level = 10 * np.log10(np.convolve((x[:len(x) // hop * hop].reshape(-1, hop) ** 2).mean(1), np.ones(5) / 5) + 1e-14)
    top = level[:60].argmax()
    under = np.nonzero(level[top:] < level[top] - 20)[0]
    start = x[:int(0.3 * RATE)]
    spectrum = np.abs(np.fft.rfft(start * np.hanning(len(start))))
    hertz = np.fft.rfftfreq(len(start), 1 / RATE)
    heard = hertz > 20
    fall = "-20 dB in %.2g s" % (under[0] / 200) if len(under) else "less than 20 dB down"
    return "%s, centroid %.0f Hz" % (fall, (hertz * spectrum)[heard].sum() / spectrum[heard].sum())


def waterfall(program, path):
    figure = plt.figure(figsize=(15, 19))
    place = 0
    floor = -105
    for name, key, seconds in (("A0", 21, 6.0), ("C4", 60, 4.0), ("C7", 96, 1.5)):
        b = np.exp(-0.094 * key - 6.40) + np.exp(0.09 * key - 13.45)
        base = 440 * 2 ** ((key - 69) / 12) / np.sqrt(1 + b)
        for mark, velocity in (("p", 40), ("ff", 112)):
            place += 1
            axes = figure.add_subplot(3, 2, place, projection="3d")
            x = play(program, note(name, velocity, seconds), seconds)
            times, rows = partial_levels(x, base, b, 40)
            # A curtain for each partial, down to the floor, from its strike until it has fallen there.
            for n, hertz, level in rows:
                sounding = np.nonzero(level > floor)[0]
                if not len(sounding):
                    continue
                end = sounding[-1] + 1
                curve = list(zip(times[:end], np.maximum(level[:end], floor)))
                curtain = PolyCollection([[(times[0], floor)] + curve + [(times[end - 1], floor)]],
                                         facecolors=[(1, 1, 1, 0.75)], edgecolors=[plt.cm.viridis(0.9 * n / len(rows))],
                                         linewidths=1)
                axes.add_collection3d(curtain, zs=n, zdir="x")
            axes.set(xlim=(0, len(rows) + 1), ylim=(0, seconds), zlim=(floor, -20))
            axes.set_title("%s %s (velocity %d): %s" % (name, mark, velocity, numbers(x)), y=0.98)
            axes.set_xlabel("partial", labelpad=8)
            axes.set_ylabel("seconds", labelpad=8)
            axes.set_zlabel("dBFS", labelpad=8)
            if len(rows) < 10:
                axes.set_xticks(range(1, len(rows) + 1))
            axes.view_init(28, -50)
            axes.set_box_aspect((1, 1, 0.75), zoom=0.92)
    figure.subplots_adjust(left=0.01, right=0.97, bottom=0.02, top=0.98, wspace=0.04, hspace=0.06)
    figure.savefig(path, dpi=80)


def damper(program, path):
    figure, axes = plt.subplots(figsize=(10, 6))
    for label, pedal in (("full pedal (controller 64 at 127)", 127), ("half pedal (55)", 55), ("damper (0)", 0)):
        script = "at 0 cc 64 %d\n" % pedal + note("C4", 90, 1) + "at 5 cc 64 0\n"
        x = play(program, script, 5.0)
        hop = RATE // 100
        level = 10 * np.log10(np.mean(x[:len(x) // hop * hop].reshape(-1, hop) ** 2, axis=1) + 1e-12)
        axes.plot(np.arange(len(level)) / 100, level, label=label)
    axes.axvline(1, color="grey", lw=0.8)
    axes.annotate("key up", (1, -20), (1.05, -20), color="grey", va="center")
    axes.set(title="C4, velocity 90, let go after 1 s", xlabel="seconds", ylabel="dBFS (RMS of 10 ms)",
             xlim=(0, 5), ylim=(-110, -15))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def main():
    if len(sys.argv) != 3:
        print("usage: pictures.py KLAVIER FOLDER", file=sys.stderr)
        return 2
    os.makedirs(sys.argv[2], exist_ok=True)
    waterfall(sys.argv[1], os.path.join(sys.argv[2], "waterfall.png"))
    damper(sys.argv[1], os.path.join(sys.argv[2], "damper.png"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
