package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.CompareRuns;
import io.soabench.analyzer.RunHistory;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.RunsComparison;
import io.soabench.analyzer.database.ComparisonDatabase;
import io.soabench.analyzer.database.HistoryDatabase;
import io.soabench.analyzer.history.ChangeSeries.Metric;
import io.soabench.analyzer.history.ChangeSeries.Subject;
import io.soabench.analyzer.history.History;
import io.soabench.analyzer.sample.SampleRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renders reports about several runs. */
final class SeveralRunsIT {

    @TempDir
    static Path folder;

    private static void render(ReportKind kind, Path database, Path out) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = ReportRenderer.run(
                new String[] {"--database", database.toString(), "--out", out.toString(), "--kind", kind.word()},
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Optional.of(JvmFonts.FONTS));
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(status).isZero();
    }

    private static String plain(String html) {
        return html.replaceAll("(?s)<style.*?</style>", "")
                .replaceAll("<[^>]*>", " ")
                .replaceAll("\\s+", " ");
    }

    private static String pdf(Path file, int pages) throws IOException {
        try (PDDocument pdf = Loader.loadPDF(file.toFile())) {
            assertThat(pdf.getNumberOfPages()).isBetween(1, pages);
            return new PDFTextStripper().getText(pdf).replaceAll("\\s+", " ");
        }
    }

    @Test
    void shouldShowRunsAgainstTheFirst() throws IOException {
        List<Path> runs = List.of(folder.resolve("last"), folder.resolve("next"));
        for (int i = 0; i < runs.size(); i++) {
            SampleRun.write(
                    runs.get(i), 42 + i, new SampleRun.Shape().measureS(5).defects(i == 0));
        }
        RunsComparison comparison = CompareRuns.of(runs, EnumSet.of(Kind.MODEL, Kind.VALIDITY));
        Path out = folder.resolve("compared");
        CompareRuns.write(comparison, out);
        render(ReportKind.COMPARISON, out.resolve(ComparisonDatabase.FILE), out.resolve("report"));

        String html = Files.readString(out.resolve("report/index.html"));
        assertThat(html).contains("data:image/svg").doesNotContain("src=\"http");
        assertThat(out.resolve("report/results.html"))
                .as("it has the data of one run")
                .doesNotExist();
        String text = plain(html);
        String pdf = pdf(out.resolve("report/report.pdf"), 5);
        for (String page : List.of(text, pdf)) {
            assertThat(page)
                    .contains("Comparison of 2 runs of the testbed sample")
                    .contains("B (next) against A (last): of 8 mean response times")
                    .contains("Each run is one occasion")
                    .contains("A (baseline)")
                    .contains("seed")
                    .contains("How it was judged");
        }
        for (RunsComparison.Finding finding : comparison.findings()) {
            assertThat(text).contains(finding.sentence().replace("<", "&lt;"));
        }
    }

    @Test
    void shouldShowManyRunsOnOnePage() throws Exception {
        Random random = new Random(3);
        List<Subject> order = new ArrayList<>();
        for (String engine : List.of("reference", "ode")) {
            for (String process : List.of("Sequential", "Flow")) {
                for (Metric metric : List.of(Metric.RESPONSE_TIME, Metric.THROUGHPUT)) {
                    order.add(new Subject(process, "office", engine, metric));
                }
            }
        }
        List<History.Run> runs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Map<Subject, Double> values = new LinkedHashMap<>();
            for (Subject of : order) {
                boolean slower = i >= 18 && of.equals(order.get(0));
                values.put(of, (slower ? 24 : 20) * Math.exp(0.03 * random.nextGaussian()));
            }
            Instant started = Instant.parse("2026-01-01T03:00:00Z").plusSeconds(86_400L * i);
            runs.add(new History.Run(
                    "2026-night-" + (i + 1),
                    folder.resolve("night" + i),
                    started,
                    "0.1.0-SNAPSHOT",
                    values,
                    i == 4 ? "run 5 is odd" : ""));
        }
        History history = History.of("nightly", "Every night", runs, order, 0.95);
        Path out = folder.resolve("history");
        RunHistory.write(history, out);
        render(ReportKind.HISTORY, out.resolve(HistoryDatabase.FILE), out.resolve("report"));

        String html = Files.readString(out.resolve("report/index.html"));
        assertThat(html.split("data:image/svg", -1))
                .as("a picture for each series")
                .hasSize(1 + order.size());
        String text = plain(html);
        String pdf = pdf(out.resolve("report/report.pdf"), 1);
        for (String page : List.of(text, pdf)) {
            assertThat(page)
                    .contains("29 runs of the testbed nightly, 1 January 2026 to 30 January 2026")
                    .contains("1 change was found in 1 of 8 series over 29 runs.")
                    .contains("reference, Sequential under office: from run 2026-night-19 on")
                    .contains("worse")
                    .contains("Left out: run 5 is odd.");
        }
    }

    @Test
    void shouldRefuseAKindThatItDoesNotKnow() throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = ReportRenderer.run(
                new String[] {
                    "--database",
                    Files.createTempFile(folder, "any", ".mv.db").toString(),
                    "--out",
                    folder.resolve("out").toString(),
                    "--kind",
                    "poem"
                },
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Optional.of(JvmFonts.FONTS));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("unknown kind of report \"poem\"; known are run, comparison, history");
    }
}
