package io.soabench.maven.store;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of a store, {@value #NAME}: a table of its runs with a search field. It needs no network and no other file,
 * and its policy lets a browser run nothing but its own script. Names of models cannot change its layout.
 */
final class StorePage {

    /** The file in the folder of the store. */
    static final String NAME = "index.html";

    private static final Map<String, String> TITLES = Map.of(
            "report", "Report",
            "results", "Interactive results",
            "summary", "Summary",
            "pdf", "PDF",
            "database", "Database",
            "checksums", "Checksums");

    /** The answers of a run that the page shows; the report has all. */
    private static final int MOST_ANSWERS = 3;

    private static final int MINUTES = "2026-01-01T00:00".length();

    private StorePage() {}

    /** Writes the page of an index at once: a reader sees the old page or the new one. */
    static void write(Path store, StoreIndex index) throws IOException {
        Path part = store.resolve("." + NAME + ".part");
        Files.write(part, html(index).getBytes(StandardCharsets.UTF_8));
        Files.move(part, store.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns the page of an index. */
    static String html(StoreIndex index) throws IOException {
        String text;
        try (InputStream in = StorePage.class.getResourceAsStream("index.html")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String policy = "default-src 'none'; style-src " + hash(text, "style") + "; script-src " + hash(text, "script")
                + "; img-src data:; base-uri 'none'; form-action 'none'";
        int rows = text.indexOf("<!--runs-->");
        return text.substring(0, rows).replace("<!--policy-->", policy)
                + index.runs().stream().map(StorePage::row).collect(Collectors.joining())
                + text.substring(rows).replace("<!--runs-->", "").replace("<!--unreadable-->", unreadable(index));
    }

    /** Returns the source expression of the only element of that name. */
    private static String hash(String html, String element) {
        String begin = "<" + element + ">";
        String content = html.substring(html.indexOf(begin) + begin.length(), html.indexOf("</" + element + ">"));
        byte[] digest = FileSums.digest().digest(content.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    private static String row(StoreIndex.Item item) {
        PublishedRun run = item.run();
        return "<tr>"
                + cell(
                        "Testbed",
                        "<strong>" + escaped(run.testbed()) + "</strong>"
                                + soft(run.title())
                                + soft(run.profile().isEmpty() ? "" : "profile " + run.profile()))
                + cell("Date", "<time>" + escaped(date(run.startedAt())) + "</time>" + soft("run " + run.id()))
                + cell("Engines", engines(run))
                + cell("State", state(run))
                + cell("Conclusion", conclusion(run))
                + cell("Files", links(item))
                + "</tr>\n";
    }

    private static String cell(String name, String content) {
        return "<td data-name=\"" + name + "\"><div>" + content + "</div></td>";
    }

    private static String soft(String text) {
        return text.isEmpty() ? "" : "<br><span class=\"soft\">" + escaped(text) + "</span>";
    }

    /** Returns an instant to the minute. */
    private static String date(String instant) {
        return instant.length() < MINUTES
                ? instant
                : instant.substring(0, MINUTES).replace('T', ' ') + " UTC";
    }

    private static String engines(PublishedRun run) {
        return Stream.concat(
                        run.engines().stream()
                                .map(engine -> "<strong>" + escaped(engine.name()) + "</strong>"
                                        + (engine.type().isEmpty() ? "" : " (" + escaped(engine.type()) + ")")
                                        + engine.programs().stream()
                                                .map(program -> soft(version(program)))
                                                .collect(Collectors.joining())),
                        Stream.of(run.soabench())
                                .filter(version -> !version.isEmpty())
                                .map(version -> "<span class=\"soft\">SOABench " + escaped(version) + "</span>"))
                .collect(Collectors.joining("<br>"));
    }

    /** Returns artifact and version of coordinates. */
    private static String version(String coordinates) {
        return coordinates
                .substring(coordinates.indexOf(':') + 1)
                .replace(":", " ")
                .strip();
    }

    private static String state(PublishedRun run) {
        PublishedRun.Repetitions repetitions = run.repetitions();
        PublishedRun.ObjectiveCounts objectives = run.objectives();
        Mark valid = repetitions.valid() == repetitions.planned() ? Mark.GOOD : Mark.BAD;
        Mark met = objectives.missed() + objectives.unmeasured() > 0
                ? Mark.BAD
                : objectives.undecided() > 0 ? Mark.OPEN : Mark.GOOD;
        return escaped(run.state())
                + mark(valid, repetitions.valid() + " of " + repetitions.planned() + " repetitions valid")
                + (objectives.stated() == 0
                        ? ""
                        : mark(met, objectives.met() + " of " + objectives.stated() + " objectives met")
                                + soft(Stream.of(
                                                number(objectives.missed(), "missed"),
                                                number(objectives.undecided(), "undecided"),
                                                number(objectives.unmeasured(), "not measured"))
                                        .flatMap(List::stream)
                                        .collect(Collectors.joining(", "))));
    }

    private static List<String> number(int number, String what) {
        return number == 0 ? List.of() : List.of(number + " " + what);
    }

    /** A judgement with its sign. */
    private enum Mark {
        GOOD("✓"),
        BAD("✗"),
        OPEN("?");

        private final String sign;

        Mark(String sign) {
            this.sign = sign;
        }
    }

    private static String mark(Mark mark, String text) {
        return "<br><span class=\"" + mark.name().toLowerCase(Locale.ROOT) + "\">" + mark.sign + " " + text + "</span>";
    }

    private static String conclusion(PublishedRun run) {
        return Stream.concat(Stream.of(run.conclusion()), run.answers().stream().limit(MOST_ANSWERS))
                .map(sentence -> "<p>" + escaped(sentence) + "</p>")
                .collect(Collectors.joining());
    }

    private static String links(StoreIndex.Item item) {
        return item.files().entrySet().stream()
                .map(file -> "<a href=\"" + address(file.getValue()) + "\">"
                        + escaped(TITLES.getOrDefault(file.getKey(), file.getKey())) + "</a>")
                .collect(Collectors.joining("<br>"));
    }

    /** Returns a relative path as a web address. */
    private static String address(String path) {
        return Stream.of(path.split("/"))
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
    }

    private static String unreadable(StoreIndex index) {
        return index.unreadable().isEmpty()
                ? ""
                : "<section><h2>Runs that cannot be read</h2>\n<ul>\n"
                        + index.unreadable().stream()
                                .map(each -> "<li><strong>" + escaped(each.folder()) + "</strong>: "
                                        + escaped(each.reason()) + "</li>\n")
                                .collect(Collectors.joining())
                        + "</ul></section>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
