(function () {
  function number(text) {
    var found = /-?\d[\d,]*(\.\d+)?/.exec(text);
    return found ? parseFloat(found[0].replace(/,/g, '')) : NaN;
  }
  function order(a, b) {
    var x = number(a), y = number(b);
    if (isNaN(x) !== isNaN(y)) { return isNaN(x) ? 1 : -1; }
    return isNaN(x) || /^\s*[A-Za-z]/.test(a) || x === y ? a.localeCompare(b) : x - y;
  }
  function sort(head, place) {
    var row = head.parentNode, up = !head.classList.contains('up'), rows = [];
    for (var next = row.nextElementSibling; next; next = next.nextElementSibling) { rows.push(next); }
    rows.sort(function (a, b) {
      var one = a.cells[place].textContent, other = b.cells[place].textContent;
      var none = isNaN(number(one)) - isNaN(number(other));
      return none || (up ? 1 : -1) * order(one, other);
    });
    Array.prototype.forEach.call(row.cells, function (each) { each.classList.remove('up', 'down'); });
    head.classList.add(up ? 'up' : 'down');
    rows.forEach(function (each) { row.parentNode.appendChild(each); });
  }
  Array.prototype.forEach.call(document.querySelectorAll('tr'), function (row) {
    if (row.querySelector('th') && row.nextElementSibling && row.nextElementSibling.nextElementSibling) {
      Array.prototype.forEach.call(row.cells, function (head, place) {
        head.classList.add('sorts');
        head.addEventListener('click', function (event) { if (!event.target.closest('a')) { sort(head, place); } });
      });
    }
  });
  Array.prototype.forEach.call(document.querySelectorAll('[id^="case-"]'), function (title) {
    title.classList.add('folds');
    title.addEventListener('click', function () {
      var folded = title.classList.toggle('folded');
      for (var next = title.nextElementSibling; next && !/^case-/.test(next.id); next = next.nextElementSibling) {
        next.style.display = folded ? 'none' : '';
      }
    });
  });
})();
