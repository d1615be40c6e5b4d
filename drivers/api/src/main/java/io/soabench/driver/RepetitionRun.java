package io.soabench.driver;

import io.soabench.plan.CasePlan;
import io.soabench.plan.EventKind;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.PhaseRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord.State;
import io.soabench.plugin.Lifecycle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A runner of one repetition through its {@link PhaseTransitions}. It enters each phase, follows the table when a phase fails or
 * the user ends the run, and writes {@code repetition.json} after each phase. Used by one thread.
 */
public final class RepetitionRun {

    private final Execution execution;
    private final CasePlan testCase;
    private final List<Lifecycle> lifecycles;
    private final Stage stage;
    private final Path folder;
    private final EventLog events;
    private final HostClock clock;
    private final Consumer<Phase> entered;

    private final List<PhaseRecord> phases = new ArrayList<>();
    private State state = State.RUNNING;
    private String message = "";

    /**
     * Prepares the repetition.
     *
     * @param lifecycles of the servers of the case, the system under test's last
     * @param folder of the repetition; exists
     * @param entered called with each phase when it is entered; a phase fails when the call throws an
     *     {@link UncheckedIOException}
     */
    public RepetitionRun(
            Execution execution,
            CasePlan testCase,
            List<Lifecycle> lifecycles,
            Stage stage,
            Path folder,
            EventLog events,
            HostClock clock,
            Consumer<Phase> entered) {
        this.execution = execution;
        this.testCase = testCase;
        this.lifecycles = List.copyOf(lifecycles);
        this.stage = stage;
        this.folder = folder;
        this.events = events;
        this.clock = clock;
        this.entered = entered;
    }

    /**
     * Runs the repetition through all its phases.
     *
     * <p>When {@code repetition.json} cannot be written the state is FAILED and the message gives the reason; the caller may try again to write
     * the returned record.
     *
     * @return the record; its state is COMPLETED, FAILED or INTERRUPTED
     */
    public RepetitionRecord run() {
        Phase phase = PhaseTransitions.first();
        PhaseTransitions.Ending ended = PhaseTransitions.Ending.DONE;
        while (phase != null) {
            PhaseTransitions.Ending ending = take(phase);
            if (ended == PhaseTransitions.Ending.DONE) {
                ended = ending;
            }
            phase = PhaseTransitions.after(phase, ended).orElse(null);
        }
        state = switch (ended) {
            case DONE -> State.COMPLETED;
            case FAILED -> State.FAILED;
            case INTERRUPTED -> State.INTERRUPTED;
        };
        try {
            write();
        } catch (UncheckedIOException e) {
            fail(e.getMessage());
            state = State.FAILED;
        }
        return record();
    }

    private PhaseTransitions.Ending take(Phase phase) {
        long start = clock.epochNanos();
        phases.add(new PhaseRecord(phase.label(), start, 0));
        PhaseTransitions.Ending ending = PhaseTransitions.Ending.DONE;
        try {
            entered.accept(phase);
            events.add(EventKind.PHASE, phase.label(), "entered");
            write();
        } catch (UncheckedIOException e) {
            // Nothing more can be written, but what was started must still be stopped.
            ending = fail(e.getMessage());
            if (!PhaseTransitions.compensates(phase)) {
                return ending;
            }
        }
        Duration deadline = PhaseTransitions.deadline(phase, testCase, lifecycles);
        try {
            stage.take(phase, deadline);
        } catch (PhaseFailed e) {
            ending = fail(e.getMessage());
        } catch (RunInterrupted e) {
            ending = PhaseTransitions.Ending.INTERRUPTED;
            message = message.isEmpty() ? e.getMessage() + " in phase \"" + phase.label() + "\"" : message;
        } catch (UncheckedIOException e) {
            ending = fail(e.getMessage());
        } catch (RuntimeException | Error e) {
            // This is a bug of the driver, or a plug-in for another version. The servers must still be stopped, and
            // the stack trace is kept for the report.
            ending = fail("the driver itself failed in phase \"" + phase.label() + "\" (" + e + "); please report "
                    + keep(e));
        }
        if (ending == PhaseTransitions.Ending.DONE) {
            phases.set(phases.size() - 1, new PhaseRecord(phase.label(), start, clock.epochNanos()));
        } else {
            note(phase, ending);
        }
        return ending;
    }

    private void note(Phase phase, PhaseTransitions.Ending ending) {
        try {
            events.add(
                    EventKind.PHASE,
                    phase.label(),
                    ending == PhaseTransitions.Ending.FAILED ? "failed: " + message : "interrupted");
        } catch (UncheckedIOException e) {
            // The first problem stays the message; this one follows from it or is the same full disk.
            fail(e.getMessage());
        }
    }

    private Path keep(Throwable bug) {
        StringWriter trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace, true));
        Path file = folder.resolve("driver-error.txt");
        try {
            Files.writeString(file, trace.toString());
        } catch (IOException e) {
            bug.addSuppressed(e);
        }
        return file;
    }

    private PhaseTransitions.Ending fail(String why) {
        if (message.isEmpty()) {
            message = why;
        }
        return PhaseTransitions.Ending.FAILED;
    }

    private void write() {
        Json.write(folder.resolve(RunFiles.REPETITION), record());
    }

    private RepetitionRecord record() {
        return new RepetitionRecord(
                execution.caseId(),
                execution.repetition(),
                state,
                state == State.COMPLETED ? "" : message,
                stage.endpoint(),
                stage.checks(),
                List.copyOf(phases),
                stage.servers(),
                stage.roundTrips());
    }
}
