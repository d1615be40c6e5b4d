// Single requests: when the client, the engine and each partner worked.

const EXAMPLES = [
  ["median", "median"], ["p99", "99th percentile"], ["slowest1", "slowest"], ["slowest2", "second slowest"], ["slowest3", "third slowest"],
  ["failure1", "first failure"], ["failure2", "second failure"], ["failure3", "third failure"],
];

/** Number of calls that are shown before a reader asks for the others. */
const CALLS_SHOWN = 40;

/** Returns the stretches of a request in which no partner worked: time of the engine. */
function engineTimes(request) {
  const begin = request.late_ms;
  const end = request.response_ms;
  const busy = request.partners
    .map((call) => [begin + call.after_ms, call.response_ms === null ? end : begin + call.after_ms + call.response_ms])
    .map(([from, to]) => [Math.max(begin, from), Math.min(end, to)])
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0]);
  const free = [];
  let now = begin;
  busy.forEach(([from, to]) => {
    if (from > now) { free.push([now, from, free.length || now > begin ? "between calls" : "before the first call"]); }
    now = Math.max(now, to);
  });
  if (end > now) { free.push([now, end, busy.length ? "after the last call" : "without a call"]); }
  return free;
}

const chosenRequest = (each) => each.singles.filter(repeats(each)).find((request) => request.examples.includes(choice.example));

function waterfalls() {
  const found = drawn().map((each) => [each, chosenRequest(each)]);
  const longest = greatest(found.filter(([, request]) => request).map(([, request]) => request.response_ms));
  const place = byId("waterfalls");
  place.dataset.requests = found.filter(([, request]) => request).length;
  place.replaceChildren(...found.map(([each, request]) => (request ? waterfall(each, request, choice.sameAxis ? longest : request.response_ms)
    : element("p", { className: "note", textContent: nameOf(each) + " has no such request." }))));
  if (!found.length) { place.append(element("p", { className: "empty", textContent: "All cases are switched off." })); }
}

function bar(kind, from, to, longest, title) {
  const made = element("span", { className: "bar " + kind, title });
  made.style.left = 100 * from / longest + "%";
  made.style.width = 100 * Math.max(0, Math.min(longest, to) - from) / longest + "%";
  return made;
}

function row(name, bars, text, title) {
  return [
    element("span", { className: "name", textContent: name, title: title || name }),
    element("span", { className: "track" }, ...bars),
    element("span", { className: "number", textContent: text }),
  ];
}

/** Returns a row with times in milliseconds. */
function axisRow(longest) {
  const track = element("span", { className: "track axis" });
  const step = 10 ** Math.floor(Math.log10(longest / 3));
  const every = [1, 2, 5, 10].map((factor) => factor * step).find((size) => longest / size <= 5);
  const ticks = [];
  for (let i = 0; i * every < longest * 0.8; i++) { ticks.push(i * every); }
  [...ticks, longest].forEach((ms) => {
    const tick = element("span", { textContent: brief(ms) + (ms === longest ? " ms" : "") });
    tick.style.left = 100 * ms / longest + "%";
    track.append(tick);
  });
  return [element("span"), track, element("span")];
}

function callRow(request, call, longest) {
  const from = request.late_ms + call.after_ms;
  const answered = call.response_ms !== null;
  const to = answered ? from + call.response_ms : request.response_ms;
  const name = (call.step > 0 ? call.step + " " : "") + call.service + (call.instance > 1 ? " " + call.instance : "") + "." + call.operation;
  const took = answered ? `took ${brief(call.response_ms)} ms` : "never answered";
  const title = `${name}: ${call.outcome}, planned ${brief(call.planned_ms)} ms, ${took}, ${brief(call.after_ms)} ms after the request began`;
  return row(name + (call.outcome === "OK" ? "" : " (" + call.outcome + ")"), [
    bar("partner" + (answered ? "" : " unanswered"), from, to, longest, title),
    bar("planned", from, from + call.planned_ms, longest, title),
  ], `${answered ? brief(call.response_ms) : "–"} of ${brief(call.planned_ms)}`, title);
}

/** Returns the request in words. */
function description(each, request, engine) {
  const sum = (stretches) => stretches.reduce((total, [from, to]) => total + to - from, 0);
  const parts = distinct(engine.map(([, , name]) => name)).map((name) => `${brief(sum(engine.filter((one) => one[2] === name)))} ms ${name}`);
  const process = request.process === each.process ? "" : `, process ${request.process}`;
  return `Request ${request.request}, repetition ${request.repetition}, ${brief(request.at_s)} s after the start of the measurement${process}: `
    + `${brief(request.response_ms)} ms. The engine had ${brief(sum(engine))} ms${parts.length ? ` (${parts.join(", ")})` : ""}; `
    + `partners worked in ${brief(request.response_ms - request.late_ms - sum(engine))} ms.`;
}

/** Returns the rows of the client and of the engine. */
function ownRows(each, request, engine, longest) {
  const waited = `The client waited ${brief(request.response_ms - request.late_ms)} ms.`;
  const late = `The load client sent it ${brief(request.late_ms)} ms late.`;
  const worked = engine.map(([from, to, name]) => bar("engine", from, to, longest, `${each.engine}: ${brief(to - from)} ms ${name}`));
  const client = [bar("late", 0, request.late_ms, longest, late), bar("client", request.late_ms, request.response_ms, longest, waited)];
  const own = engine.reduce((total, [from, to]) => total + to - from, 0);
  return [...row("client", client, brief(request.response_ms)), ...row(each.engine, worked, brief(own))];
}

function waterfall(each, request, longest) {
  const engine = engineTimes(request);
  const bars = element("div", { className: "bars" }, ...axisRow(longest), ...ownRows(each, request, engine, longest));
  const calls = request.partners.map((call) => () => callRow(request, call, longest));
  calls.slice(0, CALLS_SHOWN).forEach((make) => bars.append(...make()));
  const failure = "It failed: " + [request.outcome, request.status, request.detail].filter(Boolean).join(", ");
  const box = element("div", { className: "waterfall" },
    element("h4", {}, swatch(colourOf(each), dashOf(each)), nameOf(each)),
    element("p", { textContent: description(each, request, engine) }),
    request.succeeded ? null : element("p", { className: "alarm", textContent: failure }),
    bars);
  if (calls.length > CALLS_SHOWN) {
    const more = element("button", { type: "button", textContent: `Show ${calls.length - CALLS_SHOWN} more calls` });
    more.onclick = () => {
      calls.slice(CALLS_SHOWN).forEach((make) => bars.append(...make()));
      more.remove();
    };
    box.append(more);
  }
  if (request.calls > request.partners.length) {
    const note = `This page has the first ${request.partners.length} of ${request.calls} calls; the engine's time above includes the time of the others. `
      + "The view V_CALL of the database has all.";
    box.append(element("p", { className: "note", textContent: note }));
  }
  return box;
}
