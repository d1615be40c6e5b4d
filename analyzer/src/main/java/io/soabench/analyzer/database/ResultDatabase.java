package io.soabench.analyzer.database;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.EngineMean;
import io.soabench.analyzer.cases.EngineScaling;
import io.soabench.analyzer.cases.FrontShare;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.ProcessorSharing;
import io.soabench.analyzer.cases.RankTest;
import io.soabench.analyzer.cases.RepetitionAttempt;
import io.soabench.analyzer.cases.StepLine;
import io.soabench.analyzer.cases.WorkDone;
import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.queueing.EngineQueueing;
import io.soabench.analyzer.recording.RecordedCase;
import io.soabench.analyzer.repetition.HarnessCalibration;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The database {@code results.mv.db} of a run, see {@link DatabaseFile}. The old database stays until {@link #finish} is called; without
 * that call, {@link #close} removes the new one.
 */
public final class ResultDatabase implements AutoCloseable {

    /** Name of the database's file in the run's folder. */
    public static final String FILE = "results.mv.db";

    private static final String NAME = "results";

    private final Path run;
    private final DatabaseFile file;
    private final TableWriter tables;
    private final Schema schema;

    /** Creates a new, empty database in the folder of a run. */
    public ResultDatabase(Path run) {
        this.run = run;
        file = new DatabaseFile(
                run, NAME, "the files of the run are complete: make room, then soabench:analyze makes the database");
        tables = file.tables();
        schema = file.make(Schema::create);
    }

    /** Returns the JDBC address for reading the database of a run. */
    public static String address(Path run) {
        return DatabaseFile.address(run, NAME);
    }

    /** Writes the plan, the environment, and the sources of the metrics of servers. */
    public void plan(Plan plan, EnvironmentEntries environment, List<MetricRecord> metrics) {
        new PlanTables(tables, plan).write(run, environment, metrics);
    }

    /** Writes one repetition with all its series. */
    public void repetition(RepetitionResult result) {
        new RepetitionTables(tables, result).write();
    }

    /** Writes a case as a whole. */
    public void summary(CaseResult result) {
        new CaseTables(tables, result).write();
    }

    /** Writes the engines at their capacity, and the comparisons of throughput, overhead and step overhead. */
    public void throughputs(List<CaseResult> cases, CaseComparisons comparisons) {
        new RunTables(tables).throughputs(cases, comparisons);
    }

    /** Writes the comparisons of cases. */
    public void comparisons(List<PairResult> pairs, List<EngineMean> bars, EngineDurabilities durabilities) {
        new RunTables(tables).comparisons(pairs, bars, durabilities);
    }

    /** Writes the rank tests of differences between engines and between loads. */
    public void rankTests(List<RankTest> tests) {
        new RunTables(tables).rankTests(tests);
    }

    /** Writes the answers to the questions of a comparison of engines. */
    public void answers(List<Answer> answers) {
        new RunTables(tables).answers(answers);
    }

    /** Writes the sentences of the first page and their footnotes. */
    public void headlines(Headlines headlines) {
        new RunTables(tables).headlines(headlines);
    }

    /** Writes the work that engines completed, how it changes with a parameter, and the share of the layer in front of them. */
    public void work(List<CaseResult> cases, List<EngineScaling> scaling, List<FrontShare> shares, double confidence) {
        WorkTables work = new WorkTables(tables);
        cases.forEach(one -> work.write(one, WorkDone.of(one, confidence)));
        work.scaling(scaling);
        work.shares(shares);
    }

    /** Writes the queueing models of engines. */
    public void queues(List<EngineQueueing> queues) {
        new QueueTables(tables).write(queues);
    }

    /** Writes the times of engines over the number of partner calls. */
    public void stepLines(List<StepLine> lines) {
        new StepTables(tables).write(lines);
    }

    /** Writes the attempts at repetitions that were measured more than once, by case. */
    public void attempts(Map<CaseResult, List<RepetitionAttempt>> attempts) {
        attempts.values().forEach(new RunTables(tables)::attempts);
    }

    /** Writes the results of explorations, and their trials. */
    public void explorations(List<ExploreRecord> explorations) {
        new RunTables(tables)
                .explorations(explorations.stream()
                        .filter(each -> !each.ofConfiguration())
                        .toList());
        new ConfigurationTables(tables)
                .write(explorations.stream()
                        .filter(ExploreRecord::ofConfiguration)
                        .toList());
    }

    /** Writes what was recorded of engines in repetitions that do not count. */
    public void recordings(List<RecordedCase> cases) {
        new RecordingTables(tables).write(cases);
    }

    /** Writes the time that the harness itself takes. */
    public void calibration(HarnessCalibration calibration) {
        new RunTables(tables).calibration(calibration);
    }

    /** Writes the sharing of machines by engines under test. */
    public void arrangements(List<ProcessorSharing.Arrangement> arrangements) {
        new RunTables(tables).arrangements(arrangements);
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
     * The row about the run itself.
     *
     * @param started null when unknown
     * @param ended null when the run has no regular end
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
     * @param suite null when the sentence is about the run
     * @param caseId null when the sentence is about more than a case
     * @param repetition null when the sentence is about more than a repetition
     * @param good null when the sentence is neither good nor bad
     */
    public record VerdictRow(
            String kind, String suite, String caseId, Integer repetition, Boolean good, String sentence) {}

    /**
     * Puts the database in place of the old one.
     *
     * @param export whether all views are exported to {@code export/<view>.csv}; otherwise an earlier export is
     *     removed, because it belongs to another database
     */
    public void finish(boolean export) {
        try {
            schema.pivot();
        } catch (SQLException e) {
            throw file.failure(e);
        }
        file.finish(schema, export);
    }

    @Override
    public void close() {
        file.close();
    }
}
