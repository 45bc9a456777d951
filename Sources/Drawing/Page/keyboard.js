// The keyboard: it shows what the piece holds down, and plays.

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
    this.followView(box.parentElement);
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

  // Where the keys would be too narrow for a finger the keyboard is wider than the page: two buttons move
  // it by an octave, since a finger on the keys plays.
  followView(view) {
    const octave = () => view.scrollWidth / 52 * 7;
    byId("lower").addEventListener("click", () => view.scrollBy({ left: -octave(), behavior: "smooth" }));
    byId("higher").addEventListener("click", () => view.scrollBy({ left: octave(), behavior: "smooth" }));
    new ResizeObserver(() => {
      const isWider = view.scrollWidth > view.clientWidth + 1;
      byId("octaves").hidden = !isWider;
      // C4 is the 24th white key.
      if (isWider && view.scrollLeft === 0) view.scrollLeft = view.scrollWidth * (23.5 / 52) - view.clientWidth / 2;
    }).observe(view);
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
