package io.soabench.maven.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.CompareRuns;
import io.soabench.analyzer.RunHistory;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that a store takes and refuses, and the index that it makes of them. */
final class RunStoreTest {

    @TempDir
    private static Path samples;

    private static Path sample;

    @TempDir
    private Path folder;

    @BeforeAll
    static void writeRun() throws IOException {
        sample = samples.resolve("20260101-000000");
        SampleRun.write(
                sample,
                1,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(2).defects(false));
        Analyzer.analyze(sample);
        Files.writeString(sample.resolve("report/index.html"), "<p>The report.</p>");
        Files.writeString(sample.resolve("report/results.html"), "<p>The results.</p>");
    }

    private Path store() {
        return folder.resolve("store");
    }

    private boolean publish(Path run) throws IOException {
        RunStore store = new RunStore(store());
        boolean published = store.publish(store.check(run));
        store.index();
        return published;
    }

    /** Copies the sample, so that a test may change it. */
    private Path copy(String name) throws IOException {
        Path copy = folder.resolve("runs").resolve(name);
        for (String path : paths(sample)) {
            Files.createDirectories(copy.resolve(path).getParent());
            Files.copy(sample.resolve(path), copy.resolve(path));
        }
        replace(copy.resolve("run.json"), "20260101-000000", name);
        return copy;
    }

    private static void replace(Path file, String old, String with) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, with));
    }

    private static Set<String> paths(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return Set.of();
        }
        Set<String> paths = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> !Files.isDirectory(file))
                    .forEach(file -> paths.add(folder.relativize(file).toString()));
        }
        return paths;
    }

    private JsonNode index() {
        return Json.read(store().resolve("index.json"), JsonNode.class);
    }

    private String page() throws IOException {
        return Files.readString(store().resolve("index.html"));
    }

    private void refused(Path run, String sentence) throws IOException {
        Set<String> before = paths(store());
        assertThatThrownBy(() -> publish(run))
                .isInstanceOf(StoreRefused.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("\n");
        assertThat(paths(store())).isEqualTo(before);
    }

    @Test
    void shouldKeepAllFilesOfARunWithTheirChecksums() throws IOException, NoSuchAlgorithmException {
        assertThat(publish(sample)).isTrue();

        Path kept = store().resolve("sample/20260101-000000");
        Set<String> expected = new TreeSet<>(paths(sample));
        assertThat(expected)
                .contains("plan.json", "run.json", "environment.json", "results.mv.db", "report/summary.md");
        for (String path : expected) {
            assertThat(kept.resolve(path)).hasSameBinaryContentAs(sample.resolve(path));
        }
        StringBuilder sums = new StringBuilder();
        expected.add("published.json");
        for (String path : expected) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(kept.resolve(path)));
            sums.append(HexFormat.of().formatHex(digest))
                    .append("  ")
                    .append(path)
                    .append('\n');
        }
        assertThat(kept.resolve("SHA256SUMS")).hasContent(sums.toString());
        expected.add("SHA256SUMS");
        assertThat(paths(kept)).isEqualTo(expected);
        try (Stream<Path> entries = Files.list(store())) {
            assertThat(entries.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("sample", "index.html", "index.json");
        }
    }

    @Test
    void shouldDescribeARunInTheIndex() throws IOException {
        publish(sample);

        JsonNode item = index().get("runs").get(0);
        assertThat(item.get("folder").asText()).isEqualTo("sample/20260101-000000");
        assertThat(item.get("files").toString())
                .isEqualTo("{\"report\":\"sample/20260101-000000/report/index.html\","
                        + "\"results\":\"sample/20260101-000000/report/results.html\","
                        + "\"summary\":\"sample/20260101-000000/report/summary.md\","
                        + "\"database\":\"sample/20260101-000000/results.mv.db\","
                        + "\"checksums\":\"sample/20260101-000000/SHA256SUMS\"}");
        JsonNode run = item.get("run");
        assertThat(run.get("testbed").asText()).isEqualTo("sample");
        assertThat(run.get("profile").asText()).isEqualTo("short");
        assertThat(run.get("startedAt").asText()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(run.get("state").asText()).isEqualTo("completed");
        // Two engines, processes, workloads and repetitions; each of the eight cases has two objectives.
        assertThat(run.get("repetitions").toString())
                .isEqualTo("{\"planned\":16,\"valid\":16,\"invalid\":0,\"missing\":0}");
        assertThat(run.get("objectives").get("stated").asInt()).isEqualTo(16);
        assertThat(Stream.of("met", "missed", "undecided", "unmeasured")
                        .mapToInt(state -> run.get("objectives").get(state).asInt())
                        .sum())
                .isEqualTo(16);
        assertThat(run.get("engines").findValuesAsText("name")).containsExactly("reference", "peer");
        assertThat(run.get("engines").findValuesAsText("type")).containsExactly("reference", "ode");
        String conclusion = run.get("conclusion").asText();
        assertThat(Files.readString(sample.resolve("report/summary.md"))).contains("**" + conclusion + "**");
        // One for each workload; the definition of ratios is no answer.
        assertThat(run.get("answers")).hasSize(2);
        for (JsonNode answer : run.get("answers")) {
            assertThat(page()).contains("<p>" + answer.asText() + "</p>");
        }
        assertThat(page())
                .contains(
                        conclusion,
                        "16 of 16 repetitions valid",
                        "2026-01-01 00:00 UTC",
                        "<a href=\"sample/20260101-000000/report/results.html\">Interactive results</a>")
                .doesNotContain("http://", "https://", "<!--");
    }

    @Test
    void shouldTakeTheSameContentAgain() throws IOException {
        publish(sample);
        Set<String> before = paths(store());

        assertThat(publish(sample)).isFalse();
        assertThat(publish(store().resolve("sample/20260101-000000"))).isFalse();
        assertThat(paths(store())).isEqualTo(before);
    }

    @Test
    void shouldRefuseOtherContentUnderTheSameName() throws IOException {
        publish(sample);
        Path other = copy("20260101-000000");
        Files.writeString(other.resolve("report/index.html"), "<p>Another report.</p>");

        refused(
                other,
                "/store/sample/20260101-000000 has other content under this name (the first difference is"
                        + " report/index.html), and a store never changes a run; publish into another folder");
        assertThat(store().resolve("sample/20260101-000000/report/index.html")).hasContent("<p>The report.</p>");
    }

    @Test
    void shouldNoticeACopyThatWasDamaged() throws IOException {
        publish(sample);
        Files.writeString(store().resolve("sample/20260101-000000/published.json"), " ", StandardCharsets.UTF_8);

        refused(sample, "are not those of its SHA256SUMS; sha256sum -c names them");
    }

    @Test
    void shouldRefuseRunsThatAreNotFinished() throws IOException {
        Path interrupted = copy("interrupted");
        replace(
                interrupted.resolve("run.json"),
                "\"state\" : \"COMPLETED\",\n  \"message\"",
                "\"state\" : \"INTERRUPTED\",\n  \"message\"");
        refused(interrupted, "run interrupted of sample has not come to its end");

        Path locked = copy("locked");
        Files.writeString(locked.resolve("run.lock"), "somebody");
        refused(locked, "run locked of sample has not come to its end");

        Path raw = copy("raw");
        Files.delete(raw.resolve("results.mv.db"));
        refused(raw, "run raw of sample has no results; make them with the goals analyze and report");

        Path damaged = copy("damaged");
        Files.writeString(damaged.resolve("results.mv.db"), "no database");
        refused(damaged, "results.mv.db cannot be read; make it anew with the goal analyze");
    }

    @Test
    void shouldRefuseWhatIsNoFile() throws IOException {
        Path linked = copy("linked");
        Files.createSymbolicLink(linked.resolve("report/secret"), Path.of("/etc/hostname"));

        refused(linked, "report/secret is something else, such as a link; put a file in its place, or remove it");
    }

    @Test
    void shouldRefuseNamesThatLeaveTheStore() throws IOException {
        for (String name : List.of("..", "../up", "a/b", ".hidden", " ")) {
            Path run = copy("run");
            replace(run.resolve("run.json"), "\"testbed\" : \"sample\"", "\"testbed\" : \"" + name + "\"");
            refused(run, "the name \"" + name + "\" of the testbed in ");
            for (String path : paths(run)) {
                Files.delete(run.resolve(path));
            }
        }
        Path run = copy("run");
        replace(run.resolve("run.json"), "\"id\" : \"run\"", "\"id\" : \"../../elsewhere\"");
        refused(run, "the name \"../../elsewhere\" of the run in ");
    }

    @Test
    void shouldShowHostileNamesAsText() throws IOException {
        Path run = copy("it's #1 & 100%");
        replace(run.resolve("run.json"), "\"testbed\" : \"sample\"", "\"testbed\" : \"<img src=x onerror=alert(1)>\"");
        replace(run.resolve("run.json"), "A simulated run", "</td><script>alert(2)<\\/script>");
        replace(run.resolve("plan.json"), "\"peer\"", "\"<b>peer\"");

        publish(run);

        assertThat(page())
                .contains(
                        "&lt;img src=x onerror=alert(1)&gt;",
                        "&lt;/td&gt;&lt;script&gt;alert(2)&lt;/script&gt;",
                        "&lt;b&gt;peer",
                        "href=\"%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E/it%27s%20%231%20%26%20100%25/report/index.html\"")
                .doesNotContain("<img", "<b>", "</td><script", "alert(2)</script>");
        assertThat(page().split("<script", -1)).hasSize(2);
        assertThat(index().get("runs").get(0).get("run").get("id").asText()).isEqualTo("it's #1 & 100%");
    }

    @Test
    void shouldLeaveNothingWhenCopyingFails() throws IOException {
        Path run = copy("run");
        RunStore store = new RunStore(store());
        RunStore.Candidate candidate = store.check(run);
        // The files are copied in the order of their paths, so that most of them are there by then.
        Files.delete(run.resolve("run.json"));

        assertThatThrownBy(() -> store.publish(candidate)).isInstanceOf(IOException.class);
        assertThat(store()).doesNotExist();

        publish(sample);
        Set<String> before = paths(store());
        assertThatThrownBy(() -> store.publish(candidate)).isInstanceOf(IOException.class);
        assertThat(paths(store())).isEqualTo(before);
        assertThat(store().resolve("sample/run")).doesNotExist();
    }

    @Test
    void shouldLeaveNothingWhenAFileChangesWhileItIsCopied() throws IOException {
        Path run = copy("run");
        RunStore store = new RunStore(store());
        RunStore.Candidate candidate = store.check(run);
        Files.writeString(run.resolve("report/summary.md"), "new");

        assertThatThrownBy(() -> store.publish(candidate))
                .isInstanceOf(StoreRefused.class)
                .hasMessageContaining("report/summary.md changed while it was copied");
        assertThat(store()).doesNotExist();
    }

    @Test
    void shouldLeaveNothingAfterAnInterruption() throws IOException {
        FileSums sums = FileSums.of(sample, Set.of());
        try (RunCopy copy = new RunCopy(store())) {
            copy.copy(sample, sums);
            assertThat(paths(store())).hasSameSizeAs(sums.sums().keySet());

            copy.stop();

            assertThat(store()).doesNotExist();
            assertThatThrownBy(() -> copy.add("more", "text"))
                    .isInstanceOf(StoreRefused.class)
                    .hasMessageContaining("was interrupted and removed; start the goal again");
            assertThatThrownBy(() -> copy.place(store().resolve("sample/run"))).isInstanceOf(StoreRefused.class);
            assertThatThrownBy(() -> copy.copy(sample, sums)).isInstanceOf(StoreRefused.class);
        }
        assertThat(store()).doesNotExist();
    }

    @Test
    void shouldMakeTheIndexAgainFromTheFoldersAlone() throws IOException {
        publish(copy("20260102-000000"));
        publish(sample);
        String page = page();
        String json = Files.readString(store().resolve("index.json"));
        // Later versions may not read the database; the entry of the run stays.
        Files.delete(store().resolve("sample/20260101-000000/results.mv.db"));
        Files.delete(store().resolve("index.html"));
        Files.delete(store().resolve("index.json"));

        assertThat(new RunStore(store()).index()).isEmpty();

        String database = "sample/20260101-000000/results.mv.db";
        assertThat(page()).isEqualTo(page.replace("<br><a href=\"" + database + "\">Database</a>", ""));
        assertThat(json).contains(database);
        assertThat(Files.readString(store().resolve("index.json"))).doesNotContain(database);
        assertThat(index().get("runs").findValuesAsText("folder"))
                .containsExactly("sample/20260101-000000", "sample/20260102-000000");
    }

    @Test
    void shouldListRunsThatCannotBeRead() throws IOException {
        publish(sample);
        Files.createDirectories(store().resolve("sample/by-hand"));
        Files.createDirectories(store().resolve("sample/broken<i>"));
        Files.writeString(store().resolve("sample/broken<i>/published.json"), "{\"format\": 1, \"testbed\": null}");
        Files.createDirectories(store().resolve("sample/later"));
        Files.writeString(store().resolve("sample/later/published.json"), "{\"format\": 99}");
        Files.createDirectories(store().resolve("sample/moved"));
        Files.copy(
                store().resolve("sample/20260101-000000/published.json"),
                store().resolve("sample/moved/published.json"));
        Files.createDirectories(store().resolve(".publish-1-1/plan"));

        List<String> sentences = new RunStore(store()).index();

        assertThat(sentences)
                .satisfiesExactly(
                        broken -> assertThat(broken).startsWith("sample/broken<i> cannot be read: its published.json"),
                        byHand -> assertThat(byHand)
                                .isEqualTo(
                                        "sample/by-hand cannot be read: it has no published.json; publish the run by the"
                                                + " goal, from another folder"),
                        later -> assertThat(later).contains("it has format 99", "reads format 1"),
                        moved -> assertThat(moved)
                                .isEqualTo("sample/moved cannot be read: its published.json is of the run"
                                        + " sample/20260101-000000"));
        assertThat(index().get("runs")).hasSize(1);
        assertThat(index().get("unreadable").findValuesAsText("folder"))
                .containsExactly("sample/broken<i>", "sample/by-hand", "sample/later", "sample/moved");
        assertThat(page())
                .contains("<h2>Runs that cannot be read</h2>", "<strong>sample/broken&lt;i&gt;</strong>")
                .doesNotContain("<i>");
    }

    @Test
    void shouldHoldRunsThatCanBeCompared() throws IOException {
        publish(sample);
        publish(copy("20260102-000000"));

        List<Path> runs = List.of(store().resolve("sample/20260101-000000"), store().resolve("sample/20260102-000000"));
        assertThatCode(() -> CompareRuns.of(runs, Set.of())).doesNotThrowAnyException();
        assertThat(CompareRuns.of(runs, Set.of()).worse()).isEmpty();
    }

    @Test
    void shouldHoldTheRunsOfAChangeSeries() throws IOException {
        RunStore store = new RunStore(store());
        for (int i = 0; i < 10; i++) {
            store.publish(store.check(copy("2026010" + i + "-000000")));
        }
        store.index();

        assertThat(RunHistory.of(store().resolve("sample"), Set.of()).used()).hasSize(10);
    }

    @Test
    void shouldRefuseAStoreThatIsNotThere() {
        assertThatThrownBy(() -> new RunStore(store()).index())
                .isInstanceOf(StoreRefused.class)
                .hasMessageStartingWith("there is no store ");
    }
}
