"use strict";
// The report page: players on one clock, a piano roll with a cursor, a keyboard, a blind test.
// No framework and no network: everything it needs is in the page.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7a5195", "#5f6b7a"];

// ---------------------------------------------------------------- sound

// One clock for all renders: every stem of every render plays all the time, and gains choose what is
// heard. So switching is gapless, and two renders can be compared at one place of the music.
const player = {
  context: null, master: null, tracks: [], sources: [], loading: null,
  startedAt: 0, offset: 0, playing: false, duration: data.seconds,
  render: 0, muted: new Set(), volume: 0.8,

  async load() {
    if (this.loading) return this.loading;
    this.context = new AudioContext();
    this.master = this.context.createGain();
    this.master.gain.value = this.volume;
    this.master.connect(this.context.destination);
    this.loading = Promise.all(data.renders.flatMap((render, r) => render.stems.map(async (stem) => {
      const buffer = await this.context.decodeAudioData(bytesOf(stem.audio));
      const gain = this.context.createGain();
      gain.connect(this.master);
      this.tracks.push({ render: r, voice: stem.voice, buffer, gain });
      this.duration = Math.max(this.duration, buffer.duration);
    })));
    await this.loading;
    this.mix(true);
    return this.loading;
  },

  // Gains move within 10 ms: fast enough for a comparison, slow enough not to click.
  mix(atOnce = false) {
    for (const track of this.tracks) {
      const heard = track.render === this.render && !this.muted.has(track.voice);
      const now = this.context.currentTime;
      if (atOnce) track.gain.gain.value = heard ? 1 : 0;
      else track.gain.gain.setTargetAtTime(heard ? 1 : 0, now, 0.0033);
    }
  },

  get position() {
    return this.playing
      ? Math.min(this.duration, this.offset + Math.max(0, this.context.currentTime - this.startedAt))
      : this.offset;
  },

  start(from) {
    this.stopSources();
    this.offset = from >= this.duration ? 0 : from;
    this.startedAt = this.context.currentTime + 0.03;
    this.sources = this.tracks.map((track) => {
      const source = this.context.createBufferSource();
      source.buffer = track.buffer;
      source.connect(track.gain);
      source.start(this.startedAt, this.offset);
      return source;
    });
    this.playing = true;
  },

  stopSources() {
    for (const source of this.sources) source.stop();
    this.sources = [];
  },

  async toggle() {
    if (this.playing) {
      this.offset = this.position;
      this.stopSources();
      this.playing = false;
    } else {
      await this.load();
      await this.context.resume();
      this.start(this.offset);
    }
    show();
  },

  seek(seconds) {
    const to = Math.max(0, Math.min(this.duration, seconds));
    if (this.playing) this.start(to);
    else this.offset = to;
    show();
  },

  setVolume(volume) {
    this.volume = Math.max(0, Math.min(1, volume));
    // The ear hears ratios: half way up is a quarter of full scale.
    if (this.master) this.master.gain.setTargetAtTime(this.volume ** 2, this.context.currentTime, 0.01);
    show();
  },

  choose(render) {
    this.render = render;
    if (this.context) this.mix();
  },

  mute(voice, isMuted) {
    if (isMuted) this.muted.add(voice);
    else this.muted.delete(voice);
    if (this.context) this.mix();
  },
};

function bytesOf(id) {
  const text = atob(byId(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

// ---------------------------------------------------------------- the keyboard

const firstKey = 21, lastKey = 108;
const isBlack = (key) => [1, 3, 6, 8, 10].includes(key % 12);
const names = ["C", "C sharp", "D", "D sharp", "E", "F", "F sharp", "G", "G sharp", "A", "A sharp", "B"];
const keyName = (key) => `${names[key % 12]} ${Math.floor(key / 12) - 1}`;

const keyboard = {
  keys: new Map(), samples: [], sounding: new Map(), loading: null,

  build() {
    const box = byId("keyboard");
    const whites = [];
    for (let key = firstKey; key <= lastKey; key += 1) if (!isBlack(key)) whites.push(key);
    const width = 100 / whites.length;
    for (let key = firstKey; key <= lastKey; key += 1) {
      const element = document.createElement("button");
      const before = whites.filter((white) => white < key).length;
      element.className = `key ${isBlack(key) ? "black" : "white"}`;
      element.style.left = `${isBlack(key) ? before * width - width * 0.3 : before * width}%`;
      element.style.width = `${isBlack(key) ? width * 0.6 : width}%`;
      element.dataset.key = key;
      element.tabIndex = key === 60 ? 0 : -1;
      element.setAttribute("aria-label", keyName(key));
      box.append(element);
      this.keys.set(key, element);
    }
    let dragged = null;
    const under = (event) => {
      const element = document.elementFromPoint(event.clientX, event.clientY);
      return element && element.dataset.key ? Number(element.dataset.key) : null;
    };
    const move = (event) => {
      const key = under(event);
      if (key === dragged) return;
      if (dragged !== null) this.release(dragged);
      dragged = key;
      if (key !== null) this.press(key);
    };
    box.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      // Without this a finger stays with the key that it touched first.
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      dragged = null;
      move(event);
      const end = () => {
        if (dragged !== null) this.release(dragged);
        dragged = null;
        window.removeEventListener("pointermove", move);
        window.removeEventListener("pointerup", end);
        window.removeEventListener("pointercancel", end);
      };
      window.addEventListener("pointermove", move);
      window.addEventListener("pointerup", end);
      window.addEventListener("pointercancel", end);
    });
    // With the keyboard's focus: arrows walk, Enter and the space bar strike.
    box.addEventListener("keydown", (event) => {
      const key = Number(event.target.dataset.key);
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 12, ArrowDown: -12 }[event.key];
      if (step && this.keys.has(key + step)) {
        event.preventDefault();
        event.target.tabIndex = -1;
        this.keys.get(key + step).tabIndex = 0;
        this.keys.get(key + step).focus();
      } else if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
        event.preventDefault();
        event.stopPropagation();
        this.press(key);
      }
    });
    box.addEventListener("keyup", (event) => {
      if (event.key === "Enter" || event.key === " ") this.release(Number(event.target.dataset.key));
    });
    // Two rows of the computer's keyboard are two octaves from C4.
    const rows = ["KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon"];
    const codes = new Map(rows[0].split(" ").map((code, i) => [code, 60 + i]));
    window.addEventListener("keydown", (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches("input, select, textarea")) return;
      if (codes.has(event.code)) this.press(codes.get(event.code));
    });
    window.addEventListener("keyup", (event) => {
      if (codes.has(event.code)) this.release(codes.get(event.code));
    });
    window.addEventListener("blur", () => [...this.sounding.keys()].forEach((key) => this.release(key)));
  },

  async load() {
    if (!this.loading) {
      player.context ??= null;
      await player.load();
      this.loading = Promise.all(data.keys.map(async (sample) => {
        this.samples.push({ key: sample.key, buffer: await player.context.decodeAudioData(bytesOf(sample.audio)) });
      }));
    }
    return this.loading;
  },

  async press(key) {
    if (this.sounding.has(key)) return;
    this.keys.get(key)?.classList.add("down");
    document.dispatchEvent(new CustomEvent("pianokey", { detail: { key, down: true } }));
    const voice = { gain: null, source: null, isReleased: false };
    this.sounding.set(key, voice);
    await this.load();
    await player.context.resume();
    if (voice.isReleased || this.samples.length === 0) return;
    const nearest = this.samples.reduce((a, b) => (Math.abs(b.key - key) < Math.abs(a.key - key) ? b : a));
    voice.source = player.context.createBufferSource();
    voice.source.buffer = nearest.buffer;
    voice.source.playbackRate.value = 2 ** ((key - nearest.key) / 12);
    voice.gain = player.context.createGain();
    voice.source.connect(voice.gain).connect(player.master);
    voice.source.start();
  },

  // Held as long as the key is down; then the damper takes a tenth of a second, from where it is.
  release(key) {
    const voice = this.sounding.get(key);
    this.keys.get(key)?.classList.remove("down");
    if (!voice) return;
    this.sounding.delete(key);
    voice.isReleased = true;
    document.dispatchEvent(new CustomEvent("pianokey", { detail: { key, down: false } }));
    if (!voice.source) return;
    const now = player.context.currentTime;
    voice.gain.gain.setTargetAtTime(0, now, 0.03);
    voice.source.stop(now + 0.4);
  },

  // Which keys the piece holds down at a time.
  light(seconds) {
    const lit = new Set();
    if (seconds !== null) {
      for (const note of data.notes) {
        if (note[0] > seconds) break;
        if (note[1] > seconds && !player.muted.has(note[4])) lit.add(note[2]);
      }
    }
    for (const [key, element] of this.keys) element.classList.toggle("lit", lit.has(key));
  },
};

// ---------------------------------------------------------------- the roll

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
    const pedalHeight = data.pedals.length * 14;
    const height = box.height - pedalHeight;
    const row = height / (high - low + 1);
    const x = (seconds) => (seconds / data.seconds) * box.width;
    pen.fillStyle = style.getPropertyValue("--line");
    pen.globalAlpha = 0.35;
    for (let key = low; key <= high; key += 1) {
      if (isBlack(key)) pen.fillRect(0, height - (key - low + 1) * row, box.width, row);
    }
    pen.globalAlpha = 1;
    const every = Math.max(1, Math.ceil((data.bars.length * 12) / box.width));
    data.bars.forEach((bar, i) => { if (i % every === 0) pen.fillRect(x(bar), 0, 1, height); });
    for (const [on, off, key, velocity, voice] of data.notes) {
      pen.globalAlpha = 0.3 + (0.7 * velocity) / 127;
      pen.fillStyle = colours[voice % colours.length];
      pen.fillRect(x(on), height - (key - low + 1) * row, Math.max(1, x(off) - x(on)), Math.max(1, row - 0.5));
    }
    pen.globalAlpha = 0.6;
    data.pedals.forEach((pedal, i) => {
      const bottom = height + (i + 1) * 14;
      pen.fillStyle = "#b8860b";
      pedal.points.forEach(([seconds, depth], k) => {
        const end = k + 1 < pedal.points.length ? pedal.points[k + 1][0] : data.seconds;
        pen.fillRect(x(seconds), bottom - depth * 11, Math.max(0, x(end) - x(seconds)), depth * 11);
      });
    });
    pen.globalAlpha = 1;
  },
};

// Spreading a hundred thousand keys into a call would overflow the stack.
function keysEnds(keys, choose) {
  return keys.length ? [keys.reduce((a, b) => choose(a, b))] : [];
}

// ---------------------------------------------------------------- the blind test

const abx = {
  a: 0, b: 1, x: 0, right: 0, trials: 0, isRunning: false,

  next() {
    this.x = crypto.getRandomValues(new Uint8Array(1))[0] & 1;
    this.isRunning = true;
    byId("abx-answer-a").disabled = byId("abx-answer-b").disabled = false;
    byId("abx-x").disabled = false;
    this.listen("x");
  },

  listen(which) {
    const render = which === "a" ? this.a : which === "b" ? this.b : this.x === 0 ? this.a : this.b;
    player.choose(render);
    // While X plays the radio buttons must not tell which it is.
    document.querySelectorAll("input[name=render]").forEach((radio, i) => {
      radio.checked = which !== "x" && i === render;
    });
  },

  answer(guess) {
    if (!this.isRunning) return;
    this.trials += 1;
    if (guess === this.x) this.right += 1;
    byId("abx-score").textContent =
      `${this.right} of ${this.trials} right, p = ${binomialTail(this.right, this.trials).toFixed(4)}`;
    this.next();
  },
};

// The chance of at least `right` hits in `trials` by guessing: Σ C(n,k) / 2ⁿ, by logarithms.
function binomialTail(right, trials) {
  let sum = 0, logChoose = 0;
  for (let k = 0; k <= trials; k += 1) {
    if (k > 0) logChoose += Math.log((trials - k + 1) / k);
    if (k >= right) sum += Math.exp(logChoose - trials * Math.LN2);
  }
  return Math.min(1, sum);
}

// ---------------------------------------------------------------- tables

function sortable(table) {
  table.querySelectorAll("th button").forEach((button, column) => {
    button.addEventListener("click", () => {
      const header = button.parentElement;
      const isUp = header.getAttribute("aria-sort") !== "ascending";
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      const body = table.tBodies[0];
      const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        const order = Number.isNaN(Number(x) + Number(y)) ? x.localeCompare(y) : Number(x) - Number(y);
        return isUp ? order : -order;
      });
      body.append(...rows);
    });
  });
}

// ---------------------------------------------------------------- the page

function time(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function show() {
  const position = player.position;
  if (player.playing && position >= player.duration) {
    player.stopSources();
    player.playing = false;
    player.offset = 0;
  }
  byId("time").textContent = `${time(position)} of ${time(player.duration)}`;
  const button = byId("play");
  button.textContent = player.playing ? "Pause" : "Play";
  const share = Math.min(1, position / data.seconds);
  document.querySelectorAll(".cursor").forEach((cursor) => { cursor.style.left = `${share * 100}%`; });
  byId("dot").style.left = `${(position / player.duration) * 100}%`;
  byId("dot").style.bottom = `${player.volume * 100}%`;
  byId("position").value = Math.round((position / player.duration) * 1000);
  byId("position").setAttribute("aria-valuetext", `${time(position)} of ${time(player.duration)}`);
  byId("volume").value = Math.round(player.volume * 100);
  keyboard.light(player.playing ? position : null);
}

function frame() {
  if (player.playing) show();
  requestAnimationFrame(frame);
}

function wire() {
  byId("play").addEventListener("click", () => player.toggle());
  byId("back").addEventListener("click", () => player.seek(0));
  document.querySelectorAll("input[name=render]").forEach((radio) => {
    radio.addEventListener("change", () => player.choose(Number(radio.value)));
  });
  document.querySelectorAll("input[name=track]").forEach((box) => {
    box.addEventListener("change", () => player.mute(Number(box.value), !box.checked));
  });
  byId("position").addEventListener("input", (event) => player.seek((event.target.value / 1000) * player.duration));
  byId("volume").addEventListener("input", (event) => player.setVolume(event.target.value / 100));
  const pad = byId("pad");
  let isDown = false;
  const place = (event) => {
    const box = pad.getBoundingClientRect();
    player.setVolume(1 - (event.clientY - box.top) / box.height);
    player.seek(((event.clientX - box.left) / box.width) * player.duration);
  };
  pad.addEventListener("pointerdown", (event) => { isDown = true; pad.setPointerCapture(event.pointerId); place(event); });
  pad.addEventListener("pointermove", (event) => { if (isDown) place(event); });
  pad.addEventListener("pointerup", () => { isDown = false; });
  pad.addEventListener("pointercancel", () => { isDown = false; });
  document.querySelectorAll(".timeline").forEach((lane) => {
    lane.addEventListener("click", (event) => {
      const box = lane.getBoundingClientRect();
      player.seek(((event.clientX - box.left) / box.width) * data.seconds);
    });
  });
  window.addEventListener("keydown", (event) => {
    if (event.code !== "Space" || event.target.closest("button, input, a, summary")) return;
    event.preventDefault();
    player.toggle();
  });
  if (byId("abx")) {
    byId("abx-start").addEventListener("click", async () => {
      if (!player.playing) await player.toggle();
      abx.next();
    });
    for (const which of ["a", "b", "x"]) {
      byId(`abx-${which}`).addEventListener("click", () => abx.listen(which));
    }
    byId("abx-answer-a").addEventListener("click", () => abx.answer(0));
    byId("abx-answer-b").addEventListener("click", () => abx.answer(1));
  }
  document.querySelectorAll("table").forEach(sortable);
  new ResizeObserver(() => roll.draw()).observe(byId("roll"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => roll.draw());
}

keyboard.build();
wire();
show();
requestAnimationFrame(frame);
