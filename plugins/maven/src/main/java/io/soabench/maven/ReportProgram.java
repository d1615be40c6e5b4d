package io.soabench.maven;

import io.soabench.analyzer.database.ComparisonDatabase;
import io.soabench.analyzer.database.HistoryDatabase;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Starts the report renderer as a process of its own and waits for it. */
final class ReportProgram {

    /** Coordinates of the renderer. */
    static final String COORDINATES = "io.soabench:soabench-reports:${project.version}";

    private static final String MAIN = "io.soabench.reports.ReportRenderer";
    private static final long DEADLINE_MINUTES = 10;

    private final List<Path> classPath;
    private final Path cache;

    /**
     * What may be left out.
     *
     * @param details whether the report of a run has a chapter for each case
     * @param design whether its design is kept beside it, for the BIRT designer
     */
    record Wanted(boolean details, boolean design) {}

    /** What a report is of. */
    enum Kind {
        /** A run. */
        RUN(ResultDatabase.FILE),
        /** Several runs against the first of them. */
        COMPARISON(ComparisonDatabase.FILE),
        /** Many runs of a testbed. */
        HISTORY(HistoryDatabase.FILE);

        private final String database;

        Kind(String database) {
            this.database = database;
        }

        /** As the renderer knows it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The renderer.
     *
     * @param cache where it keeps what lets it start sooner the next time
     */
    ReportProgram(List<Path> classPath, Path cache) {
        this.classPath = classPath;
        this.cache = cache;
    }

    /**
     * Renders the database in a folder into its folder {@code report/}. Formats that are no document, such as CSV, are not its
     * matter.
     *
     * @param wanted what is left out or kept
     * @return what went wrong, one line each; empty when the report is complete
     */
    List<String> render(Kind kind, Path folder, List<ReportFormat> formats, Wanted wanted)
            throws IOException, InterruptedException {
        String documents = formats.stream()
                .filter(ReportFormat::document)
                .map(ReportFormat::text)
                .collect(Collectors.joining(","));
        if (documents.isEmpty()) {
            return List.of();
        }
        try (RendererStart start = RendererStart.of(classPath, cache)) {
            List<String> problems = ended(start(start.options(), kind, folder, documents, wanted));
            if (problems.isEmpty()) {
                start.succeeded();
            }
            return problems;
        }
    }

    private static Process start(List<String> options, Kind kind, Path folder, String documents, Wanted wanted)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        command.add("-XX:+UseSerialGC");
        // It ends before code that is compiled with more care pays off.
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(options);
        command.addAll(List.of(
                MAIN,
                "--kind",
                kind.word(),
                "--database",
                folder.resolve(kind.database).toString(),
                "--out",
                folder.resolve(RunFiles.REPORT).toString(),
                "--formats",
                documents,
                "--details",
                yes(wanted.details()),
                "--design",
                yes(wanted.design())));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String yes(boolean wanted) {
        return wanted ? "yes" : "no";
    }

    private static List<String> ended(Process process) throws InterruptedException {
        Thread stop = new Thread(process::destroy, "stop-report");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            // Ends when the program ends, whichever way.
            CompletableFuture<List<String>> output = CompletableFuture.supplyAsync(() -> lines(process));
            if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
                return List.of("the report was not rendered within " + DEADLINE_MINUTES + " minutes");
            }
            if (process.exitValue() == 0) {
                return List.of();
            }
            List<String> lines = output.join();
            return lines.isEmpty() ? List.of("the report renderer ended with status " + process.exitValue()) : lines;
        } finally {
            process.destroyForcibly();
            removeHook(stop);
        }
    }

    private static List<String> lines(Process process) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This program is being stopped: the hook runs or has run.
            hook.setName(hook.getName() + " (ending)");
        }
    }
}
