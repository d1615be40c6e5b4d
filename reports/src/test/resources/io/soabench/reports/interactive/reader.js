// A reader of the page: points at a request, zooms, looks at values by keys, switches a case off, and takes another request.
// What the reader sees is written into the element "seen", one line each.
setTimeout(async () => {
  const seen = [];
  const pause = () => new Promise((done) => { setTimeout(done, 50); });
  const of = (id) => document.getElementById(id);
  const picture = (id) => of(id).querySelector("canvas").toDataURL();
  const OVER_TIME = ["points", "percentiles-over-time", "rates"];
  const pointer = (type, id, x, y, target) => {
    const plot = of(id).querySelector(".u-over");
    const box = plot.getBoundingClientRect();
    (target || plot).dispatchEvent(new MouseEvent(type, {
      bubbles: true, view: window, button: 0, detail: 1, movementX: 5, clientX: box.left + x * box.width, clientY: box.top + y * box.height,
    }));
  };
  const press = (id, name, shiftKey) => of(id).dispatchEvent(new KeyboardEvent("keydown", { key: name, shiftKey: Boolean(shiftKey), bubbles: true }));
  const differ = (before) => OVER_TIME.map((id, i) => picture(id) !== before[i]).join(",");

  const first = OVER_TIME.map(picture);
  pointer("mousemove", "rates", 0.5, 0.5);
  await pause();
  seen.push("values of a second: " + of("rates").querySelectorAll(".tip p").length);
  pointer("mousemove", "points", 0.2, 0.5);
  pointer("mousedown", "points", 0.2, 0.5);
  pointer("mousemove", "points", 0.6, 0.5);
  pointer("mouseup", "points", 0.6, 0.5, document);
  await pause();
  seen.push("drag changes: " + differ(first));
  pointer("dblclick", "points", 0.5, 0.5);
  await pause();
  seen.push("double click leaves changed: " + differ(first));
  press("rates", "+");
  await pause();
  seen.push("plus changes: " + differ(first));
  press("rates", "0");
  await pause();
  seen.push("zero leaves changed: " + differ(first));
  press("percentile-curve", "ArrowRight");
  press("percentile-curve", "ArrowRight");
  await pause();
  seen.push("keys tell: " + of("values").textContent);
  const lines = Number(of("percentile-curve").dataset.series);
  document.querySelector("#series input").click();
  await pause();
  seen.push("lines after a case is off: " + (Number(of("percentile-curve").dataset.series) - lines));
  document.querySelector("#examples input[type=radio]:nth-of-type(1)").checked = true;
  [...document.querySelectorAll("#examples label")].find((label) => label.textContent === "first failure").querySelector("input").click();
  await pause();
  seen.push("failed requests: " + of("waterfalls").querySelectorAll(".alarm").length);
  const log = [...document.querySelectorAll("#time-controls label")].find((label) => label.textContent === "Logarithmic times");
  log.querySelector("input").click();
  await pause();
  seen.push("logarithmic changes: " + differ(first));
  seen.push("flame graphs are shown: " + (getComputedStyle(of("flames")).display !== "none"));
  const place = document.createElement("pre");
  place.id = "seen";
  place.textContent = seen.join("\n");
  document.body.append(place);
}, 200);
