// Events: lines in the charts over time, and a table.

/** Maximum number of events in the table. */
const EVENTS_SHOWN = 300;

const EVENT_COLUMNS = ["At [s]", "Case", "Repetition", "Kind", "What", "Details"];
const EVENT_KINDS = { model: "event of the model", missed: "did not happen" };

/** Returns the events of the drawn repetitions by time; those without a time, which did not happen, come last. */
function events() {
  return drawn().flatMap((each) => each.events.filter(repeats(each)).flatMap((rows) => rows.at_s.map((at, i) => ({
    each, repetition: rows.repetition, at, kind: rows.kind[i], text: rows.event[i], detail: rows.detail[i],
  })))).sort((a, b) => (a.at === null) - (b.at === null) || a.at - b.at);
}

/** Draws events as dashed lines: those of the model in their own colour, with a name where there is room. */
function drawEvents(named) {
  const found = events().filter((event) => event.at !== null);
  return (u) => clipped(u, () => {
    const { ctx, bbox } = u;
    const ratio = uPlot.pxRatio;
    ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.lineWidth = ratio;
    ctx.font = 11 * ratio + "px system-ui, sans-serif";
    ctx.textAlign = "left";
    ctx.textBaseline = "bottom";
    let last = -Infinity;
    found.forEach((event) => {
      const x = u.valToPos(event.at, "x", true);
      ctx.strokeStyle = ctx.fillStyle = colour(event.kind === "model" ? "event" : "quiet");
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      if (named && x - last > 14 * ratio) {
        last = x;
        ctx.translate(x + 3 * ratio, bbox.top + 3 * ratio);
        ctx.rotate(Math.PI / 2);
        ctx.fillText(event.text.slice(0, 40), 0, 0);
        ctx.setTransform(1, 0, 0, 1, 0, 0);
      }
    });
  });
}

const tableRow = (tag, texts) => element("tr", {}, ...texts.map((text) => element(tag, { textContent: text === null ? "" : text })));

function showEvents() {
  const found = events();
  const rows = found.slice(0, EVENTS_SHOWN).map((event) => tableRow("td", [
    number(event.at), nameOf(event.each), event.repetition, EVENT_KINDS[event.kind] || event.kind, event.text, event.detail,
  ]));
  if (found.length > EVENTS_SHOWN) { rows.push(tableRow("td", [`and ${found.length - EVENTS_SHOWN} more`])); }
  byId("event-table").dataset.events = found.length;
  byId("event-table").replaceChildren(...(found.length
    ? [tableRow("th", EVENT_COLUMNS), ...rows] : [tableRow("td", ["Nothing happened in the drawn repetitions."])]));
}
