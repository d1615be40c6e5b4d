package io.soabench.driver;

import io.soabench.driver.EventScript.ServerAction;
import io.soabench.driver.EventScript.Step;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EventKind;
import io.soabench.plan.EventPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plugin.EventType;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.ServerType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The events of the model in one repetition. This class computes when each event is due, carries it out, and writes the
 * times into {@code events.csv}. Used by the run's thread, which waits at most until {@link #nextNs}.
 *
 * <p>An event at the n-th request is due when the load clients of the case have together begun so many requests of the
 * measurement.
 */
public final class Events {

    private static final double NS_PER_MS = 1e6;

    /** The text after the subject in the line about the end of an event. */
    private static final String DONE = "done";

    /** The effects of an event on the servers of a repetition, as each driver implements them. A call returns when the effect is complete. */
    public interface Effects {

        /** Ends an engine with SIGKILL. Its end is no failure until it is started again. */
        void kill(String server) throws PhaseFailed, RunInterrupted;

        /**
         * Starts an engine again that was killed, and returns when its processes answer.
         *
         * @param deploys whether its processes are deployed again
         */
        void startAgain(String server, boolean deploys) throws PhaseFailed, RunInterrupted;

        /** Sends a signal, named without SIG, to all processes of a server. */
        void signal(String server, String name) throws PhaseFailed, RunInterrupted;

        /**
         * Sends an action to a server.
         *
         * @param values of placeholders beside those of the server's lifecycle
         * @throws PhaseFailed when it is not answered as expected; the message ends a sentence
         */
        void send(String server, HttpAction action, Map<String, String> values) throws PhaseFailed, RunInterrupted;

        /**
         * Publishes a service instance that has just appeared.
         *
         * @param registry name of the server
         * @param instance whose address is {@link Lifecycle#addressOf}
         */
        void publish(String registry, ServicePlan service, ServiceInstance instance) throws PhaseFailed, RunInterrupted;

        /**
         * Deploys a process on the server under test, whether it is deployed or not, and returns when it answers.
         *
         * @param version the process of the plan that runs under that name from then on
         */
        void deploy(String process, String version) throws PhaseFailed, RunInterrupted;

        /** Takes a process away from the server under test. */
        void undeploy(String process) throws PhaseFailed, RunInterrupted;

        /**
         * Sends the functional checks of the case that belong to an event.
         *
         * @throws PhaseFailed when an answer is wrong
         */
        void check(EventPlan event) throws PhaseFailed, RunInterrupted;
    }

    /** An event with its steps. */
    private record Planned(EventPlan event, List<Step> steps) {}

    /** A later step of an event that has begun. */
    private record LaterStep(Planned planned, Step step, long atNs) {}

    private final EventLog log;
    private final HostClock clock;
    private final Effects effects;
    private final List<Planned> waiting = new ArrayList<>();
    private final List<LaterStep> laterSteps = new ArrayList<>();
    private long measureNs = Long.MAX_VALUE;

    /**
     * Creates the events of a case.
     *
     * @param servers server types by name
     * @param types event types by name
     * @throws IllegalArgumentException when {@link #problems} would have returned one
     */
    public Events(
            Plan plan,
            CasePlan testCase,
            Map<String, ServerType> servers,
            Map<String, EventType> types,
            EventLog log,
            HostClock clock,
            Effects effects) {
        this.log = log;
        this.clock = clock;
        this.effects = effects;
        EventScript script = new EventScript(plan, testCase, servers, types);
        // Events of the same instant keep the order of the model, and no later event overtakes a delayed one.
        testCase.events().stream()
                .sorted(Comparator.comparingLong(EventPlan::atMs).thenComparingLong(EventPlan::atRequest))
                .forEach(event -> waiting.add(new Planned(event, script.steps(event))));
    }

    /** Returns why the events of a case cannot be carried out, one sentence each. */
    public static List<String> problems(
            Plan plan, CasePlan testCase, Map<String, ServerType> servers, Map<String, EventType> types) {
        EventScript script = new EventScript(plan, testCase, servers, types);
        List<String> problems = new ArrayList<>();
        Set<Map<String, String>> unavailable = new HashSet<>();
        long runsFromNs = 0;
        List<EventPlan> inTime = testCase.events().stream()
                .sorted(Comparator.comparingLong(EventPlan::atMs))
                .toList();
        for (EventPlan event : inTime) {
            String which = "case " + testCase.id() + " has the event \"" + event.text() + "\", but ";
            try {
                long goneNs = script.steps(event).stream()
                        .filter(step -> !step.atEnd())
                        .mapToLong(Step::afterNs)
                        .max()
                        .orElse(0);
                long atNs = Math.round(event.atMs() * NS_PER_MS);
                if (goneNs > 0 && event.atMs() >= 0 && atNs < runsFromNs) {
                    problems.add(which + "an earlier event has killed the engine and not started it again by then");
                }
                runsFromNs = goneNs > 0 ? Math.max(runsFromNs, atNs + goneNs) : runsFromNs;
            } catch (IllegalArgumentException e) {
                problems.add(which + e.getMessage());
            }
            if (event.kind() == EventPlan.Kind.SERVICE_UNAVAILABLE && !unavailable.add(event.parameters())) {
                problems.add(which + "another event does the same; leave out one of them");
            }
        }
        return problems;
    }

    /** Begins the measurement at that instant. */
    public void begin(long atNs) {
        measureNs = atNs;
    }

    /** Returns the next instant at which something is due; {@link Long#MAX_VALUE} when that is not known or nothing is left. */
    public long nextNs() {
        long next = Long.MAX_VALUE;
        for (Planned planned : waiting) {
            next = Math.min(next, dueNs(planned.event()));
        }
        for (LaterStep later : laterSteps) {
            next = Math.min(next, later.atNs());
        }
        return next;
    }

    private long dueNs(EventPlan event) {
        return event.atMs() < 0 || measureNs == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : measureNs + Math.round(event.atMs() * NS_PER_MS);
    }

    /**
     * Returns whether a step of an event is due now.
     *
     * @param begun requests of the measurement that have begun
     */
    public boolean due(long begun) {
        return nextNs() <= clock.epochNanos() || waiting.stream().anyMatch(p -> reached(p.event(), begun));
    }

    private static boolean reached(EventPlan event, long begun) {
        return event.atRequest() >= 0 && begun >= event.atRequest();
    }

    /**
     * Carries out the steps that are due.
     *
     * @param begun requests of the measurement that have begun
     * @throws PhaseFailed with one sentence when an event cannot be carried out
     */
    public void carryOut(long begun) throws PhaseFailed, RunInterrupted {
        for (LaterStep later : List.copyOf(laterSteps)) {
            if (later.atNs() <= clock.epochNanos()) {
                laterSteps.remove(later);
                take(later);
            }
        }
        for (Planned planned : List.copyOf(waiting)) {
            EventPlan event = planned.event();
            if (reached(event, begun) || dueNs(event) <= clock.epochNanos()) {
                waiting.remove(planned);
                begin(planned, begun);
            }
        }
    }

    private void begin(Planned planned, long begun) throws PhaseFailed, RunInterrupted {
        EventPlan event = planned.event();
        long atNs = clock.epochNanos();
        Step first = planned.steps().get(0);
        take(planned, first.serverAction());
        long doneNs = clock.epochNanos();
        long after = begun - event.atRequest();
        log.add(
                atNs,
                EventKind.MODEL,
                event,
                event.atMs() >= 0
                        ? late(atNs - dueNs(event))
                        : "when " + begun + " requests had begun"
                                + (after == 0 ? ", as planned" : ", " + after + " more than planned"));
        if (!first.killed().isEmpty()) {
            killed(first.killed(), atNs, doneNs);
        }
        if (first.proof() != null) {
            done(event, atNs, doneNs);
            take(planned, first.proof());
        }
        for (Step step : planned.steps().subList(1, planned.steps().size())) {
            laterSteps.add(new LaterStep(planned, step, atNs + step.afterNs()));
        }
    }

    private void take(LaterStep later) throws PhaseFailed, RunInterrupted {
        long atNs = clock.epochNanos();
        EventPlan event = later.planned().event();
        take(later.planned(), later.step().serverAction());
        log.add(atNs, EventKind.MODEL, event, later.step().words(), late(atNs - later.atNs()));
        if (!later.step().killed().isEmpty()) {
            if (later.step().proof() == null) {
                killed(later.step().killed(), atNs, clock.epochNanos());
            } else {
                log.add(EventKind.BACK, later.step().killed(), "its processes answer");
            }
        }
        if (later.step().proof() != null) {
            done(event, atNs, clock.epochNanos());
            take(later.planned(), later.step().proof());
        }
    }

    /** Records between which instants an engine has died: it may have answered in between. */
    private void killed(String engine, long atNs, long doneNs) {
        log.add(atNs, EventKind.KILLED, engine, "SIGKILL is sent");
        log.add(doneNs, EventKind.KILLED, engine, "has ended");
    }

    private void done(EventPlan event, long atNs, long doneNs) {
        log.add(
                doneNs,
                EventKind.MODEL,
                event,
                DONE,
                String.format(Locale.ROOT, "%.1f ms after the order", (doneNs - atNs) / NS_PER_MS));
    }

    private void take(Planned planned, ServerAction serverAction) throws PhaseFailed, RunInterrupted {
        try {
            serverAction.on(effects);
        } catch (PhaseFailed e) {
            throw new PhaseFailed(
                    "the event \"" + planned.event().text() + "\" cannot be carried out: " + e.getMessage(), e);
        }
    }

    private static String late(long byNs) {
        return String.format(
                Locale.ROOT, "%.1f ms %s its time", Math.abs(byNs) / NS_PER_MS, byNs < 0 ? "before" : "after");
    }

    /**
     * Ends the measurement: events that did not happen by now do not happen.
     *
     * @param begun requests of the measurement that have begun
     */
    public void endMeasurement(long begun) {
        String when = measureNs == Long.MAX_VALUE
                ? "did not happen: nothing was measured"
                : String.format(
                        Locale.ROOT,
                        "did not happen: the measurement ended %.1f s after its start",
                        Math.max(0, clock.epochNanos() - measureNs) / 1e9);
        for (Planned planned : waiting) {
            EventPlan event = planned.event();
            log.add(
                    clock.epochNanos(),
                    EventKind.MISSED,
                    event,
                    when + (event.atRequest() < 0 ? "" : ", when " + begun + " requests had begun"));
        }
        waiting.clear();
    }

    /** Takes what is left of events that have begun, at once, so that no server stays as an event left it. */
    public void carryOutRest() {
        carryOutRest(true);
    }

    /** Takes what is left of events that have begun, as far as a server needs it to stop in order. */
    public void carryOutRestBeforeStop() {
        carryOutRest(false);
    }

    private void carryOutRest(boolean goesOn) {
        List<LaterStep> left = List.copyOf(laterSteps);
        laterSteps.clear();
        for (LaterStep later : left) {
            try {
                if (goesOn || later.step().atEnd()) {
                    take(later);
                }
            } catch (PhaseFailed | RunInterrupted e) {
                log.add(clock.epochNanos(), EventKind.SERVER, later.planned().event(), e.getMessage());
            }
        }
    }
}
