package io.soabench.maven;

import io.soabench.analyzer.database.ComparisonDatabase;
import io.soabench.analyzer.database.HistoryDatabase;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.driver.run.ArchivedStart;
import io.soabench.driver.run.ClassArchives;
import io.soabench.plan.HostClock;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunFiles;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The report renderer as a process of its own, and the wait for its end. */
final class ReportProgram {

    /** The coordinates of the renderer. */
    static final String COORDINATES = "io.soabench:soabench-reports:${project.version}";

    private static final String MAIN = "io.soabench.reports.ReportRenderer";
    private static final long DEADLINE_MINUTES = 10;

    /** The folder for archives of classes in the cache: one for all programs of the tool. */
    static final String ARCHIVES = "archives";

    private static final String JARS = "renderer";

    private final List<Path> classPath;
    private final Path cache;

    /**
     * The optional parts of a report.
     *
     * @param details {@code html}, {@code yes} or {@code no}: the formats of a run's report that have a chapter for
     *     each case
     * @param design whether its design is kept beside it, for the BIRT designer
     * @param traces number of requests of each repetition among the traces, beside the examples
     */
    record Wanted(String details, boolean design, int traces) {}

    /** The subject of a report. */
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

        /** Returns the renderer's word for it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Creates the renderer.
     *
     * @param cache folder for files that let it start sooner the next time
     */
    ReportProgram(List<Path> classPath, Path cache) {
        this.classPath = classPath;
        this.cache = cache;
    }

    /**
     * Renders the database in a folder into its folder {@code report/}. It leaves out formats that are not documents,
     * such as CSV.
     *
     * @param wanted optional parts
     * @return problems, one line each; empty when the report is complete
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
        ArchivedStart start = new ClassArchives(cache.resolve(ARCHIVES), HostClock.system())
                .start(command(kind, folder, documents, wanted), System.getenv(), true);
        boolean done = false;
        try {
            List<String> problems = ended(new ProcessBuilder(start.command())
                    .redirectErrorStream(true)
                    .start());
            done = problems.isEmpty();
            return problems;
        } finally {
            start.ended(done);
            if (!done) {
                start.removeArchive();
            }
        }
    }

    private List<String> command(Kind kind, Path folder, String documents, Wanted wanted) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                // The program ends too soon for the second compiler to pay off.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                UnsignedJars.of(classPath, cache.resolve(JARS)).stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)),
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
                wanted.details(),
                "--design",
                wanted.design() ? "yes" : "no",
                "--traces",
                Integer.toString(wanted.traces()));
    }

    private static List<String> ended(Process process) throws InterruptedException {
        Thread stop = new Thread(process::destroy, "stop-report");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            // This reading ends when the program ends in any way.
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
