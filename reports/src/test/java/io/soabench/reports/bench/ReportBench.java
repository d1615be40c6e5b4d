package io.soabench.reports.bench;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Renders reports of more and more cases in a child JVM with 512 MiB and prints what each took: wall time, processor time,
 * size of the files, and the ratio of both times to those of {@code PlainRendering} just before. Arguments: a folder to work in, then numbers of cases; by default 4 and 100.
 */
public final class ReportBench {

    private static final int SAMPLE_CASES = 12;
    private static final long POLL_MS = 100;

    private ReportBench() {}

    /** See the class. */
    @SuppressWarnings("SystemOut") // a command's answer to its user
    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        Path folder = Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/report-bench"));
        List<Integer> sizes = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            sizes.add(Integer.parseInt(arguments[i]));
        }
        Path sample = folder.resolve("sample");
        SampleRun.write(sample, 42, new SampleRun.Shape().engines(3).defects(false));
        Analyzer.analyze(sample);
        System.out.println("cases  wall s  cpu s  html MiB  pdf MiB  wall ratio  cpu ratio");
        for (int cases : sizes.isEmpty() ? List.of(4, 100) : sizes) {
            Path run = Files.createDirectories(folder.resolve("cases-" + cases));
            Path database = run.resolve("results.mv.db");
            Files.deleteIfExists(database);
            Files.copy(sample.resolve("results.mv.db"), database);
            resize(run.resolve("results"), cases);
            if (!Boolean.getBoolean("only.data")) {
                render(database, run.resolve("report"), cases);
            }
        }
    }

    /** Copies the sample's cases under other names, or removes some, until there are as many as wished. */
    private static void resize(Path database, int cases) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:h2:file:" + database.toAbsolutePath(), "sa", "");
                Statement statement = connection.createStatement()) {
            List<String> tables = column(
                    statement,
                    "select c.table_name from information_schema.columns c join information_schema.tables t"
                            + " on t.table_name = c.table_name and t.table_schema = c.table_schema"
                            + " where c.column_name = 'CASE_ID' and t.table_type = 'BASE TABLE'"
                            + " and c.table_schema = 'PUBLIC' order by 1");
            for (String table : tables) {
                List<String> columns = column(
                        statement,
                        "select column_name from information_schema.columns where table_name = '" + table
                                + "' and table_schema = 'PUBLIC' order by ordinal_position");
                String copied = String.join(", ", columns)
                        .replaceFirst("\\bCASE_ID\\b", "CASE_ID || '-K'")
                        .replaceFirst("\\bSUITE\\b", "SUITE || '-K'");
                for (int k = 1; k * SAMPLE_CASES < cases; k++) {
                    String source = " from " + table + " where case_id not like '%+%'";
                    statement.executeUpdate(
                            "insert into " + table + " select " + copied.replace("'-K'", "'+" + k + "'") + source);
                }
            }
            for (String table : tables) {
                statement.executeUpdate("delete from " + table + " where case_id not in (select case_id from bench_case"
                        + " order by case_id fetch first " + cases + " rows only)");
            }
        }
    }

    private static List<String> column(Statement statement, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    @SuppressWarnings("SystemOut") // a command's answer to its user
    private static void render(Path database, Path out, int cases) throws IOException, InterruptedException {
        String base = database.toString().replaceFirst("\\.mv\\.db$", "");
        Cost plain = cost("io.soabench.reports.PlainRendering", base, out + "-plain");
        Cost ours =
                cost("io.soabench.reports.ReportRenderer", "--database", database.toString(), "--out", out.toString());
        System.out.printf(
                Locale.ROOT,
                "%5d  %6.1f  %5.1f  %8.1f  %7.1f  %10.2f  %9.2f%n",
                cases,
                ours.wallS(),
                ours.cpuS(),
                Files.size(out.resolve("index.html")) / 1048576.0,
                Files.size(out.resolve("report.pdf")) / 1048576.0,
                ours.wallS() / plain.wallS(),
                ours.cpuS() / plain.cpuS());
    }

    /** What a program took. */
    private record Cost(double wallS, double cpuS) {}

    private static Cost cost(String program, String... arguments) throws IOException, InterruptedException {
        BenchClock clock = new BenchClock();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).inheritIO().start();
        Duration cpu = Duration.ZERO;
        while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
            cpu = process.info().totalCpuDuration().orElse(cpu);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(program + " ended with " + process.exitValue());
        }
        return new Cost(clock.seconds(), cpu.toMillis() / 1e3);
    }

    /** Counts from its creation. */
    private static final class BenchClock {

        private final long startNs = System.nanoTime();

        double seconds() {
            return (System.nanoTime() - startNs) / 1e9;
        }
    }
}
