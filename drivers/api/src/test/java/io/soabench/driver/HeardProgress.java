package io.soabench.driver;

import io.soabench.plan.Execution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Keeps what a driver tells; to be asked when the run is over. */
public final class HeardProgress implements Progress {

    private final List<String> lines = new ArrayList<>();
    private final List<Load> loads = new ArrayList<>();
    private final Map<Execution, Measured> measured = new HashMap<>();
    private Consumer<String> onNote = note -> {};
    private BiConsumer<Execution, Phase> onPhase = (execution, phase) -> {};

    /** Does something when a phase is entered. */
    public HeardProgress onPhase(BiConsumer<Execution, Phase> action) {
        onPhase = action;
        return this;
    }

    /** Does something when something is noted. */
    public HeardProgress onNote(Consumer<String> action) {
        onNote = action;
        return this;
    }

    /** Everything but phases and load. */
    public List<String> lines() {
        return lines;
    }

    /** The load reports. */
    public List<Load> loads() {
        return loads;
    }

    @Override
    public synchronized void executionStarted(Execution execution, int k, int n) {
        lines.add("start " + execution.caseId() + " " + execution.repetition() + " (" + k + " of " + n + ")");
    }

    @Override
    public synchronized void phaseEntered(Execution execution, Phase phase, long timeMs) {
        onPhase.accept(execution, phase);
    }

    @Override
    public synchronized void load(Execution execution, Load load) {
        loads.add(load);
    }

    /** What was measured, by repetition. */
    public Map<Execution, Measured> measured() {
        return measured;
    }

    @Override
    public synchronized void measured(Execution execution, Measured figures) {
        measured.put(execution, figures);
    }

    @Override
    public synchronized void executionEnded(Execution execution, boolean completed, String message) {
        lines.add(
                "end " + execution.caseId() + " " + execution.repetition() + " " + (completed ? "completed" : message));
    }

    @Override
    public synchronized void note(String message) {
        // Whether somebody else measures on this machine while the tests run is not theirs to say.
        if (!message.startsWith("another run uses this machine now ")) {
            lines.add("note " + message);
            onNote.accept(message);
        }
    }
}
