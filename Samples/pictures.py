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


def waterfall(program, path):
    figure = plt.figure(figsize=(15, 18))
    place = 0
    for name, key, seconds in (("A0", 21, 6.0), ("C4", 60, 4.0), ("C7", 96, 1.5)):
        b = np.exp(-0.094 * key - 6.40) + np.exp(0.09 * key - 13.45)
        base = 440 * 2 ** ((key - 69) / 12) / np.sqrt(1 + b)
        for mark, velocity in (("p", 40), ("ff", 112)):
            place += 1
            axes = figure.add_subplot(3, 2, place, projection="3d")
            x = play(program, note(name, velocity, seconds), seconds)
            times, rows = partial_levels(x, base, b, 40)
            for n, hertz, level in rows:
                axes.plot(np.full(len(times), n), times, np.maximum(level, -110), lw=0.7,
                          color=plt.cm.viridis(n / len(rows)))
            axes.set(title="%s %s (velocity %d)" % (name, mark, velocity), xlabel="partial", ylabel="s", zlabel="dBFS",
                     zlim=(-110, -20))
            axes.view_init(30, -55)
    figure.tight_layout()
    figure.savefig(path, dpi=70)


def damper(program, path):
    figure, axes = plt.subplots(figsize=(10, 6))
    for label, pedal in (("damper: pedal up", 0), ("half pedal: 55", 55), ("full pedal: 127", 127)):
        script = "at 0 cc 64 %d\n" % pedal + note("C4", 90, 1) + "at 5 cc 64 0\n"
        x = play(program, script, 5.0)
        hop = RATE // 100
        level = 10 * np.log10(np.mean(x[:len(x) // hop * hop].reshape(-1, hop) ** 2, axis=1) + 1e-12)
        axes.plot(np.arange(len(level)) / 100, level, label=label)
    axes.axvline(1, color="grey", lw=0.5)
    axes.set(title="C4, velocity 90, let go after 1 s", xlabel="s", ylabel="dBFS (RMS of 10 ms)", ylim=(-110, -15))
    axes.legend()
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
