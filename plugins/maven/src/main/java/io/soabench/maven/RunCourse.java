package io.soabench.maven;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.judge.PilotChoice;
import io.soabench.analyzer.judge.Questions;
import io.soabench.driver.Journal;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apache.maven.plugin.logging.Log;

/**
 * The course of a run beyond what its driver does: it is analysed, what was disturbed is measured again, and where a precision is asked for
 * the repetitions follow that the pilots call for.
 */
final class RunCourse {

    private final Path run;
    private final Function<Plan, RunRecord> driver;
    private final int again;
    private final HostClock clock;
    private final Log log;

    /** What the driver did, and what was found in it. */
    record Measured(RunRecord record, Analysis analysis) {}

    /**
     * Prepares it.
     *
     * @param run folder of the run
     * @param driver lets a driver do what the journal shows as left of a plan
     * @param again how often what was disturbed is measured again
     */
    RunCourse(Path run, Function<Plan, RunRecord> driver, int again, HostClock clock, Log log) {
        this.run = run;
        this.driver = driver;
        this.again = again;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Goes on until there is nothing left to do, or the user ended it.
     *
     * @param whole all repetitions that there may be
     * @param plan those that were done, see {@link Rounds#first} and {@link Rounds#begun}
     * @param done how that ended
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

    /** Measures as often as the pilots call for. That is chosen once: nothing that is measured from here on changes it. */
    private Measured secondRound(Plan whole, Plan first, Measured pilots) {
        List<PilotChoice> choices = PilotChoice.of(pilots.analysis().cases(), new Questions(first));
        choices.stream().map(PilotChoice::sentence).forEach(log::info);
        Plan both = Rounds.both(whole, first, choices);
        Journal.extend(run, clock, both);
        int more = both.order().size() - first.order().size();
        if (more == 0) {
            return new Measured(pilots.record(), Analyzer.analyze(run));
        }
        log.info(TestbedMojo.count(more, "repetition") + " more");
        return analysed(both, driver.apply(both));
    }

    /**
     * Whether there is something to measure again; the journal says what. Evidence from outside of the experiment decides, never what an
     * engine may have caused, and whole blocks are measured again, so that no engine gets more chances than others. Where most of a
     * run has such evidence the machine is always busy, and only blocks are measured again in which a repetition is of no use.
     */
    private boolean noteDisturbed(RunRecord record, Analysis analysis) {
        if (record.state() == RunRecord.State.INTERRUPTED) {
            return false;
        }
        List<Plan.Execution> disturbed = analysis.interfered();
        if (2 * disturbed.size() > record.executions().size()) {
            log.warn("other programs used the machine during most repetitions: it is too busy; what they were is"
                    + " in the report");
            List<Plan.Execution> useless = analysis.disturbed();
            disturbed = disturbed.stream().filter(useless::contains).toList();
        }
        if (disturbed.isEmpty()) {
            return false;
        }
        List<Plan.Execution> blocks = analysis.blocksOf(disturbed);
        log.info("other programs disturbed " + TestbedMojo.count(disturbed.size(), "repetition") + "; "
                + TestbedMojo.count(blocks.size(), "repetition")
                + " of the same blocks are measured again, what was measured is kept");
        Journal.disturbed(run, clock, blocks);
        return true;
    }
}
