# SPDX-License-Identifier: Apache-2.0
"""Headless Chromium, driven through its DevTools protocol over a pipe: no port, no driver, no library."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
import urllib.parse


def find_chromium():
    """The program, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None


class BrowserError(Exception):
    pass


class Browser:
    """One page. A context manager; ends the process and removes its profile."""

    def __init__(self, program, width=1280, height=800, limit=60):
        self.limit = limit
        self.number = 0
        self.buffer = b""
        self.events = []
        self.profile = tempfile.TemporaryDirectory(prefix="bireach-browser-", ignore_cleanup_errors=True)
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()

        def place_pipe():  # Chromium reads commands from descriptor 3 and answers on 4
            spare = os.dup(from_child)  # so that neither is overwritten before it is in its place
            os.dup2(to_child, 3)
            os.dup2(spare, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        command = [program, "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                   "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--mute-audio",
                   "--disable-dev-shm-usage", "--user-data-dir=" + self.profile.name, "--window-size=%d,%d" % (width, height)]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # its sandbox cannot be set up as root
        environment = dict(os.environ, HOME=self.profile.name)
        # Descriptors that Python opens are closed when the child starts, but for these two copies.
        self.process = subprocess.Popen(command + ["about:blank"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, preexec_fn=place_pipe, close_fds=False, env=environment)
        os.close(to_child)
        os.close(from_child)
        try:
            self.session = None
            targets = self.wait_for(lambda: [t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"])
            self.session = self.call("Target.attachToTarget", targetId=targets[0]["targetId"], flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Network", "Log", "Performance"):
                self.call(domain + ".enable")
        except Exception:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        self.profile.cleanup()

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            ready = select.select([self.read_end], [], [], max(0, left))[0]
            if not ready:
                raise BrowserError("the browser does not answer")
            data = os.read(self.read_end, 1 << 16)
            if not data:
                raise BrowserError("the browser ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        deadline = time.monotonic() + self.limit
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                raise BrowserError("waited in vain")
            time.sleep(0.02)

    def open(self, path):
        """Loads a file; returns the milliseconds until the page says that it is ready."""
        self.events.clear()
        before = time.monotonic()
        self.call("Page.navigate", url="about:blank")
        address = str(path) if "://" in str(path) else "file://" + urllib.parse.quote(os.path.abspath(path))
        self.call("Page.navigate", url=address)
        ready = "Boolean(document.documentElement) && document.documentElement.dataset.ready === 'true' && document.readyState === 'complete'"
        self.wait_for(lambda: self.evaluate(ready))
        self.elapsed = 1000 * (time.monotonic() - before)
        return self.evaluate("performance.now()")

    def seconds_of_work(self):
        """Processor time that the page has taken so far, whatever else the machine does."""
        return {m["name"]: m["value"] for m in self.call("Performance.getMetrics")["metrics"]}["TaskDuration"]

    def evaluate(self, expression):
        """The value of a JavaScript expression."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError("%s: %s" % (expression, details.get("exception", {}).get("description", details["text"])))
        return result["result"].get("value")

    def click(self, selector):
        """A real click in the middle of the first element that matches."""
        box = self.evaluate("(() => { const e = document.querySelector(%s); if (!e) return null; e.scrollIntoView({block: 'nearest'}); "
                            "const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2, b.width * b.height]; })()"
                            % json.dumps(selector))
        if not box or not box[2]:
            raise BrowserError("nothing to click on: " + selector)
        self.move(box[0], box[1])
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key):
        """A key by its name: "j", "ArrowRight", "Escape"."""
        codes = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}
        parameters = {"key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        if len(key) == 1:
            parameters["text"] = key
        elif key == "Enter":
            parameters["text"] = "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", **parameters)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def colour_scheme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def problems(self):
        """What the page complained about, and what it asked for beside itself, since it was opened."""
        self.evaluate("1")  # takes what is under way
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append("exception: " + json.dumps(parameters["exceptionDetails"])[:400])
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append("log: " + parameters["entry"]["text"])
            elif method == "Page.javascriptDialogOpening":
                found.append("dialog: " + parameters["message"])
            elif method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith("about:") and parameters.get("type") != "Document":
                    found.append("request: " + url)
        return found
