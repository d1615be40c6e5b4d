package io.soabench.analyzer.database;

import io.soabench.analyzer.folder.Environment;
import io.soabench.analyzer.judge.Answer;
import io.soabench.analyzer.judge.Attempt;
import io.soabench.analyzer.judge.BarResult;
import io.soabench.analyzer.judge.CaseResult;
import io.soabench.analyzer.judge.PairResult;
import io.soabench.analyzer.judge.RepetitionResult;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes {@code results.mv.db}. Rows go into {@code results.part.mv.db}, which takes the place of the old database when
 * {@link #finish} is called; without that, {@link #close} removes it and leaves the old one as it was.
 */
public final class ResultDatabase implements AutoCloseable {

    /** Name of the database's file in the run's folder. */
    public static final String FILE = "results.mv.db";

    private static final String PART = "results.part";

    /** Without H2's background writer, which now and then still reads when the store is closed (2.5.252: AssertionError). */
    private static final String NO_WRITER = ";WRITE_DELAY=0";

    private final Path run;
    private final Connection connection;
    private final Tables tables;
    private final Schema schema;

    /** Starts a new, empty database in the folder of a run. */
    public ResultDatabase(Path run) {
        this.run = run.toAbsolutePath();
        if (this.run.toString().contains(";")) {
            throw new UncheckedIOException(new IOException(
                    "H2 cannot write to " + this.run + ": its path has a semicolon; move the folder to another place"));
        }
        try {
            discard();
            connection = DriverManager.getConnection("jdbc:h2:file:" + this.run.resolve(PART) + NO_WRITER, "sa", "");
        } catch (SQLException | IOException e) {
            try {
                discard();
            } catch (IOException remains) {
                e.addSuppressed(remains);
            }
            throw failure(e);
        }
        tables = new Tables(connection, this::failure);
        schema = new Schema(connection, tables);
        try {
            schema.create();
        } catch (SQLException e) {
            close();
            throw failure(e);
        }
    }

    /** JDBC address under which a report reads the database of that run. */
    public static String address(Path run) {
        return "jdbc:h2:file:" + run.toAbsolutePath().resolve("results") + ";ACCESS_MODE_DATA=r;IFEXISTS=TRUE";
    }

    private void discard() throws IOException {
        Files.deleteIfExists(run.resolve(PART + ".mv.db"));
        Files.deleteIfExists(run.resolve(PART + ".trace.db"));
    }

    /** What the file system said is the sentence; what H2 says around it is kept as the cause. */
    private UncheckedIOException failure(Exception e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String what = "cannot write " + run.resolve(FILE) + ": ";
        return root instanceof IOException && e instanceof SQLException
                ? new UncheckedIOException(
                        what + root.getMessage() + " (" + free()
                                + " are free); the files of the run are complete: make room,"
                                + " then soabench:analyze makes the database",
                        new IOException(e))
                : new UncheckedIOException(
                        what + e.getMessage(), e instanceof IOException cause ? cause : new IOException(e));
    }

    private String free() {
        try {
            return (Files.getFileStore(run).getUsableSpace() >> 20) + " MiB";
        } catch (IOException e) {
            return "an unknown number of MiB";
        }
    }

    /** Writes what was planned, where it was run, and where the metrics of servers come from. */
    public void plan(Plan plan, Environment environment, List<MetricRecord> metrics) {
        new PlanTables(tables, plan).write(environment, metrics);
    }

    /** Writes one repetition with all its series. */
    public void repetition(RepetitionResult result) {
        new RepetitionTables(tables, result).write();
    }

    /** Writes a case as a whole. */
    public void summary(CaseResult result) {
        new CaseTables(tables, result).write();
    }

    /** Writes the comparisons of cases. */
    public void comparisons(List<PairResult> pairs, List<BarResult> bars) {
        new RunTables(tables).comparisons(pairs, bars);
    }

    /** Writes the answers to the questions that a comparison of engines is made for. */
    public void answers(List<Answer> answers) {
        new RunTables(tables).answers(answers);
    }

    /** Writes the attempts at repetitions that were measured more than once, by case. */
    public void attempts(Map<CaseResult, List<Attempt>> attempts) {
        attempts.values().forEach(new RunTables(tables)::attempts);
    }

    /** Writes the sentences, most important first. */
    public void verdicts(List<VerdictRow> verdicts) {
        new RunTables(tables).verdicts(verdicts);
    }

    /** Writes the one row about the run. */
    public void run(RunRow run) {
        new RunTables(tables).run(run);
    }

    /**
     * The run itself.
     *
     * @param started null when unknown
     * @param ended null when it did not end in order
     */
    public record RunRow(
            String id,
            Plan plan,
            String driver,
            Instant started,
            Instant ended,
            String state,
            String message,
            int planned,
            int valid,
            int invalid,
            int missing,
            double confidence,
            String verdict) {}

    /**
     * A sentence of the result.
     *
     * @param suite null when it is about the run; {@code caseId}, {@code repetition}: likewise
     * @param good null when it is neither good nor bad
     */
    public record VerdictRow(
            String kind, String suite, String caseId, Integer repetition, Boolean good, String sentence) {}

    /**
     * Puts the database in place of the old one.
     *
     * @param export whether all views are exported to {@code export/<view>.csv}; without that, an earlier export is removed,
     *     because it would be of another database
     */
    public void finish(boolean export) {
        try {
            schema.pivot();
            connection.commit();
            Path part = run.resolve("export.part");
            Export.delete(part);
            if (export) {
                Files.createDirectories(part);
                for (String view : schema.views()) {
                    Export.write(connection, view, part.resolve(view.toLowerCase(Locale.ROOT) + ".csv"));
                }
            }
            try (Statement sql = connection.createStatement()) {
                sql.execute("shutdown compact");
            }
            connection.close();
            Files.move(
                    run.resolve(PART + ".mv.db"),
                    run.resolve(FILE),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            Export.delete(run.resolve("export"));
            if (export) {
                Files.move(part, run.resolve("export"));
            }
        } catch (SQLException | IOException e) {
            throw failure(e);
        }
    }

    /** Removes what is not finished, also when H2 cannot close it any more. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Happens only to a database that could not be written: that was said, and it is removed now.
        }
        try {
            discard();
            Export.delete(run.resolve("export.part"));
        } catch (IOException e) {
            throw failure(e);
        }
    }
}
