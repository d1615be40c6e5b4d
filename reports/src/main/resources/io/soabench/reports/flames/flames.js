'use strict';
// Draws the flame graph of a case, or the difference of two. A graph is a list of depth, name and weight of each frame,
// a caller before its callees. Names become text nodes, never markup.
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const element = id => document.getElementById(id);
  const ROW = 18;
  const LEAST_PIXELS = 1;
  // Two graphs with less of their weight on common paths are of different programs.
  const LEAST_COMMON = 0.5;

  // Frames as objects: path as key, position and width as shares of the whole.
  function read(graph) {
    const total = [0];
    for (let i = 0; i < graph.frames.length; i += 3) {
      if (graph.frames[i] === 0) {
        total[0] += graph.frames[i + 2];
      }
    }
    const begins = [0];
    const paths = [''];
    const frames = [];
    for (let i = 0; i < graph.frames.length; i += 3) {
      const depth = graph.frames[i];
      const weight = graph.frames[i + 2];
      const path = paths[depth] + '\n' + graph.frames[i + 1];
      frames.push({depth, name: data.names[graph.frames[i + 1]], weight, path, x: begins[depth] / total[0], width: weight / total[0]});
      begins[depth + 1] = begins[depth];
      begins[depth] += weight;
      paths[depth + 1] = path;
    }
    return {of: graph, frames, total: total[0]};
  }

  const graphs = data.graphs.map(read);
  const cases = [...new Set(graphs.map(each => each.of.case_id))];
  const find = (id, kind) => graphs.find(each => each.of.case_id === id && each.of.kind === kind);
  let zoomed = null;

  function option(select, value, text) {
    const made = document.createElement('option');
    made.value = value;
    made.textContent = text;
    select.append(made);
  }

  function amount(weight, unit) {
    return unit === 'bytes' ? (weight / 1048576).toFixed(1) + ' MiB' : Math.round(weight) + ' samples';
  }

  const percent = share => (100 * share).toFixed(share < 0.1 ? 2 : 1) + ' %';

  // The weight of innermost frames: each weight less that of its callees.
  function own(frames) {
    return frames.map((frame, i) => {
      let rest = frame.width;
      for (let j = i + 1; j < frames.length && frames[j].depth > frame.depth; j++) {
        rest -= frames[j].depth === frame.depth + 1 ? frames[j].width : 0;
      }
      return rest;
    });
  }

  function colour(frame, other) {
    if (other) {
      const before = other.get(frame.path) || 0;
      const change = Math.max(-1, Math.min(1, (frame.width - before) / Math.max(frame.width, before, 0.02)));
      const light = 92 - 32 * Math.abs(change);
      return change > 0 ? `hsl(8 80% ${light}%)` : `hsl(212 75% ${light}%)`;
    }
    let hash = 0;
    for (const c of frame.name.replace(/\.[^.]*$/, '')) {
      hash = (hash * 31 + c.codePointAt(0)) % 1000;
    }
    return `hsl(${18 + hash % 38} 85% ${66 + hash % 12}%)`;
  }

  function shown() {
    return find(element('case').value, element('kind').value);
  }

  function draw() {
    const graph = shown();
    const place = element('graph');
    place.replaceChildren();
    element('detail').textContent = '';
    if (!graph) {
      element('summary').textContent = 'Nothing of this kind was recorded within the measurement of this case.';
      place.style.height = '0';
      return;
    }
    const against = element('against').value && find(element('against').value, element('kind').value);
    const other = against ? new Map(against.frames.map(frame => [frame.path, frame.width])) : null;
    summarize(graph, against, other);
    const word = element('find').value.trim().toLowerCase();
    const top = zoomed && graph.frames.find(frame => frame.path === zoomed);
    const from = top ? top.x : 0;
    const scale = top ? 1 / top.width : 1;
    const pixels = place.clientWidth;
    let deepest = 0;
    for (const frame of graph.frames) {
      const above = top && top.path.startsWith(frame.path + '\n');
      const inside = !top || frame.path === top.path || frame.path.startsWith(top.path + '\n');
      const width = above ? 1 : frame.width * scale;
      if (!above && !inside || width * pixels < LEAST_PIXELS) {
        continue;
      }
      const box = document.createElement('button');
      box.type = 'button';
      box.style.left = 100 * (above ? 0 : (frame.x - from) * scale) + '%';
      box.style.width = 100 * width + '%';
      box.style.top = frame.depth * ROW + 'px';
      box.style.background = colour(frame, other);
      box.textContent = width * pixels > 30 ? frame.name.split('.').slice(-2).join('.') : '';
      let text = `${frame.name}: ${percent(frame.width)}, ${amount(frame.weight, graph.of.unit)}`;
      if (other) {
        text += `; ${percent(other.get(frame.path) || 0)} in ${against.of.case_id}`;
      }
      box.title = text;
      box.setAttribute('aria-label', text);
      box.classList.toggle('found', word !== '' && frame.name.toLowerCase().includes(word));
      box.addEventListener('mouseenter', () => { element('detail').textContent = text; });
      box.addEventListener('focus', () => { element('detail').textContent = text; });
      box.addEventListener('click', () => { zoomed = frame.path; draw(); });
      place.append(box);
      deepest = Math.max(deepest, frame.depth);
    }
    place.style.height = (deepest + 1) * ROW + 'px';
  }

  function summarize(graph, against, other) {
    let text = amount(graph.total, graph.of.unit) + ' within the measurement.';
    const word = element('find').value.trim().toLowerCase();
    if (word) {
      // A method that calls itself, or another that matches, counts once.
      let sum = 0;
      let inside = Infinity;
      for (const frame of graph.frames) {
        if (frame.depth <= inside) {
          inside = Infinity;
          if (frame.name.toLowerCase().includes(word)) {
            sum += frame.width;
            inside = frame.depth;
          }
        }
      }
      text += ` ${percent(sum)} are in methods that match “${word}”.`;
    }
    if (other) {
      const rest = own(graph.frames);
      const common = graph.frames.reduce((sum, frame, i) => sum + (other.has(frame.path) ? rest[i] : 0), 0);
      text += ` Red: a larger share than in ${against.of.case_id}; blue: a smaller one. ${percent(common)} are on paths that both have`
        + (common < LEAST_COMMON ? ': these are different programs, and their difference says little.' : '.');
    }
    element('summary').textContent = text;
  }

  function offerOthers() {
    const select = element('against');
    const before = select.value;
    select.replaceChildren();
    option(select, '', 'nothing');
    const mine = graphs.find(each => each.of.case_id === element('case').value).of;
    for (const id of cases) {
      const one = graphs.find(each => each.of.case_id === id).of;
      if (id !== mine.case_id && one.process === mine.process && one.workload === mine.workload) {
        option(select, id, id);
      }
    }
    select.value = [...select.options].some(each => each.value === before) ? before : '';
  }

  cases.forEach(id => option(element('case'), id, id));
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (cases.includes(wanted)) {
    element('case').value = wanted;
  }
  offerOthers();
  element('case').addEventListener('change', () => { zoomed = null; offerOthers(); draw(); });
  for (const id of ['kind', 'against']) {
    element(id).addEventListener('change', () => { zoomed = null; draw(); });
  }
  element('find').addEventListener('input', draw);
  element('whole').addEventListener('click', () => { zoomed = null; draw(); });
  window.addEventListener('resize', draw);
  draw();
})();
