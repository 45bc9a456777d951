"use strict";
// The report page: players on one clock, a piano roll with a cursor, a keyboard, a blind test.
// No framework and no network: everything it needs is in the page.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7a5195", "#5f6b7a"];

// One clock for all renders: every stem of every render plays all the time, and gains choose what is
// heard. So switching is gapless, and two renders can be compared at one place of the music.
const player = {
  context: null, master: null, tracks: [], sources: [], loading: null,
  startedAt: 0, offset: 0, playing: false, duration: data.seconds,
  render: 0, muted: new Set(), volume: 0.8, matches: false,

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
      const isHeard = track.render === this.render && !this.muted.has(track.voice);
      const level = this.matches ? 10 ** (data.renders[track.render].matchDB / 20) : 1;
      const now = this.context.currentTime;
      if (atOnce) track.gain.gain.value = isHeard ? level : 0;
      else track.gain.gain.setTargetAtTime(isHeard ? level : 0, now, 0.0033);
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

  // The louder of two sounds is taken for the better one, so a fair test plays them equally loud.
  match(matches) {
    this.matches = matches;
    byId("match").checked = matches;
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
