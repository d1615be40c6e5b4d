package io.soabench.maven;

import io.soabench.driver.RunJournal;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The attempts at a trial, which is measured again while another program kept the machine busy, up to a limit. */
final class TrialAttempts {

    private final int again;
    private final HostClock clock;
    private final Consumer<String> out;

    /**
     * Creates the rule of attempts.
     *
     * @param again number of times that a trial is measured again
     * @param out prints a line
     */
    TrialAttempts(int again, HostClock clock, Consumer<String> out) {
        this.again = again;
        this.clock = clock;
        this.out = out;
    }

    /**
     * A trial that ended.
     *
     * @param record the journal of its driver
     * @param attempt number of its measurements
     * @param durationMs of all attempts
     */
    record Measured<V>(RunRecord record, V verdict, int attempt, long durationMs) {}

    /**
     * Measures a trial.
     *
     * @param trial its folder
     * @param run lets a driver run it
     * @param judge returns the verdict on it
     * @param interfered whether a verdict calls for another attempt
     * @return empty when the user ended it before
     */
    <V> Optional<Measured<V>> of(
            Path trial, Execution execution, Supplier<RunRecord> run, Supplier<V> judge, Predicate<V> interfered) {
        long begunNs = clock.epochNanos();
        RunRecord record = run.get();
        V verdict = null;
        int attempt = 0;
        while (record.state() != RunRecord.State.INTERRUPTED) {
            attempt++;
            verdict = judge.get();
            boolean disturbed =
                    interfered.test(verdict) && attempt <= again && record.state() == RunRecord.State.COMPLETED;
            if (!disturbed) {
                break;
            }
            out.accept("other programs disturbed the trial; it is measured again, and the earlier results are kept");
            RunJournal.disturbed(trial, clock, List.of(execution), List.of(execution));
            record = run.get();
        }
        return record.state() == RunRecord.State.INTERRUPTED
                ? Optional.empty()
                : Optional.of(new Measured<>(
                        record, verdict, attempt, TimeUnit.NANOSECONDS.toMillis(clock.epochNanos() - begunNs)));
    }

    /** Returns the plan with one repetition: those before it were trials of their own. */
    static Plan only(Plan plan, int repetition) {
        return plan.withCases(
                plan.cases(),
                plan.order().stream()
                        .filter(execution -> execution.repetition() == repetition)
                        .toList());
    }

    /** Returns the reason for an end by the time limit. */
    static String tooLong(long withinMs) {
        return "another trial would exceed the limit of " + time(withinMs);
    }

    /** Returns a time as lines and sentences write it. */
    static String time(long ms) {
        Duration time = Duration.ofMillis(ms);
        return time.toMinutes() > 1 ? (time.toSeconds() + 59) / 60 + " min" : Math.max(1, time.toSeconds()) + " s";
    }
}
