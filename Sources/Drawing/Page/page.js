// What is shown and what the controls do.

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
  byId("match")?.addEventListener("change", (event) => player.match(event.target.checked));
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
    for (const letter of ["a", "b"]) {
      byId(`abx-is-${letter}`).addEventListener("change", (event) => abx.choose(letter, Number(event.target.value)));
    }
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
  if (byId("roll")) new ResizeObserver(() => roll.draw()).observe(byId("roll"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => byId("roll") && roll.draw());
}

keyboard.build();
wire();
show();
requestAnimationFrame(frame);
