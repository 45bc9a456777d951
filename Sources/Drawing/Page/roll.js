// The piano roll with its pedals, drawn anew when its size changes.

const roll = {
  draw() {
    const canvas = byId("roll");
    const box = canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const keys = data.notes.map((note) => note[2]);
    const low = Math.min(60, ...keysEnds(keys, Math.min)) - 2;
    const high = Math.max(72, ...keysEnds(keys, Math.max)) + 2;
    const top = 16, pedalHeight = data.pedals.length * 14;
    const height = box.height - pedalHeight;
    const row = (height - top) / (high - low + 1);
    const x = (seconds) => (seconds / data.seconds) * box.width;
    const y = (key) => height - (key - low + 1) * row;
    const ink = style.getPropertyValue("--faint"), line = style.getPropertyValue("--line");
    pen.fillStyle = line;
    pen.globalAlpha = 0.35;
    for (let key = low; key <= high; key += 1) {
      if (isBlack(key)) pen.fillRect(0, y(key), box.width, row);
    }
    pen.globalAlpha = 1;
    pen.font = "11px system-ui, sans-serif";
    // As many bar lines as there is room for their numbers.
    const every = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].find((n) => (data.bars.length / n) * 26 <= box.width) ?? 1024;
    data.bars.forEach((bar, i) => {
      if (i % every !== 0) return;
      pen.fillStyle = line;
      pen.fillRect(x(bar), 0, 1, height);
      pen.fillStyle = ink;
      pen.fillText(String(i + 1), x(bar) + 3, 11);
    });
    // The palette is made for paper: on a dark ground it wants some light.
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const hues = colours.map((hue) => (isDark ? `color-mix(in srgb, ${hue} 65%, white)` : hue));
    for (const [on, off, key, velocity, voice] of data.notes) {
      pen.globalAlpha = 0.3 + (0.7 * velocity) / 127;
      pen.fillStyle = hues[voice % hues.length];
      pen.fillRect(x(on), y(key), Math.max(1, x(off) - x(on)), Math.max(1, row - 0.5));
    }
    pen.globalAlpha = 0.6;
    data.pedals.forEach((pedal, i) => {
      const bottom = height + (i + 1) * 14;
      pen.fillStyle = "#b8860b";
      pedal.points.forEach(([seconds, depth], k) => {
        const end = k + 1 < pedal.points.length ? pedal.points[k + 1][0] : data.seconds;
        pen.fillRect(x(seconds), bottom - depth * 11, Math.max(0, x(end) - x(seconds)), depth * 11);
        // Up and down again at once: a notch, or it would look held.
        const before = k > 0 ? pedal.points[k - 1][1] : 0, after = pedal.points[k + 1]?.[1] ?? 0;
        if (depth < before && after > depth && x(end) - x(seconds) < 2) {
          pen.clearRect(x(seconds) - 0.75, bottom - 11, 1.5, 11 - depth * 11);
        }
      });
    });
    pen.globalAlpha = 1;
    pen.fillStyle = ink;
    for (let key = Math.ceil(low / 12) * 12; key <= high; key += 12) {
      pen.fillText(`C${key / 12 - 1}`, 3, y(key) + row / 2 + 4);
    }
    pen.globalAlpha = 1;
  },
};

// Spreading a hundred thousand keys into a call would overflow the stack.
function keysEnds(keys, choose) {
  return keys.length ? [keys.reduce((a, b) => choose(a, b))] : [];
}
