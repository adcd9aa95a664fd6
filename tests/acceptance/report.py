#!/usr/bin/env python3
"""Pages of `trenza report` in headless Chromium, without a network: curves, tooltips, keyboard, themes, print, two widths."""
import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from check import TRENZA, WORK, judge

# The sweep whose page is to stay small, with the shapes of the runs; and one whose documents say more.
CURVES = """
name: twists
traffic: {{pattern: uniform, packet_flits: 16, load: 0.3}}
run: {{cycles: {cycles}}}
sweep:
  series: [{{name: RT(8), topology: {{rt: 8}}}}, {{name: RTT(8), topology: {{rtt: 8}}}}]
  traffic.load: {{from: 0.06, to: 0.72, step: 0.06}}
  seeds: 5
"""
CHANNELS = """
name: channels
traffic: {pattern: uniform, packet_flits: 16, load: 0.3}
run: {cycles: 3000, stalls: detail}
sweep:
  series: [{name: RT(8), topology: {rt: 8}}, {name: RTT(8), topology: {rtt: 8}}]
  traffic.load: [0.2, 0.4, 0.6]
  seeds: 2
"""
FAILING = """
name: failing
topology: {rtt: 4}
traffic: {pattern: uniform, packet_flits: 4, load: 0.3}
run: {cycles: 1000000}
sweep: {traffic.load: [0.1, 0.2, 0.3], run.cycles: [500, 100000000], limit: 1}
"""
WIDTHS = (1280, 400)


class Browser:
    """A session of chromedriver: the WebDriver protocol, as far as it is needed here."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(dir=WORK)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.driver.stdout:
            port = re.search(r"started successfully on port (\d+)", line)
            if port:
                break
        else:
            sys.exit("chromedriver does not start; it is in the package chromium-driver")
        self.base = f"http://127.0.0.1:{port[1]}"
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--hide-scrollbars", "--force-prefers-reduced-motion", f"--user-data-dir={self.profile}"]
        options = {"args": arguments, "perfLoggingPrefs": {"enableNetwork": True}}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/session/" + answer["sessionId"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method, headers={"Content-Type": "application/json"},
                                         data=None if body is None else json.dumps(body).encode())
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {json.load(error)['value']['message']}")

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, page, width, dark=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("POST", "/url", {"url": pathlib.Path(page).resolve().as_uri()})
        for _ in range(100):
            if self.run("return document.documentElement.dataset.ready === 'true'"):
                break
            time.sleep(0.1)
        else:
            sys.exit(f"{page}: its script does not come to its end: {self.complaints()}")

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self.command("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                         windowsVirtualKeyCode={"Tab": 9, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40, "Escape": 27, "Enter": 13}[key])

    def move(self, x, y):
        self.command("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def complaints(self):
        """What the console said, and what was asked of a network."""
        said = [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]
        for entry in self.call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith(("file:", "data:", "about:", "chrome:")):
                    said.append("asked for " + url)
        return said

    def picture(self, file):
        """The whole page."""
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        pathlib.Path(file).write_bytes(base64.b64decode(shot["data"]))

    def print(self, file):
        paper = self.call("POST", "/print", {"page": {"width": 21.0, "height": 29.7}})
        pathlib.Path(file).write_bytes(base64.b64decode(paper))

    def close(self):
        self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait()


def sweep(name, text):
    (WORK / f"{name}.yaml").write_text(text)
    done = subprocess.run([TRENZA, "sweep", f"{name}.yaml", "-o", name, "-q"], cwd=WORK, check=False)
    page = WORK / f"{name}.html"
    subprocess.run([TRENZA, "report", name, "-o", page.name, "-q"], cwd=WORK, check=True)
    return done.returncode, page


def digits(value):
    """A number as the page shows it: six significant digits."""
    text = f"{float(value):.6g}"
    return str(int(float(text))) if float(text).is_integer() else repr(float(text))


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.S)[1])


def tooltip(browser):
    return browser.run("""
      const tip = [...document.querySelectorAll('.chart > div')].find(
          (one) => /z-index/.test(one.style.cssText) && one.style.visibility !== 'hidden' && one.style.display !== 'none' && one.innerText);
      return tip ? tip.innerText : ''""")


def check_curves(browser, data, width, verdicts):
    """Every series is drawn as a line and points; a pointer and the arrow keys show the value of a document."""
    drawn = browser.run("""
      return [...document.querySelectorAll('#curves .chart')].map((chart) => ({
        width: chart.clientWidth, lines: [...chart.querySelectorAll('svg path')].filter((path) => path.getTotalLength() > 40
          && path.getAttribute('fill') === 'none').length, drawn: chart.querySelector('svg').clientWidth,
        label: chart.getAttribute('aria-label')}))""")
    wide = browser.run("return document.documentElement.scrollWidth")
    verdicts.append((wide <= width, f"the page is {wide} wide where there are {width}"))
    verdicts.append((len(drawn) >= 2, f"{len(drawn)} charts of curves"))
    for chart in drawn:
        verdicts.append((chart["lines"] >= len(data["series"]), f"{chart['label']}: {chart['lines']} lines"))
        verdicts.append((abs(chart["drawn"] - chart["width"]) < 40,
                         f"{chart['label']}: drawn {chart['drawn']} wide in a place of {chart['width']}"))
    latency = next(k for k, quantity in enumerate(data["quantities"]) if quantity["path"] == "latency.mean")
    places = [place for place in data["series"][0]["curve"] if place["estimates"][latency]]
    first, last = places[0], places[-1]  # where curves meet, a pointer finds the upper one
    value = digits(last["estimates"][latency][0])

    spot = browser.run("""
      const chart = document.querySelector('#curves .chart');
      chart.scrollIntoView({block: 'center'});
      const instance = echarts.getInstanceByDom(chart);
      const [x, y] = instance.convertToPixel({seriesIndex: 0}, arguments[0]);
      const box = chart.getBoundingClientRect();
      return [box.left + x, box.top + y]""", [last["x"], last["estimates"][latency][0]])
    browser.move(2, 2)
    browser.move(*spot)
    time.sleep(0.3)
    said = tooltip(browser)
    verdicts.append((value in said and digits(last["x"]) in said, f"the tooltip says {said!r}, the documents {value}"))

    browser.move(2, 2)
    browser.run("document.querySelector('#curves .chart').focus()")
    browser.key("ArrowRight")
    time.sleep(0.3)
    value = digits(first["estimates"][latency][0])
    heard = browser.run("return document.querySelector('#curves .live').textContent")
    verdicts.append((value in heard, f"the arrow keys read {heard!r}, the documents say {value}"))
    verdicts.append((value in tooltip(browser), "the arrow keys show no tooltip"))
    browser.key("Escape")


def check_series_switch(browser, data, verdicts):
    """A series that is switched off is not drawn."""
    count = "return echarts.getInstanceByDom(document.querySelector('#curves .chart')).getOption().series.length"
    before = browser.run(count)
    browser.run("document.querySelector('.series input').click()")
    after = browser.run(count)
    browser.run("document.querySelector('.series input').click()")
    verdicts.append((after == before - before // len(data["series"]), f"{before} lines, {after} with a series switched off"))


def check_channels(browser, data, verdicts):
    """The channels of every network have colours, and the title of one says what the documents do."""
    browser.run("document.getElementById('network').scrollIntoView()")
    panels = browser.run("""
      return [...document.querySelectorAll('#network .panels svg')].map((svg) => ({
        channels: svg.querySelectorAll('[data-channel]').length,
        colours: new Set([...svg.querySelectorAll('[data-channel]')].map((one) => one.style.color)).size,
        dashed: svg.querySelectorAll('[data-channel] [stroke-dasharray]').length,
        title: svg.querySelector('[data-channel="0"] title').textContent}))""")
    verdicts.append((len(panels) == len(data["series"]), f"{len(panels)} drawings of networks"))
    for series, panel in zip(data["series"], panels):
        place = series["curve"][-1]["channels"]
        value = digits(place["use"][0] / place["cycles"])
        verdicts.append((panel["channels"] == 512, f"{panel['channels']} channels of {series['name']}"))
        verdicts.append((panel["colours"] > 20, f"{panel['colours']} colours of {series['name']}"))
        verdicts.append((f": {value} flits/cycle" in panel["title"], f"{panel['title']!r}, the documents say {value}"))
    verdicts.append((panels[0]["dashed"] == 0 and panels[1]["dashed"] > 0, "the twisted links are not dashed"))


def check_keyboard(browser, verdicts):
    """The first stop leads to the curves; every chart, table and switch can be reached."""
    browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    browser.key("Tab")
    verdicts.append((browser.run("return document.activeElement.className") == "skip", "the first stop is no skip link"))
    stops = set()
    for _ in range(200):
        browser.key("Tab")
        stop = browser.run("const at = document.activeElement; return at === document.body ? '' : `${at.tagName}.${at.className}`")
        if not stop:
            break
        stops.add(stop)
    wanted = {"DIV.chart", "DIV.frame", "INPUT.", "SUMMARY.", "A."}
    verdicts.append((wanted <= stops, f"the keyboard does not reach {wanted - stops}"))


def main():
    cycles = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    folder = pathlib.Path(os.environ.get("TRENZA_PICTURES", tempfile.gettempdir() + "/trenza-report"))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages = [sweep(name, text)[1] for name, text in
             (("curves", CURVES.format(cycles=cycles)), ("channels", CHANNELS), ("failing", FAILING))]
    verdicts = []
    browser = Browser()
    for page in pages:
        data = data_of(page)
        size = page.stat().st_size
        print(f"{page.name}: {size / 1e6:.2f} MB, {data['documents']} documents")
        verdicts.append((size < 3_000_000, f"{page.name} has {size} bytes"))
        for width in WIDTHS:
            for dark in (False, True):
                browser.open(page, width, dark)
                theme = browser.run("return document.documentElement.dataset.theme")
                verdicts.append((theme == ("dark" if dark else "light"), f"{page.name} is {theme}"))
                if page.stem != "failing":
                    check_curves(browser, data, width, verdicts)
                    check_series_switch(browser, data, verdicts)
                if page.stem == "channels":
                    check_channels(browser, data, verdicts)
                browser.run("window.scrollTo(0, 0)")
                browser.picture(folder / f"{page.stem}-{width}-{theme}.png")
                complaints = browser.complaints()
                verdicts.append((not complaints, f"{page.name} at {width}: {complaints}"))
        browser.open(page, WIDTHS[0])
        check_keyboard(browser, verdicts)
        browser.run("document.querySelector('#theme input[value=dark]').click()")
        verdicts.append((browser.run("return document.documentElement.dataset.theme") == "dark", "the switch of colours does nothing"))
        browser.print(folder / f"{page.stem}.pdf")
        browser.run("document.querySelector('#theme input[value=auto]').click()")
    failures = data_of(pages[-1])["problems"]
    verdicts.append((len(failures) == 3 and all(one["state"].startswith("failed: took longer") for one in failures),
                     f"the failures are {failures}"))
    browser.open(pages[-1], WIDTHS[0])
    words = browser.run("return document.getElementById('problems').innerText")
    verdicts.append(("took longer than the limit of 1 s" in words, f"the page does not name the failures: {words}"))
    browser.close()
    print(f"pictures in {folder}")
    judge(*verdicts)


main()
