// Shows each error of the other scripts at the top of the page, and counts them at the root element.
(function () {
  function report(text) {
    var place = document.getElementById("problem");
    var root = document.documentElement;
    root.dataset.errors = Number(root.dataset.errors || 0) + 1;
    place.hidden = false;
    place.textContent = "This page is not complete, because its script failed: " + text;
  }
  window.onerror = function (message, source, line) { report(message + " (line " + line + ")"); };
  window.addEventListener("unhandledrejection", function (event) { report(event.reason); });
  document.addEventListener("securitypolicyviolation", function (event) { report("it asked for " + event.blockedURI); });
})();
