// The blind test: is X A or B? Right answers are counted against guessing.

const abx = {
  a: 0, b: 1, x: 0, right: 0, trials: 0, isRunning: false,

  // Another pair is another test.
  choose(letter, render) {
    this[letter] = render;
    this.right = this.trials = 0;
    this.isRunning = false;
    for (const id of ["abx-x", "abx-answer-a", "abx-answer-b"]) byId(id).disabled = true;
    byId("abx-score").textContent = "no answer yet";
  },

  next() {
    player.match(true);
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
