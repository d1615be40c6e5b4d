package io.soabench.maven;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.cases.PilotChoice;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.driver.RunJournal;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apache.maven.plugin.logging.Log;

/**
 * The course of a run after the first work of its driver. The run is analysed, and disturbed repetitions are measured
 * again. Where the model asks for a precision, the repetitions follow that the pilots call for.
 */
final class RunContinuation {

    private final Path run;
    private final Function<Plan, RunRecord> driver;
    private final int again;
    private final HostClock clock;
    private final Log log;

    /** The record of the driver and its analysis. */
    record Measured(RunRecord record, Analysis analysis) {}

    /**
     * Prepares the course.
     *
     * @param run folder of the run
     * @param driver lets a driver do the rest of a plan, according to the journal
     * @param again number of times that disturbed repetitions are measured again
     */
    RunContinuation(Path run, Function<Plan, RunRecord> driver, int again, HostClock clock, Log log) {
        this.run = run;
        this.driver = driver;
        this.again = again;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Goes on until the run is complete or the user ends it.
     *
     * @param whole all possible repetitions
     * @param plan the repetitions of the first round, see {@link Rounds#first} and {@link Rounds#begun}
     * @param done record of that round
     */
    Measured after(Plan whole, Plan plan, RunRecord done) {
        Measured measured = analysed(plan, done);
        return Rounds.open(plan) && measured.record().state() != RunRecord.State.INTERRUPTED
                ? secondRound(whole, plan, measured)
                : measured;
    }

    private Measured analysed(Plan plan, RunRecord done) {
        RunRecord record = done;
        Analysis analysis = Analyzer.analyze(run);
        for (int left = again; left > 0 && noteDisturbed(record, analysis); left--) {
            record = driver.apply(plan);
            analysis = Analyzer.analyze(run);
        }
        return new Measured(record, analysis);
    }

    /** Measures as often as the pilots call for. This number is chosen once: later measurements do not change it. */
    private Measured secondRound(Plan whole, Plan first, Measured pilots) {
        List<PilotChoice> choices = PilotChoice.of(pilots.analysis().cases(), new ModelQuestions(first));
        choices.stream().map(PilotChoice::sentence).forEach(log::info);
        Plan both = Rounds.both(whole, first, choices);
        RunJournal.extend(run, clock, both);
        int more = both.order().size() - first.order().size();
        if (more == 0) {
            return new Measured(pilots.record(), Analyzer.analyze(run));
        }
        log.info(PrintedText.count(more, "repetition") + " more");
        return analysed(both, driver.apply(both));
    }

    /**
     * Notes in the journal the repetitions to measure again, and returns whether there are any. Only evidence from
     * outside of the experiment decides, never an effect that an engine may have caused. Whole blocks are measured
     * again, so that no engine gets more chances than others.
     *
     * <p>If most repetitions of a run have such evidence, the machine is always busy. Then only blocks with a useless
     * repetition are measured again.
     */
    private boolean noteDisturbed(RunRecord record, Analysis analysis) {
        if (record.state() == RunRecord.State.INTERRUPTED) {
            return false;
        }
        List<Execution> disturbed = analysis.interfered();
        if (2 * disturbed.size() > record.executions().size()) {
            log.warn("other programs used the machine during most repetitions, so it is too busy; the report"
                    + " names them");
            List<Execution> useless = analysis.disturbed();
            disturbed = disturbed.stream().filter(useless::contains).toList();
        }
        if (disturbed.isEmpty()) {
            return false;
        }
        List<Execution> blocks = analysis.blocksOf(disturbed);
        log.info("other programs disturbed " + PrintedText.count(disturbed.size(), "repetition") + "; "
                + PrintedText.count(blocks.size(), "repetition")
                + " of the same blocks " + (blocks.size() == 1 ? "is" : "are")
                + " measured again, and the earlier results are kept");
        RunJournal.disturbed(run, clock, blocks, disturbed);
        return true;
    }
}
