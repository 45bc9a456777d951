#!/usr/bin/env python3
"""Opens a report page in headless Chromium and uses it as a person would.

    report_check.py KLAVIER SCORE [--font FONT.sf2] [--sound FILE] [--pictures DIR]

Needs the package chromium and, from PyPI, playwright. Prints a line a check; exit status 0 when all pass.
"""
import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import TimeoutError, sync_playwright

failures = []


def check(name, holds, seen=""):
    print(f"{'ok  ' if holds else 'FAIL'} {name} {seen}")
    if not holds:
        failures.append(name)


def gains(page):
    """The gain of every track as (render, voice, gain)."""
    return page.evaluate("player.tracks.map((t) => [t.render, t.voice, t.gain.gain.value])")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("klavier")
    parser.add_argument("score")
    parser.add_argument("--font")
    parser.add_argument("--sound", help="a sound made elsewhere, as one more thing to listen to")
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page_file = Path(folder) / "page.html"
        instruments = ["-i", "grand"] + (["-i", options.font] if options.font else [])
        inputs = [options.score] + ([options.sound] if options.sound else [])
        subprocess.run([options.klavier, "report", *inputs, *instruments, "-o", page_file], check=True)
        with sync_playwright() as play:
            browser = play.chromium.launch(
                executable_path="/usr/bin/chromium",
                args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required"])
            use(browser, page_file, options)
            browser.close()
    print("all passed" if not failures else f"failed: {', '.join(failures)}")
    sys.exit(1 if failures else 0)


def use(browser, page_file, options):
    said, asked = [], []
    # The page forbids eval; the driver needs it to wait for a condition.
    page = browser.new_page(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    began = time.monotonic()
    page.goto(page_file.as_uri())
    loaded = time.monotonic() - began
    paint = page.evaluate("performance.getEntriesByName('first-paint').map((e) => e.startTime)[0] ?? null")
    check("opens", page.locator("h1").count() == 1, f"loaded in {loaded:.2f} s, first paint {paint} ms")
    check("first paint within 2 s", paint is None or paint < 2000)
    others = [url for url in asked if not url.startswith(("file:", "data:"))]
    check("asks nothing of the network", not others, others)

    page.click("#play")
    page.wait_for_function("player.playing", timeout=60000)
    page.wait_for_timeout(700)
    position = page.evaluate("player.position")
    check("plays", position > 0.3, f"{position:.2f} s")
    heard = page.evaluate("""async () => {
        const analyser = player.context.createAnalyser();
        player.master.connect(analyser);
        const samples = new Float32Array(analyser.fftSize);
        let peak = 0;
        for (let i = 0; i < 40; i += 1) {
            await new Promise((done) => setTimeout(done, 25));
            analyser.getFloatTimeDomainData(samples);
            for (const s of samples) peak = Math.max(peak, Math.abs(s));
        }
        return peak;
    }""")
    check("is heard", heard > 0.001, f"peak {heard:.4f}")

    renders = page.locator("input[name=render]")
    if renders.count() > 1:
        before = page.evaluate("player.position")
        renders.nth(1).check()
        page.wait_for_timeout(150)
        state = gains(page)
        check("the radio buttons switch", all((gain > 0.9) == (render == 1) for render, _, gain in state), state)
        check("switching keeps the place", 0 <= page.evaluate("player.position") - before < 1)
        renders.nth(0).check()
        page.wait_for_timeout(100)
    tracks = page.locator("input[name=track]")
    if tracks.count() > 1:
        tracks.nth(0).uncheck()
        page.wait_for_timeout(150)
        voice = int(tracks.nth(0).get_attribute("value"))
        state = gains(page)
        check("the check boxes mute", all((gain < 0.1) == (v == voice) for r, v, gain in state if r == 0), state)
        tracks.nth(0).check()
        page.wait_for_timeout(100)

    # Keys light at the right times: seek into the middle of notes and compare with the score.
    wrong = []
    for i in range(0, page.evaluate("data.notes.length"), max(1, page.evaluate("data.notes.length") // 8)):
        on, off = page.evaluate(f"data.notes[{i}].slice(0, 2)")
        at = (on + off) / 2
        lit = page.evaluate(f"""(() => {{
            keyboard.light({at});
            return [...document.querySelectorAll('.lit')].map((e) => Number(e.dataset.key)).sort((a, b) => a - b);
        }})()""")
        want = page.evaluate(f"[...new Set(data.notes.filter((n) => n[0] <= {at} && n[1] > {at}).map((n) => n[2]))].sort((a, b) => a - b)")
        if lit != want:
            wrong.append((at, lit, want))
    check("keys light at the right times", not wrong, wrong[:2])
    page.click("#play")
    check("pauses", not page.evaluate("player.playing"))

    # A drag over the keyboard plays neighbouring keys in order.
    page.evaluate("window.struck = []; document.addEventListener('pianokey', (e) => window.struck.push([e.detail.key, e.detail.down]))")
    page.locator("#keyboard").scroll_into_view_if_needed()
    boxes = [page.locator(f"[data-key='{key}']").bounding_box() for key in (60, 72)]
    y = boxes[0]["y"] + boxes[0]["height"] * 0.9
    page.mouse.move(boxes[0]["x"] + boxes[0]["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + boxes[1]["width"] / 2, y, steps=60)
    page.mouse.up()
    struck = page.evaluate("window.struck")
    downs = [key for key, down in struck if down]
    check("a drag plays neighbouring keys in order", downs == [60, 62, 64, 65, 67, 69, 71, 72], downs)
    check("every key comes up again", sorted(downs) == sorted(key for key, down in struck if not down))
    page.evaluate("window.struck = []")
    page.locator("h1").click()
    page.keyboard.down("a")
    page.wait_for_timeout(300)
    held = page.evaluate("[...document.querySelectorAll('.down')].map((e) => e.dataset.key)")
    page.keyboard.up("a")
    check("the computer's keys play, held as long as down", held == ["60"] and page.evaluate("window.struck") == [[60, True], [60, False]], held)

    pad = page.locator("#pad").bounding_box()
    page.mouse.click(pad["x"] + pad["width"] * 0.5, pad["y"] + pad["height"] * 0.25)
    volume, share = page.evaluate("[player.volume, player.position / player.duration]")
    check("the pad sets volume and position", abs(volume - 0.75) < 0.02 and abs(share - 0.5) < 0.02, (volume, share))

    table = page.locator("table").last
    if table.count() and table.locator("tbody tr").count() > 2:
        table.locator("th button").nth(1).click()
        column = [float(v) for v in table.locator("tbody tr td:nth-child(2)").all_inner_texts()]
        check("tables sort", column == sorted(column))

    if page.locator("#match").count():
        page.locator("#match").check()
        page.evaluate("player.seek(0)")  # where all renders have sound: a gain moves only while its render plays
        page.click("#play")
        off = []
        for render in range(renders.count()):
            renders.nth(render).check()
            level = 10 ** (page.evaluate(f"data.renders[{render}].matchDB") / 20)
            # A gain is only seen to move when the browser's sound thread has run.
            try:
                page.wait_for_function(
                    """([render, level]) => player.tracks.filter((t) => t.render === render)
                        .every((t) => Math.abs(t.gain.gain.value / level - 1) < 0.01)""",
                    arg=[render, level], timeout=5000)
            except TimeoutError:
                pass
            off += [gain / level for r, _, gain in gains(page) if r == render]
        check("equally loud", all(abs(ratio - 1) < 0.01 for ratio in off), off)
        page.click("#play")
        renders.nth(0).check()
        page.locator("#match").uncheck()

    if page.locator("#abx").count():
        page.click("#abx-start")
        page.wait_for_function("abx.isRunning", timeout=20000)
        for _ in range(8):
            page.click("#abx-answer-a" if page.evaluate("abx.x") == 0 else "#abx-answer-b")
        score = page.locator("#abx-score").inner_text()
        check("the blind test counts", score == "8 of 8 right, p = 0.0039", score)  # 2⁻⁸ = 0.00390625
        unseen = page.evaluate("document.querySelectorAll('input[name=render]:checked').length")
        check("the radio buttons do not give X away", unseen == 0)
        if page.evaluate("player.playing"):
            page.click("#play")

        page.select_option("#abx-is-b", "0")
        check("another pair is another test", page.locator("#abx-score").inner_text() == "no answer yet"
              and page.locator("#abx-x").is_disabled())

    unnamed = page.evaluate("""[...document.querySelectorAll('button, input, canvas[role], img')].filter((e) =>
        !(e.getAttribute('aria-label') || e.getAttribute('alt') || e.textContent.trim() || e.closest('label'))).length""")
    check("everything has a name for screen readers", unnamed == 0, unnamed)
    for name, width, height in (("desktop", 1280, 900), ("phone", 390, 844)):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(200)
            finger = page.evaluate("byId('keyboard').querySelector('.white').getBoundingClientRect().width")
            check(f"white keys are wide enough for a finger on a {name}", finger >= 20, f"{finger:.0f} px")
            if name == "phone":
                before = page.evaluate("byId('keyboard').parentElement.scrollLeft")
                page.click("#higher")
                page.wait_for_timeout(600)
                moved = page.evaluate("byId('keyboard').parentElement.scrollLeft") - before
                octave = page.evaluate("byId('keyboard').getBoundingClientRect().width") * 7 / 52
                check("the keyboard moves by an octave", abs(moved - octave) < 2, f"{moved:.0f} px")
                page.click("#lower")
                page.wait_for_timeout(600)
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            check(f"fits a {name}, {scheme}", wide <= 0, f"{wide} px over")
            if options.pictures:
                options.pictures.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=options.pictures / f"{name}-{scheme}.png", full_page=True)
    check("no errors on the console", not said, said[:3])


if __name__ == "__main__":
    main()
