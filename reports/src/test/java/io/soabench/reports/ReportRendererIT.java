package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.graphics.color.PDIndexed;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionGoTo;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Renders real databases in a process of its own, as the tool does, and reads what came out. */
final class ReportRendererIT {

    private static final long DEADLINE_S = 300;

    /** A page with a hundred cases shall not be larger than a browser opens at once. */
    private static final long MOST_BYTES_A_CASE = 160_000;

    @TempDir
    static Path folder;

    private static Path run;

    /** How a renderer's process ended. */
    private record Ending(int status, String output) {}

    @BeforeAll
    static void shouldRenderTheSampleRun() throws Exception {
        run = folder.resolve("sample");
        SampleRun.write(run, 7, new SampleRun.Shape().measureS(8).published(true));
        Analyzer.analyze(run);
        Ending ending = renderAsTheToolDoes(run.resolve("results.mv.db"), run.resolve("report"));
        assertThat(ending.output()).isEmpty();
        assertThat(ending.status()).isZero();
    }

    private static Ending render(Path database, Path out, String formats) throws Exception {
        return render(database, out, formats, "yes");
    }

    /** In this JVM, whose classes are soon compiled; as the tool does it, the sample run is rendered and an interrupted rendering begins. */
    private static Ending render(Path database, Path out, String formats, String details) throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = ReportRenderer.run(
                arguments(database, out, formats, details).toArray(String[]::new),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Optional.of(JvmFonts.FONTS));
        return new Ending(status, err.toString(StandardCharsets.UTF_8));
    }

    private static Ending renderAsTheToolDoes(Path database, Path out) throws Exception {
        Path output = Files.createTempFile(folder, "renderer", ".log");
        Process process = start(database, out, "html,pdf", "yes", output);
        try {
            assertThat(process.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ending(process.exitValue(), Files.readString(output));
    }

    private static List<String> arguments(Path database, Path out, String formats, String details) {
        return List.of(
                "--database", database.toString(), "--out", out.toString(), "--formats", formats, "--details", details);
    }

    private static Process start(Path database, Path out, String formats, String details, Path output, String... more)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.soabench.reports.ReportRenderer"));
        command.addAll(arguments(database, out, formats, details));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static List<String> column(String sql) throws SQLException {
        try (Connection connection = open(run);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    private static Connection open(Path run) throws SQLException {
        return DriverManager.getConnection("jdbc:h2:file:" + run.resolve("results") + ";IFEXISTS=TRUE", "sa", "");
    }

    private static String pdfText() throws IOException {
        return pdfText(run);
    }

    private static String pdfText(Path run) throws IOException {
        return pdfText(new File(run.toFile(), "report/report.pdf"));
    }

    private static String pdfText(File file) throws IOException {
        try (PDDocument pdf = Loader.loadPDF(file)) {
            return new PDFTextStripper().getText(pdf);
        }
    }

    @Test
    void shouldShowEveryCaseWithItsFiguresWhenRenderedAsPdf() throws Exception {
        String text = pdfText();

        for (String row : column("select process || ' under ' || workload || ' on ' || engine from v_suite_summary")) {
            assertThat(text).contains(row);
        }
        for (String mean : column(
                "select trim(to_char(mean_ms, case when mean_ms < 10 then '0.00' when mean_ms < 1000 then '990.0'"
                        + " else '999,990' end)) from v_suite_summary where mean_ms is not null")) {
            assertThat(text).contains(mean);
        }
    }

    @Test
    void shouldPrintNoticesOfServersOnTheCoverAndInTheEnvironment() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");
        String notice = "All figures of this sample are simulated.";

        assertThat(text).contains("reference: " + notice);
        assertThat(text.indexOf(notice)).isLessThan(text.indexOf("How to read this report"));
        assertThat(text.substring(text.indexOf(notice) + notice.length())).contains(notice);
    }

    /** A word that is too long for its column may end beyond the page. */
    @Test
    void shouldPrintAllDigitsOfAChecksum() throws Exception {
        List<Float> free = new ArrayList<>();
        try (PDDocument pdf = Loader.loadPDF(new File(run.toFile(), "report/report.pdf"))) {
            new PDFTextStripper() {

                @Override
                protected void writeString(String text, List<TextPosition> positions) {
                    if (text.matches(".*[0-9a-f]{64}.*")) {
                        TextPosition last = positions.get(positions.size() - 1);
                        free.add(getCurrentPage().getMediaBox().getWidth() - last.getXDirAdj() - last.getWidthDirAdj());
                    }
                }
            }.getText(pdf);
        }

        assertThat(free).isNotEmpty().allSatisfy(points -> assertThat(points)
                .as("points to the edge of the page")
                .isPositive());
    }

    @Test
    void shouldPrintTheVerdictAndTheEnvironmentWhenRenderedAsPdf() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");

        assertThat(text).contains(column("select title from v_run").get(0));
        assertThat(text).contains(", profile short, model ");
        assertThat(text).contains(column("select verdict from v_run").get(0).replaceAll("\\s+", " "));
        assertThat(text).contains("Environment").contains("Contents").contains("How to read this report");
        assertThat(text).contains("Events of the model").contains("slow of mocks");
        assertThat(text).contains("Requests of the five seconds before and after each event");
        assertThat(text.substring(text.indexOf("Limits of these results"), text.indexOf("Contents")))
                .contains(
                        "Each engine shares the 2 processors of host here with the load client and the partners",
                        "reference is the engine that comes with SOABench",
                        "here: simulated, 2 logical processors, simulated, kernel simulated, simulated, 8.0 GiB of memory");
        assertThat(text.substring(0, text.indexOf("Environment")).split("repetitions are valid", -1))
                .as("the cover says once how many are valid")
                .hasSize(2);
        assertThat(text)
                .contains("traffic over time [MiB/s]")
                .contains("Server Metric Average", "Service Operation Calls")
                .contains(
                        "The network", "here → reference 2 ms 4.00 4.08 4.19 4.51", "here → mocks none 0.07 0.17 0.48")
                .containsOnlyOnce("here → mocks none")
                .doesNotContain("${param")
                .contains("Where the metrics of servers come from")
                .contains("Payload of TCP, without headers.")
                .contains("no JVM publishes counters");
    }

    @Test
    void shouldAnswerWhichEngineIsFastestAtTheFront() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");
        List<String> answers = column("select sentence from v_answer where other is null");

        assertThat(answers).isNotEmpty();
        for (String answer : answers) {
            assertThat(text).contains(answer);
        }
        assertThat(text.lastIndexOf("Which engine has the lowest response time?"))
                .isLessThan(text.indexOf("Repetitions, times in milliseconds"));
    }

    /** Two engines: each pair is one cell beside that of the lowest mean. */
    @Test
    void shouldPutEnginesBesideEachOtherOnTheFirstPage() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");
        String cover = text.substring(0, text.indexOf("Contents"));
        List<String> verdicts = column("select verdict from v_pair where kind = 'engine' and process in"
                + " (select process from v_suite_summary)");

        assertThat(cover).contains("Mean response time of each engine", "Process Workload reference peer");
        assertThat(verdicts).contains("worse");
        assertThat(cover.split("× as long\\)", -1))
                .as("a ratio where engines differ, and nowhere else")
                .hasSize(1
                        + (int) verdicts.stream()
                                .filter(v -> v.matches("better|worse"))
                                .count());
        assertThat(cover.split("\\(undecided\\)", -1))
                .hasSize(1 + (int) verdicts.stream().filter("undecided"::equals).count());
        assertThat(cover.indexOf("Mean response time of each engine"))
                .isLessThan(cover.indexOf("What was not valid or not met"));
        assertThat(cover).as("processes are no rivals").doesNotContain("FlowNoDep is");
    }

    @Test
    void shouldShowPublishedNumbersBesideThoseOfTheRun() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");

        assertThat(text)
                .contains(
                        "Results of each engine",
                        "Published numbers, measured by others on other machines: Veteran 5",
                        "Veteran 5",
                        "Beginner 0.1",
                        "3,000 4,500",
                        "0 7.1")
                .contains("Beginner 0.1, web: stopped by hand (Somebody, Proc. Samples 2010, table 2).")
                .contains("Sequential on peer, suite Quick: response time over time");
    }

    @Test
    void shouldSayHowInvocationsAreIdentifiedAndWhatServicesTook() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");

        assertThat(text).contains("Invocations are identified");
        for (String service :
                column("select service || ' ' || type || ' ' || server || ' ' || uiid from v_mocked_service")) {
            assertThat(text).contains(service);
        }
        List<String> means = column(
                "select trim(to_char(avg(s.planned_mean_ms), '990.00')) || ' ' || trim(to_char(avg(s.mean_ms), '990.00'))"
                        + " from v_service s join v_repetition r on r.case_id = s.case_id and r.repetition = s.repetition"
                        + " where r.usable group by s.service, s.instance, s.operation union all"
                        + " select trim(to_char(avg(s.planned_mean_ms), '990.00')) || ' '"
                        + " || trim(to_char(avg(s.mean_ms), '990.00'))"
                        + " from v_service s join v_repetition r on r.case_id = s.case_id and r.repetition = s.repetition"
                        + " where r.usable group by s.case_id, s.service, s.instance, s.operation");
        assertThat(means).hasSizeGreaterThan(1);
        for (String mean : means) {
            assertThat(text).contains(mean);
        }
    }

    @Test
    void shouldShowEveryStatisticThatTheModelAsksForWithTheLevelOfItsInterval() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");
        List<String> asked = column(
                "select metric || ' ' || target || ' ' || case when kind = 'confidence' then 'average' else statistic end || ' '"
                        + " || case when kind = 'chart_over_time' then 'see the chart' when needed is not null"
                        + " then '– (needs ' || trim(to_char(needed, '9,990')) || ' requests)' when unit = 'ms'"
                        + " then " + threeDigits("measured") + " || ' ms' || case when ci_low is null then '' else ' '"
                        + " || " + threeDigits("ci_low") + " || ' to ' || " + threeDigits("ci_high") + " || ' ('"
                        + " || cast(confidence * 100 as int) || ' %)' end else '' end from v_asked a"
                        // What stands beside the average is not said again: its interval, or that there is none.
                        + " where not (kind = 'confidence' and exists (select 1 from v_asked b where b.case_id = a.case_id"
                        + " and b.metric = a.metric and b.target = a.target and b.kind = 'average'"
                        + " and b.measured = a.measured and (b.confidence = a.confidence"
                        + " or b.ci_low is null and a.ci_low is null)))");

        assertThat(asked)
                .anyMatch(a -> a.endsWith(" p99.5 – (needs 2,000 requests)"))
                .anyMatch(a -> a.matches(".* p95 [0-9.]+ ms .*"))
                .anyMatch(a -> a.contains(" max "));
        for (String row : asked) {
            assertThat(text).contains(row.strip());
        }
    }

    private static String threeDigits(String number) {
        return "trim(to_char(" + number + ", case when " + number + " >= 100 then '999,990' when " + number
                + " >= 10 then '990.0' else '0.00' end))";
    }

    /** A printed report has the results; what explains them is one click away, in the HTML. */
    @Test
    void shouldLeaveSingleCasesAndExplanationsToTheHtmlWhenDetailsAreThere() throws Exception {
        Path brief = Files.createDirectories(folder.resolve("brief"));
        Files.copy(run.resolve("results.mv.db"), brief.resolve("results.mv.db"));

        Ending ending = render(brief.resolve("results.mv.db"), brief.resolve("report"), "html,pdf", "html");

        assertThat(ending.output()).isEmpty();
        String pdf = pdfText(brief).replaceAll("\\s+", " ");
        assertThat(pdf)
                .contains(
                        "The HTML report, index.html beside this file, also has a chapter for each case",
                        "Tests and relations",
                        "Step overhead")
                .doesNotContain("When a repetition is valid 1", "Sequential under office on reference 1");
        assertThat(pdf.length()).isLessThan(pdfText().length() / 2);
        assertThat(Files.readString(brief.resolve("report/index.html")))
                .contains(">Glossary<", ">When a repetition is valid<", "id=\"case-")
                .doesNotContain("index.html beside this file");
    }

    /** Without single cases the HTML still explains the results, and the PDF is as short as with them. */
    @Test
    void shouldLeaveSingleCasesOutOfBothFormatsWithoutDetails() throws Exception {
        Path brief = Files.createDirectories(folder.resolve("without"));
        Files.copy(run.resolve("results.mv.db"), brief.resolve("results.mv.db"));

        Ending ending = render(brief.resolve("results.mv.db"), brief.resolve("report"), "html,pdf", "no");

        assertThat(ending.output()).isEmpty();
        assertThat(pdfText(brief).replaceAll("\\s+", " "))
                .contains("The HTML report, index.html beside this file, also has the criteria of validity")
                .contains("reference.engine.coordinates")
                .doesNotContain("When a repetition is valid 1", "reference.engine.artifacts");
        assertThat(Files.readString(brief.resolve("report/index.html")))
                .contains(">Glossary<", ">When a repetition is valid<", "reference.engine.artifacts")
                .doesNotContain("id=\"case-", "index.html beside this file");
    }

    @Test
    void shouldLeaveFlameGraphsWhileThereAreRecordings() throws Exception {
        Path recorded = folder.resolve("recorded");
        SampleRun.write(
                recorded,
                7,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(2).defects(false));
        Analyzer.analyze(recorded);
        Path graphs = recorded.resolve("report/flames.html");
        execute(
                recorded,
                "insert into recorded_frame select case_id, 'running', 1, 0, 'java.lang.Thread.run', 7, 'samples' from v_repetition");

        assertThat(render(recorded.resolve("results.mv.db"), recorded.resolve("report"), "html"))
                .isEqualTo(new Ending(0, ""));

        assertThat(graphs).content().contains("java.lang.Thread.run");
        execute(recorded, "delete from recorded_frame");
        assertThat(render(recorded.resolve("results.mv.db"), recorded.resolve("report"), "html"))
                .isEqualTo(new Ending(0, ""));
        assertThat(graphs).doesNotExist();
    }

    private static void execute(Path run, String statement) throws SQLException {
        try (Connection connection = open(run);
                Statement each = connection.createStatement()) {
            each.execute(statement);
        }
    }

    /** What each format of the language leaves: a file of the renderer, or nothing that the renderer makes. */
    @ParameterizedTest
    @EnumSource
    void shouldWriteWhatTheFormatStandsFor(ReportFormat format) throws Exception {
        Path out = folder.resolve("format-" + format.text());

        Ending ending = render(run.resolve("results.mv.db"), out, format.text(), "no");

        List<String> expected =
                switch (format) {
                    case HTML -> List.of("index.html", "results.html", "traces.json");
                    case PDF -> List.of("report.pdf");
                    case CSV, JUNIT -> List.of();
                };
        assertThat(format.document()).isEqualTo(!expected.isEmpty());
        if (format.document()) {
            assertThat(ending.output()).isEmpty();
            try (Stream<Path> files = Files.list(out)) {
                assertThat(files.map(path -> path.getFileName().toString()))
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
            String file = expected.get(0);
            // Details are not wanted.
            String text = format == ReportFormat.HTML
                    ? Files.readString(out.resolve(file))
                    : pdfText(out.resolve(file).toFile());
            assertThat(text)
                    .contains("Results of each engine", "Comparison across processes")
                    .doesNotContain("Repetitions, times in milliseconds", "#case-");
        } else {
            assertThat(ending.status()).isEqualTo(2);
            assertThat(ending.output()).contains("unknown report format \"" + format.text() + "\"");
            // The views as tables, which the analyzer has written beside the database.
            assertThat(run.resolve("export")).isNotEmptyDirectory();
        }
    }

    @Test
    void shouldDrawTheHistogramThatTheModelAsksFor() throws Exception {
        Path histogram = folder.resolve("histogram");
        Files.createDirectories(histogram);
        Files.copy(run.resolve("results.mv.db"), histogram.resolve("results.mv.db"));
        try (Connection connection = open(histogram);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "insert into metric_histogram select case_id, 'memory', 'server', 'mocks', 1, 'bytes',"
                            + " 1048576, 2097152, 7 from bench_case where position = 1");
            statement.executeUpdate("insert into asked select case_id, 99, 'throughput', 'process', process,"
                    + " 'chart over time', 'chart_over_time', null from bench_case where position = 1");
        }

        Ending ending = render(histogram.resolve("results.mv.db"), histogram.resolve("report"), "pdf");

        assertThat(ending.output()).isEmpty();
        assertThat(pdfText(histogram))
                .contains("Distribution of memory of mocks [MiB]", "Throughput over time [answers/s]")
                .doesNotContain("Failures over time [requests/s]");
        assertThat(pdfText()).doesNotContain("Distribution of memory", "Throughput over time");
    }

    @Test
    void shouldTellCasesOfOneNameApartAndHaveNoHeadingOfNothing() throws Exception {
        Path alike = Files.createDirectories(folder.resolve("alike"));
        Files.copy(run.resolve("results.mv.db"), alike.resolve("results.mv.db"));
        List<String> cases = column("select case_id from bench_case order by position");
        try (Connection connection = open(alike);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("update bench_case set (process, workload, engine) ="
                    + " (select process, workload, engine from bench_case where case_id = '" + cases.get(0) + "')"
                    + " where case_id in ('" + String.join("', '", cases.subList(1, 3)) + "')");
            statement.executeUpdate("update bench_case set suite = 'Far' where case_id = '" + cases.get(0) + "'");
            statement.executeUpdate("delete from verdict where kind <> 'run'");
            statement.executeUpdate("delete from headline");
        }

        Ending ending = render(alike.resolve("results.mv.db"), alike.resolve("report"), "html");

        assertThat(ending.output()).isEmpty();
        assertThat(Files.readString(alike.resolve("report/index.html")))
                .contains(", suite Far<", ", case " + cases.get(1) + "<", ", case " + cases.get(2) + "<")
                .doesNotContain(", case " + cases.get(0), ">The answer<");
        assertThat(Files.readString(run.resolve("report/index.html")))
                .contains(">The answer<")
                .doesNotContain(", suite Quick<");
    }

    @Test
    void shouldShowAllCriteriaWithWhatTheyFound() throws Exception {
        String text = pdfText().replaceAll("\\s+", "");
        int from = text.lastIndexOf("Whenarepetitionisvalid");
        List<String> criteria = column("select title from v_criterion");

        assertThat(criteria).isNotEmpty();
        for (String criterion : criteria) {
            assertThat(text.indexOf(criterion.replaceAll("\\s+", ""), from))
                    .as(criterion)
                    .isPositive();
        }
        assertThat(text.substring(from)).contains("Violatedwhen", "Warningwhen");
    }

    @Test
    void shouldListObjectivesThatAreNotMetBeforeTheCases() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");
        List<String> notMet = column("select sentence from v_objective where state <> 'met'");

        assertThat(notMet).isNotEmpty();
        for (String sentence : notMet) {
            assertThat(text.lastIndexOf("Repetitions, times in milliseconds")).isGreaterThan(text.indexOf(sentence));
        }
        assertThat(text)
                .contains(column(
                                "select count(*) || ' objectives: ' || count(case when state = 'met' then 1 end)"
                                        + " || ' met, ' || count(case when state = 'missed' then 1 end) || ' missed' from v_objective")
                        .get(0));
    }

    @Test
    void shouldExplainItsWords() throws Exception {
        String text = pdfText().replaceAll("\\s+", " ");

        assertThat(text)
                .contains("Glossary")
                .contains("Slip The delay of the load client:")
                .contains("Judging what was measured");
        String html = Files.readString(run.resolve("report/index.html"));
        String hint = "<abbr title=\"The delay of the load client:";
        assertThat(html).contains(hint);
        assertThat(html.lastIndexOf("<abbr ")).isLessThan(html.indexOf("id=\"glossary\""));
    }

    @Test
    void shouldNameTheConfidenceLevelOfTheRun() throws Exception {
        Path level = folder.resolve("level");
        Files.createDirectories(level);
        Files.copy(run.resolve("results.mv.db"), level.resolve("results.mv.db"));
        try (Connection connection = open(level);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("update wide_case set confidence = 0.995");
        }

        Ending ending = render(level.resolve("results.mv.db"), level.resolve("report"), "html", "no");

        assertThat(ending.output()).isEmpty();
        // What is read: words of the glossary have a title.
        assertThat(Files.readString(level.resolve("report/index.html")).replaceAll("</?abbr\\b[^>]*>", ""))
                .contains("CI is the 99.5 % confidence interval")
                .doesNotContain("the 95 % confidence interval");
    }

    @Test
    void shouldLeaveTheEarlierReportAndNothingElseWhenItIsInterrupted() throws Exception {
        Path interrupted = Files.createDirectories(folder.resolve("interrupted"));
        Files.writeString(interrupted.resolve("index.html"), "the old one");
        Process process = start(
                run.resolve("results.mv.db"),
                interrupted,
                "html",
                "no",
                folder.resolve("interrupted.log"),
                // The file by which it is seen to be at work.
                "--design",
                "yes");
        try {
            awaitDocument(interrupted);
            process.destroy();
            assertThat(process.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(process.exitValue()).isNotZero();
        try (Stream<Path> files = Files.list(interrupted)) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactly("index.html");
        }
        assertThat(interrupted.resolve("index.html")).hasContent("the old one");
    }

    /** Waits until the renderer is in the midst of its work. */
    private static void awaitDocument(Path report) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (System.nanoTime() < deadline) {
            try (Stream<Path> files = Files.walk(report)) {
                if (files.anyMatch(f -> f.endsWith("soabench.rptdesign"))) {
                    return;
                }
            } catch (UncheckedIOException e) {
                // A temporary file went while it was listed.
                Thread.onSpinWait();
            }
            Thread.sleep(20);
        }
        throw new AssertionError("the renderer wrote nothing into " + report);
    }

    @Test
    void shouldBeSmall() throws Exception {
        int cases = column("select case_id from v_suite_summary").size();

        assertThat(Files.size(run.resolve("report/index.html")) / cases).isLessThan(MOST_BYTES_A_CASE);
    }

    @Test
    void shouldSayWhyWhenARepetitionIsInvalid() throws Exception {
        List<String> reasons = column("select reasons from v_repetition where verdict = 'invalid' and reasons <> ''");

        assertThat(reasons).isNotEmpty();
        String text = pdfText().replaceAll("\\s+", "");
        for (String reason : reasons) {
            assertThat(text).contains(reason.lines().findFirst().orElseThrow().replaceAll("\\s+", ""));
        }
    }

    @Test
    void shouldLeadFromTheContentsToThePagesThatItNames() throws Exception {
        try (PDDocument pdf = Loader.loadPDF(new File(run.toFile(), "report/report.pdf"))) {
            int links = 0;
            for (int i = 0; i < 3; i++) {
                for (var annotation : pdf.getPage(i).getAnnotations()) {
                    if (annotation instanceof PDAnnotationLink link && link.getAction() instanceof PDActionGoTo) {
                        links++;
                    }
                }
            }
            int cases = column("select case_id from v_suite_summary").size();
            assertThat(links).isGreaterThanOrEqualTo(cases + 3);
            assertThat(pdf.getDocumentCatalog().getDocumentOutline().children()).hasSizeGreaterThanOrEqualTo(cases);

            PDFTextStripper contents = new PDFTextStripper();
            contents.setSortByPosition(true);
            contents.setEndPage(3);
            String environment = contents.getText(pdf)
                    .lines()
                    .filter(l -> l.matches("Environment\\s*\\d+"))
                    .findFirst()
                    .orElseThrow();
            int page = Integer.parseInt(environment.replaceAll("\\D", ""));
            PDFTextStripper there = new PDFTextStripper();
            there.setSortByPosition(true);
            there.setStartPage(page);
            there.setEndPage(page);
            assertThat(there.getText(pdf).lines()).contains("Environment");
            assertThat(there.getText(pdf).lines()).anyMatch(l -> l.endsWith(page + " / " + pdf.getNumberOfPages()));
        }
    }

    /** Axes, legends and names in drawings are found by a search and can be copied. */
    @Test
    void shouldHaveTheTextOfDrawnChartsAsText() throws IOException {
        String text = pdfText().replaceAll("\\s+", " ");

        // Of what is written upwards, PDFBox makes a line of each letter.
        assertThat(text.replace(" ", "")).contains("meanresponsetime[ms]");
        assertThat(text)
                .contains(
                        "engine partners load clients",
                        "response time [ms], lower end of each bar",
                        "seconds since the start of the measurement, mean of all repetitions");
    }

    /** Letters of charts are those of the page: in fonts that the PDF has, and has once for all charts. */
    @Test
    void shouldHaveFewFontsAllOfItsOwn() throws IOException {
        Map<String, Boolean> fonts = new TreeMap<>();
        try (PDDocument pdf = Loader.loadPDF(new File(run.toFile(), "report/report.pdf"))) {
            for (PDPage page : pdf.getPages()) {
                fonts(page.getResources(), fonts);
            }
        }

        assertThat(fonts).isNotEmpty().hasSizeLessThanOrEqualTo(4).allSatisfy((name, embedded) -> {
            assertThat(name).contains("LiberationSans");
            assertThat(embedded).as(name).isTrue();
        });
    }

    private static void fonts(PDResources resources, Map<String, Boolean> fonts) throws IOException {
        for (COSName name : resources.getFontNames()) {
            PDFont font = resources.getFont(name);
            fonts.put(font.getName(), font.isEmbedded());
        }
        for (COSName name : resources.getXObjectNames()) {
            if (resources.getXObject(name) instanceof PDFormXObject form && form.getResources() != null) {
                fonts(form.getResources(), fonts);
            }
        }
    }

    /** Pictures of charts are as small in the PDF as they are in the page. */
    @Test
    void shouldHavePicturesWithPalettes() throws IOException {
        int pictures = 0;
        try (PDDocument pdf = Loader.loadPDF(new File(run.toFile(), "report/report.pdf"))) {
            for (PDPage page : pdf.getPages()) {
                PDResources resources = page.getResources();
                for (COSName name : resources.getXObjectNames()) {
                    if (resources.getXObject(name) instanceof PDImageXObject picture) {
                        pictures++;
                        assertThat(picture.getColorSpace()).isInstanceOf(PDIndexed.class);
                        BufferedImage image = picture.getImage();
                        assertThat(new Color(image.getRGB(0, 0))).isEqualTo(Color.WHITE);
                        assertThat(picture.getSoftMask()).isNull();
                    }
                }
            }
        }
        assertThat(pictures).isPositive();
    }

    /** What is printed can be read: also what charts say. */
    @Test
    void shouldPrintNoTextBelowNinePoints() throws IOException {
        Map<String, Float> small = new TreeMap<>();
        try (PDDocument pdf = Loader.loadPDF(new File(run.toFile(), "report/report.pdf"))) {
            PDFTextStripper stripper = new PDFTextStripper() {
                @Override
                protected void writeString(String text, List<TextPosition> positions) {
                    for (TextPosition position : positions) {
                        if (position.getFontSizeInPt() < 8.9f && !text.isBlank()) {
                            small.put(getCurrentPageNo() + ": " + text, position.getFontSizeInPt());
                        }
                    }
                }
            };
            stripper.getText(pdf);
        }

        assertThat(small).isEmpty();
    }

    /** Whatever the lengths of chapters: what does not break is small, so each page but the last is filled at least to its half. */
    @Test
    void shouldFillItsPages() throws IOException {
        Map<Integer, Float> filled = filled(new File(run.toFile(), "report/report.pdf"));

        assertThat(filled).hasSizeGreaterThan(10);
        filled.remove(filled.size());
        assertThat(filled)
                .allSatisfy(
                        (page, share) -> assertThat(share).as("page " + page).isGreaterThan(0.5f));
    }

    /** How far down each page there is text or a picture, the footer aside, as a share of its height. */
    private static Map<Integer, Float> filled(File file) throws IOException {
        Map<Integer, Float> filled = new TreeMap<>();
        try (PDDocument pdf = Loader.loadPDF(file)) {
            new PDFTextStripper() {

                private static final float FOOTER = 0.92f;

                @Override
                protected void startPage(PDPage page) {
                    filled.put(getCurrentPageNo(), 0f);
                }

                @Override
                protected void writeString(String text, List<TextPosition> positions) {
                    positions.forEach(
                            position -> reached(position.getTextMatrix().getTranslateY()));
                }

                @Override
                protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
                    super.processOperator(operator, operands);
                    if (operator.getName().equals(OperatorName.DRAW_OBJECT)
                            && operands.get(0) instanceof COSName name
                            && getResources().getXObject(name) instanceof PDImageXObject) {
                        reached(getGraphicsState()
                                .getCurrentTransformationMatrix()
                                .getTranslateY());
                    }
                }

                private void reached(float fromBelow) {
                    float share = 1 - fromBelow / getCurrentPage().getMediaBox().getHeight();
                    if (share < FOOTER) {
                        filled.merge(getCurrentPageNo(), share, Math::max);
                    }
                }
            }.getText(pdf);
        }
        return filled;
    }

    /** The headings of tables lead to how their numbers are made; titles can be folded and tables sorted, and nothing is hidden without it. */
    @Test
    void shouldLeadFromNumbersToHowTheyAreMade() throws IOException {
        String html = Files.readString(run.resolve("report/index.html"));
        List<String> targets = Pattern.compile("href=\"?#([^\"> ]+)")
                .matcher(html)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();

        assertThat(targets)
                .contains("how-mean", "how-interval", "how-percentiles", "how-overhead", "how-ratio", "how-outliers")
                .allSatisfy(target -> assertThat(html).contains("id=\"" + target + "\""));
        assertThat(html).contains("<script>(function").doesNotContain("display:none", "display: none");
    }

    @Test
    void shouldNeedNoOtherFileWhenRenderedAsHtml() throws IOException {
        String html = Files.readString(run.resolve("report/index.html"));

        assertThat(html).contains("data:image/svg+xml;charset=utf-8,");
        assertThat(html)
                .as("it leads to the interactive results, and needs nothing")
                .doesNotContainPattern("(src|href)=\"(?!data:|#|results\\.html\")[^\"]");
        assertThat(html).doesNotContain("<embed").doesNotContain("<object").doesNotContain("<script src");
    }

    @Test
    void shouldLeadToTheInteractiveResultsAndBack() throws Exception {
        assertThat(Files.readString(run.resolve("report/index.html")))
                .containsPattern("href=\"results\\.html\"[^>]*>(<[^>]*>)*Interactive results");
        assertThat(Files.readString(run.resolve("report/results.html")))
                .contains("href=\"index.html\"", "\"cases\":[{\"case_id\":");
        assertThat(pdfText()).as("paper leads nowhere").doesNotContain("Interactive results");
    }

    @Test
    void shouldLeaveNothingBesideTheReportInItsFolder() throws IOException {
        try (Stream<Path> files = Files.list(run.resolve("report"))) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .as("summary, verdicts and those of Bencher are the analyzer's")
                    .containsExactlyInAnyOrder(
                            "index.html",
                            "report.pdf",
                            "results.html",
                            "traces.json",
                            "bencher.json",
                            RunFiles.SUMMARY,
                            RunFiles.VERDICTS);
        }
    }

    @Test
    void shouldShowWhyAServerFailedAndWhatItsLogSays() throws Exception {
        Path failed = folder.resolve("failed");
        SampleRun.write(
                failed,
                7,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(2).defects(false));
        Path repetition;
        try (Stream<Path> files = Files.walk(failed.resolve("cases"))) {
            repetition =
                    files.filter(f -> f.endsWith("repetition.json")).findFirst().orElseThrow();
        }
        RepetitionRecord record = Json.read(repetition, RepetitionRecord.class);
        Json.write(
                repetition,
                new RepetitionRecord(
                        record.caseId(),
                        record.repetition(),
                        RunRecord.State.FAILED,
                        "server reference ended by itself; mend it and resume the run",
                        record.endpoint(),
                        record.checks(),
                        record.phases(),
                        record.servers(),
                        record.roundTrips()));
        Path logs = Files.createDirectories(repetition.resolveSibling("logs/reference"));
        Files.writeString(logs.resolve("stderr.log"), "all is well\nERROR: no room for <instance> 1\n");
        Analyzer.analyze(failed);

        Ending ending = render(failed.resolve("results.mv.db"), failed.resolve("report"), "pdf");

        assertThat(ending.output()).isEmpty();
        assertThat(pdfText(failed).replaceAll("\\s+", " "))
                .contains(
                        "Repetition 1 is invalid: The repetition failed: server reference ended by itself; mend it and resume"
                                + " the run.",
                        "Lines from the log of the server",
                        "Repetition 1, reference: stderr.log",
                        "ERROR: no room for <instance> 1",
                        "cannot be decided: there is no valid repetition.")
                .doesNotContain("all is well")
                .as("columns of nothing")
                .contains("Failure rate (%)")
                .doesNotContain("Published Max [s]", "Mean response time of each engine");
    }

    @Test
    void shouldListAllRepetitionsThatAreNotValidAndTellOfThemOnTheCover() throws Exception {
        Path spoilt = folder.resolve("spoilt");
        SampleRun.write(
                spoilt, 7, new SampleRun.Shape().repetitions(2).measureS(2).defects(false));
        List<Path> repetitions;
        try (Stream<Path> files = Files.walk(spoilt.resolve("cases"))) {
            repetitions = files.filter(f -> f.endsWith("repetition.json")).toList();
        }
        for (Path repetition : repetitions) {
            Files.writeString(
                    repetition,
                    Files.readString(repetition)
                            .replace("\"COMPLETED\"", "\"FAILED\"")
                            .replaceFirst("\"message\" : \"\"", "\"message\" : \"a test\""));
        }
        Analyzer.analyze(spoilt);

        Ending ending = render(spoilt.resolve("results.mv.db"), spoilt.resolve("report"), "pdf", "no");

        assertThat(ending.output()).isEmpty();
        int all = repetitions.size();
        assertThat(all).isGreaterThan(5);
        String text = pdfText(spoilt).replaceAll("\\s+", " ");
        assertThat(text)
                .contains(all + " of " + all + " repetitions are not valid: state (" + all
                        + "). The chapter \"Repetitions that are not valid\" has each.");
        assertThat(text.split("The repetition failed: a test\\.", -1))
                .as("once for both repetitions of a case")
                .hasSize(all / 2 + 1);
        int objectives;
        try (Connection connection = open(spoilt);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from v_objective where state = 'unmeasured'")) {
            row.next();
            objectives = row.getInt(1);
        }
        assertThat(objectives).isGreaterThan(5);
        assertThat(text)
                .contains("And " + (objectives - 4) + " more; all " + objectives
                        + " that are missed or not measured are in the chapter \"Objectives\".");
        assertThat(text.split("cannot be decided: there is no valid repetition\\.", -1))
                .as("on the cover")
                .hasSize(4 + 1);
        assertThat(text.split("there is no valid repetition\\.", -1)).hasSize(4 + objectives + 1);
    }

    @Test
    void shouldLeaveOutEmptyPartsWhenNothingWasMeasured() throws Exception {
        Path bare = folder.resolve("bare");
        SampleRun.write(bare, 7, new SampleRun.Shape().measureS(2));
        try (Stream<Path> files = Files.walk(bare.resolve("cases"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        Analyzer.analyze(bare);

        Ending ending = render(bare.resolve("results.mv.db"), bare.resolve("report"), "html,pdf");

        assertThat(ending.output()).isEmpty();
        assertThat(ending.status()).isZero();
        assertThat(Files.readString(bare.resolve("report/index.html"))).doesNotContain("data:image");
        String text = pdfText(bare);
        assertThat(text).contains("Repetitions, times in milliseconds");
        assertThat(text)
                .doesNotContain("null")
                .doesNotContain("Response time over time")
                .doesNotContain("Distribution of the response time")
                .doesNotContain("Failures by cause")
                .doesNotContain("Server Metric Average")
                .doesNotContain("Service Operation Calls");
    }

    @Test
    void shouldEscapeMarkupWhenATitleContainsIt() throws Exception {
        Path hostile = folder.resolve("hostile");
        Files.createDirectories(hostile);
        Files.copy(run.resolve("results.mv.db"), hostile.resolve("results.mv.db"));
        try (Connection connection = open(hostile);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("update run set title = '<script>alert(1)</script> & \"more\"'");
        }

        Ending ending = render(hostile.resolve("results.mv.db"), hostile.resolve("report"), "html", "no");

        assertThat(ending.status()).isZero();
        assertThat(Files.readString(hostile.resolve("report/index.html")))
                .doesNotContain("<script>alert(1)")
                .containsPattern("&lt;script(>|&gt;)alert\\(1\\)&lt;/script(>|&gt;) &amp;");
        assertThat(hostile.resolve("report/report.pdf")).doesNotExist();
    }

    @Test
    void shouldShowTheLeastMeanOnALogarithmicAxisWhenAnIntervalReachesBelowZero() throws Exception {
        Path wide = folder.resolve("far-apart");
        Files.createDirectories(wide);
        Files.copy(run.resolve("results.mv.db"), wide.resolve("results.mv.db"));
        try (Connection connection = open(wide);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("update wide_case set mean_ms = 4, ci_low_ms = 3, ci_high_ms = 5");
            statement.executeUpdate(
                    "update wide_case set mean_ms = 9000, ci_low_ms = -70000, ci_high_ms = 880000 where"
                            + " case_id in (select case_id from bench_case where engine = (select max(engine) from bench_case))");
        }

        Ending ending = render(wide.resolve("results.mv.db"), wide.resolve("report"), "html", "no");

        assertThat(ending.output()).isEmpty();
        String html = Files.readString(wide.resolve("report/index.html"));
        assertThat(html).contains("Cut off, because it would not fit: Sequential · reference from ", " to 880,000 ms");
        List<String> pictures = Pattern.compile("data:image/svg\\+xml;charset=utf-8,([^\"]+)")
                .matcher(html)
                .results()
                .map(found -> URLDecoder.decode(found.group(1).replace("+", "%2B"), StandardCharsets.UTF_8))
                .filter(picture -> picture.contains("logarithmic"))
                .toList();
        assertThat(pictures).isNotEmpty().allSatisfy(picture -> {
            DoubleSummaryStatistics labels = Pattern.compile(">\\s*([0-9][0-9,.]*)\\s*</text>")
                    .matcher(picture)
                    .results()
                    .mapToDouble(label -> Double.parseDouble(label.group(1).replace(",", "")))
                    .summaryStatistics();
            assertThat(labels.getMin()).isEqualTo(1);
            assertThat(labels.getMax()).as("a decade above the largest mean").isLessThanOrEqualTo(100_000);
        });
    }

    @Test
    void shouldKeepTheOldReportAndSayWhatIsMissingWhenAViewIsGone() throws Exception {
        Path broken = folder.resolve("broken");
        Files.createDirectories(broken.resolve("report"));
        Files.copy(run.resolve("results.mv.db"), broken.resolve("results.mv.db"));
        Files.writeString(broken.resolve("report/index.html"), "the old one");
        try (Connection connection = open(broken);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("drop view v_failure");
        }

        Ending ending = render(broken.resolve("results.mv.db"), broken.resolve("report"), "html");

        assertThat(ending.status()).isEqualTo(1);
        assertThat(ending.output()).contains("V_FAILURE").doesNotContain("\tat ");
        assertThat(broken.resolve("report/index.html")).hasContent("the old one");
    }

    /** A disk that was full, or a copy that was cut off. */
    @Test
    void shouldSayHowADamagedDatabaseIsMadeAnew() throws Exception {
        Path damaged = Files.createDirectories(folder.resolve("damaged")).resolve("results.mv.db");
        Files.write(damaged, new byte[8_192]);

        Ending ending = render(damaged, folder.resolve("damaged/report"), "html");

        assertThat(ending.status()).isEqualTo(1);
        assertThat(ending.output())
                .contains("the database " + damaged + " is damaged or not a database of H2 (")
                .contains("); make it anew from the files of the run with the goal analyze")
                .doesNotContain("90028-")
                .doesNotContain("\tat ");
    }

    @Test
    void shouldRefuseWhatItCannotRender() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Path absent = folder.resolve("absent.mv.db");

        int status = ReportRenderer.run(
                new String[] {
                    "--database",
                    absent.toString(),
                    "--out",
                    folder.resolve("out").toString()
                },
                new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(status).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("there is no database " + absent);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
