package io.soabench.driver.run;

import io.soabench.driver.Events;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.PhaseTransitions;
import io.soabench.driver.Progress;
import io.soabench.driver.RunInterrupted;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.EnoughAnswers;
import io.soabench.plan.Execution;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The phases of a repetition in which load clients work: warm-up, measurement, drain. Where the clients run is not known here;
 * they are {@link LoadProgram}s. Meanwhile the events of the model happen. Used by the run's thread.
 */
public final class LoadPhases {

    private static final long POLL_MS = 50;
    private static final long STEP_MS = 1000;
    private static final long PROGRESS_NS = 900_000_000L;

    /** A check that every needed process runs. It is made at least once a second and at each signal. */
    public interface Watch {

        /**
         * Checks once.
         *
         * @throws PhaseFailed when something does not run
         */
        void look() throws PhaseFailed;
    }

    /** The signals to all clients at once; instants are in the time of the driver's host. */
    public interface Signals {

        /** Lets all clients begin at one instant. */
        void start(long epochNs) throws PhaseFailed, RunInterrupted;

        /** Lets all clients measure from one instant on. */
        void measure(long epochNs) throws PhaseFailed, RunInterrupted;

        /** Lets the measurement of all end at one instant. */
        void end(long epochNs) throws PhaseFailed, RunInterrupted;
    }

    /**
     * The repetition to which the phases belong.
     *
     * @param tested the system that hangs when no request is answered; beginning of a sentence
     * @param logs folder of the repetition's logs, for messages
     */
    public record Subject(Execution execution, CasePlan testCase, String tested, Path logs) {}

    private final RunSetting setting;
    private final Subject subject;
    private final CasePlan testCase;
    private final Signals signals;
    private final Watch watch;
    private final Events events;
    private final LoadClients clients;

    private long measureNs;
    private long lastProgressNs;

    /** Creates the phases without load clients. */
    public LoadPhases(RunSetting setting, Subject subject, Signals signals, Watch watch, Events events) {
        this.setting = setting;
        this.subject = subject;
        this.testCase = subject.testCase();
        this.signals = signals;
        this.watch = watch;
        this.events = events;
        this.clients = new LoadClients(setting.signal());
    }

    /** Returns the clients; all are added before {@link #warmUp}. */
    public LoadClients clients() {
        return clients;
    }

    /** Returns when the measurement begins, driver's clock; it may still move towards now while {@link #warmUp} lasts. */
    public long measureNs() {
        return measureNs;
    }

    /** Lets all clients begin together, and ends when the measurement begins. */
    public void warmUp(long endNs) throws PhaseFailed, RunInterrupted {
        boolean ready = setting.waiting()
                .until(
                        () -> {
                            watch.look();
                            return clients.allReady();
                        },
                        Duration.ofNanos(endNs - now() - ns(testCase.schedule().warmUpMs())),
                        POLL_MS);
        if (!ready) {
            throw new PhaseFailed("load clients are not ready: no \"ready\" from " + clients.waitedFor() + " within "
                    + PhaseTransitions.FIXED_MS + " ms; see " + logs());
        }
        long beginNs = now() + ns(setting.settings().leadMs());
        signals.start(beginNs);
        measureNs = beginNs + ns(testCase.schedule().warmUpMs());
        if (testCase.schedule().warmUp() == CaseSchedule.WarmUp.UNTIL_STEADY) {
            untilSteady();
        }
        throughTime(measureNs);
        if (hungAndOver()) {
            throw new PhaseFailed(hangs() + "nothing was measured, since that was in the warm-up; " + remedy());
        }
    }

    /** Waits until the response times of every client are steady. The measurement begins for all clients after the last of them. */
    private void untilSteady() throws PhaseFailed, RunInterrupted {
        long leadNs = ns(setting.settings().leadMs());
        boolean steady = setting.waiting()
                .until(
                        () -> {
                            watch.look();
                            reportProgress();
                            return clients.allSteady() || hungAndOver();
                        },
                        until(measureNs - leadNs),
                        STEP_MS);
        long soonNs = now() + leadNs;
        if (steady && !hungAndOver() && soonNs < measureNs) {
            measureNs = soonNs;
            signals.measure(measureNs);
        }
    }

    /**
     * Ends when the measurement does.
     *
     * @return when the system under test hangs, the sentence about it
     */
    public Optional<String> measure() throws PhaseFailed, RunInterrupted {
        events.begin(measureNs);
        throughEvents(this::hungAndOver, enough());
        events.endMeasurement(clients.begun());
        return clients.hang()
                .map(hang -> hangs() + "the measurement ended early, and what was open counts as failed by time-out; "
                        + remedy());
    }

    /**
     * Waits until the end of the measurement is known: the first of certain times before which there were enough answers. The response times do
     * not influence it.
     */
    private long enough() throws PhaseFailed, RunInterrupted {
        EnoughAnswers wanted = testCase.schedule().enough();
        long longestNs = measureNs + ns(testCase.schedule().measureMs());
        if (wanted == null) {
            return longestNs;
        }
        for (long afterMs : testCase.schedule().endsMs()) {
            long endNs = measureNs + ns(afterMs);
            long lookNs = endNs - ns(setting.settings().leadMs());
            if (endNs >= longestNs || throughEvents(this::hungAndOver, lookNs)) {
                break;
            }
            if (clients.answered() >= wanted.answers() && now() < endNs) {
                signals.end(endNs);
                return endNs;
            }
        }
        return longestNs;
    }

    /** Waits until all clients have ended. */
    public void drain(long endNs) throws PhaseFailed, RunInterrupted {
        boolean done = throughEvents(clients::allDone, endNs);
        if (!done) {
            throw new PhaseFailed("load clients did not end: no \"done\" from " + clients.waitedFor() + " within "
                    + (testCase.schedule().drainMs() + PhaseTransitions.SLACK_MS) + " ms after the last request; see "
                    + logs());
        }
        events.carryOutRest();
    }

    /**
     * Ends the phases: carries out the remaining steps of events that have begun, and records events that did not
     * happen.
     */
    public void finish() {
        events.carryOutRestBeforeStop();
        events.endMeasurement(clients.begun());
    }

    /**
     * Waits until a condition holds or the time is up, and carries out the events of the model when they are due.
     *
     * @return whether it holds
     */
    private boolean throughEvents(Waiting.Condition condition, long endNs) throws PhaseFailed, RunInterrupted {
        while (true) {
            setting.waiting()
                    .until(
                            () -> {
                                watch.look();
                                reportProgress();
                                return condition.holds() || events.due(clients.begun());
                            },
                            until(Math.min(endNs, events.nextNs())),
                            STEP_MS);
            if (condition.holds()) {
                return true;
            }
            boolean over = now() >= endNs;
            events.carryOut(clients.begun());
            if (over) {
                return false;
            }
        }
    }

    /** Waits until an instant. */
    private void throughTime(long untilNs) throws PhaseFailed, RunInterrupted {
        setting.waiting()
                .until(
                        () -> {
                            watch.look();
                            reportProgress();
                            return now() >= untilNs || hungAndOver();
                        },
                        until(untilNs),
                        STEP_MS);
    }

    private boolean hungAndOver() {
        return clients.hang().isPresent() && clients.allDone();
    }

    /** Returns the beginning of a sentence about a server that hangs. */
    private String hangs() {
        LoadClients.Hang hang = clients.hang().orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s hangs: it answered no request for %.1f s while requests were open (%d at the end); ",
                subject.tested(),
                hang.silentMs() / 1000.0,
                hang.open());
    }

    private String remedy() {
        return "give it other settings or less load, and see " + logs();
    }

    private Path logs() {
        return setting.folder().relativize(subject.logs());
    }

    private void reportProgress() {
        long now = now();
        Optional<Progress.Load> all = clients.load();
        if (all.isPresent() && now - lastProgressNs >= PROGRESS_NS) {
            lastProgressNs = now;
            setting.progress().load(subject.execution(), all.get());
        }
    }

    private Duration until(long instantNs) {
        return Duration.ofNanos(Math.max(0, instantNs - now()));
    }

    private long now() {
        return setting.clock().epochNanos();
    }

    private static long ns(long ms) {
        return Duration.ofMillis(ms).toNanos();
    }
}
