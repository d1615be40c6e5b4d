package io.soabench.driver;

import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.ExecutionRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The journal of a run, {@code run.json}: rewritten atomically after each step, so that a run which was cut off at any
 * instant can go on.
 *
 * <p>When a run is resumed, every execution that is not COMPLETED is done again; only the {@link #disturbed} ones and
 * those by which it was {@linkplain #extend extended}, when there are any. The files of its last attempt are kept under
 * another name, {@code <rep>-interrupted-<k>}, {@code <rep>-failed-<k>} or {@code <rep>-disturbed-<k>}. Disturbed results stay in their place
 * until the next attempt {@linkplain #begin begins}, so that a run which is ended before has them. Safe for use by
 * many threads. Methods that write throw {@link UncheckedIOException} when the file cannot be written; the change stays
 * in memory then and is part of the next attempt.
 */
public final class RunJournal {

    /** Message of a repetition that something else disturbed. */
    private static final String BUSY = "the machine was busy with other things";

    /** Message of a repetition that is done again because another one of its block was disturbed. */
    private static final String WITH_ITS_BLOCK = "another repetition of its block was disturbed";

    private final Path runFolder;
    private final HostClock clock;
    private RunRecord record;

    private RunJournal(Path runFolder, HostClock clock, RunRecord record) {
        this.runFolder = runFolder;
        this.clock = clock;
        this.record = record;
    }

    /**
     * Returns the reasons why the run in that folder cannot be resumed with that plan; empty when it can or when it is new.
     * Changes nothing.
     */
    public static List<String> objections(Path runFolder, Plan plan) {
        List<String> reasons = new ArrayList<>();
        if (Files.exists(file(runFolder))) {
            RunRecord before;
            try {
                before = Json.read(file(runFolder), RunRecord.class);
            } catch (UncheckedIOException e) {
                return List.of("the journal of the run cannot be read: " + e.getMessage() + "; begin a new run");
            }
            if (!before.origin().testbed().equals(plan.origin().testbed())) {
                reasons.add("run " + before.id() + " belongs to testbed \""
                        + before.origin().testbed() + "\", not to \""
                        + plan.origin().testbed() + "\"; begin a new run");
            } else if (!before.origin().profile().equals(plan.origin().profile())) {
                reasons.add("run " + before.id() + " was begun "
                        + under(before.origin().profile()) + ", not "
                        + under(plan.origin().profile()) + "; begin a new run");
            } else if (!before.origin().modelHash().equals(plan.origin().modelHash())
                    || !sameExecutions(before, plan)) {
                reasons.add("run " + before.id()
                        + " was begun with another version of the model; restore that version or begin a new run");
            }
        }
        return reasons;
    }

    private static String under(String profile) {
        return profile.isEmpty() ? "without a profile" : "with profile \"" + profile + "\"";
    }

    private static boolean sameExecutions(RunRecord before, Plan plan) {
        List<Execution> recorded = before.executions().stream()
                .map(e -> new Execution(e.caseId(), e.repetition()))
                .toList();
        return recorded.equals(plan.order());
    }

    /**
     * Begins the journal of a new run or takes up that of an earlier one; the state is RUNNING and written afterwards.
     *
     * @throws IllegalArgumentException when there are {@link #objections}
     */
    public static RunJournal open(Path runFolder, Plan plan, String driver, HostClock clock) {
        List<String> objections = objections(runFolder, plan);
        if (!objections.isEmpty()) {
            throw new IllegalArgumentException(objections.get(0));
        }
        RunJournal journal;
        if (Files.exists(file(runFolder))) {
            RunRecord before = Json.read(file(runFolder), RunRecord.class);
            journal = new RunJournal(runFolder, clock, before);
            List<ExecutionRecord> executions = new ArrayList<>();
            for (ExecutionRecord execution : before.executions()) {
                boolean again = doneAgain(before, execution) && execution.state() != State.DISTURBED;
                if (again) {
                    journal.keep(execution);
                }
                executions.add(again ? pending(execution.caseId(), execution.repetition()) : execution);
            }
            journal.record = new RunRecord(
                    before.id(), before.origin(), driver, before.startedAt(), null, State.RUNNING, "", executions);
        } else {
            journal = new RunJournal(
                    runFolder,
                    clock,
                    new RunRecord(
                            runFolder.toAbsolutePath().getFileName().toString(),
                            plan.origin(),
                            driver,
                            clock.now().toString(),
                            null,
                            State.RUNNING,
                            "",
                            plan.order().stream()
                                    .map(e -> pending(e.caseId(), e.repetition()))
                                    .toList()));
        }
        journal.write();
        return journal;
    }

    private static boolean doneAgain(RunRecord before, ExecutionRecord execution) {
        boolean ended = before.state() == State.COMPLETED || before.state() == State.FAILED;
        boolean onlyThose = ended && before.executions().stream().anyMatch(RunJournal::toBeDone);
        return onlyThose ? toBeDone(execution) : execution.state() != State.COMPLETED;
    }

    /** Returns whether an execution of an ended run was marked for another measurement. */
    private static boolean toBeDone(ExecutionRecord execution) {
        return execution.state() == State.DISTURBED || execution.state() == State.PENDING;
    }

    private static ExecutionRecord pending(String caseId, int repetition) {
        return new ExecutionRecord(caseId, repetition, State.PENDING, "", "");
    }

    /** Returns the k-th folder beside that of a repetition, for the files of an attempt that ended in that state. */
    private static Path aside(Path folder, State state, int k) {
        String ending =
                switch (state) {
                    case FAILED -> "failed";
                    case DISTURBED -> "disturbed";
                    default -> "interrupted";
                };
        return folder.resolveSibling(folder.getFileName() + "-" + ending + "-" + k);
    }

    private void keep(ExecutionRecord execution) {
        Path folder = folder(new Execution(execution.caseId(), execution.repetition()));
        if (!Files.exists(folder)) {
            return;
        }
        int k = 1;
        while (Files.exists(aside(folder, execution.state(), k))) {
            k++;
        }
        Path kept = aside(folder, execution.state(), k);
        try {
            Files.move(folder, kept);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot rename " + folder + " to " + kept + ": " + e.getMessage(), e);
        }
    }

    /**
     * Notes in the journal of an ended run that repetitions were disturbed, so that they and the others of their blocks,
     * and only these, are done again when it is taken up. Repetitions that are not COMPLETED stay as they are.
     *
     * @param again repetitions to do again
     * @param disturbed those of them that were disturbed themselves
     */
    public static void disturbed(
            Path runFolder, HostClock clock, List<Execution> again, Collection<Execution> disturbed) {
        RunJournal journal = new RunJournal(runFolder, clock, Json.read(file(runFolder), RunRecord.class));
        RunRecord before = journal.record();
        journal.set(
                before.state(),
                before.message(),
                before.endedAt(),
                before.executions().stream()
                        .map(e -> again(e, again, disturbed))
                        .toList());
        journal.write();
    }

    private static ExecutionRecord again(
            ExecutionRecord before, List<Execution> again, Collection<Execution> disturbed) {
        Execution execution = new Execution(before.caseId(), before.repetition());
        return before.state() == State.COMPLETED && again.contains(execution)
                ? new ExecutionRecord(
                        before.caseId(),
                        before.repetition(),
                        State.DISTURBED,
                        before.phase(),
                        disturbed.contains(execution) ? BUSY : WITH_ITS_BLOCK)
                : before;
    }

    /**
     * Extends an ended run by the repetitions that a plan has beyond those of its journal. Only these are done when the run is resumed. The
     * plan replaces that of the run, also when it adds no repetition. The call can be repeated after it was cut off.
     *
     * @param plan whose order begins with the repetitions of the run
     * @throws IllegalArgumentException when it does not
     */
    public static void extend(Path runFolder, HostClock clock, Plan plan) {
        RunJournal journal = new RunJournal(runFolder, clock, Json.read(file(runFolder), RunRecord.class));
        RunRecord before = journal.record;
        int recorded = before.executions().size();
        if (recorded > plan.order().size()
                || !sameExecutions(
                        before, plan.withCases(plan.cases(), plan.order().subList(0, recorded)))) {
            throw new IllegalArgumentException(
                    "the plan does not begin with the repetitions of run " + before.id() + "; begin a new run");
        }
        // The plan is written first, because it determines the rest of the journal.
        Json.write(runFolder.resolve(RunFiles.PLAN), plan);
        if (recorded < plan.order().size()) {
            List<ExecutionRecord> executions = new ArrayList<>(before.executions());
            plan.order().subList(recorded, plan.order().size()).stream()
                    .map(e -> pending(e.caseId(), e.repetition()))
                    .forEach(executions::add);
            journal.set(before.state(), before.message(), before.endedAt(), List.copyOf(executions));
            journal.write();
        }
    }

    private static Path file(Path runFolder) {
        return runFolder.resolve(RunFiles.RUN);
    }

    /** Returns the folder of a repetition within the run. */
    public Path folder(Execution execution) {
        return RunFiles.repetition(runFolder, execution.caseId(), execution.repetition());
    }

    /** Returns the executions that are still to be done, in the order of the plan. */
    public synchronized List<Execution> pending() {
        return record.executions().stream()
                .filter(RunJournal::toBeDone)
                .map(e -> new Execution(e.caseId(), e.repetition()))
                .toList();
    }

    /** Makes room for the files of an execution: the folder of its disturbed attempt is renamed. To be called before the attempt. */
    public synchronized void begin(Execution execution) {
        record.executions().stream()
                .filter(e -> e.caseId().equals(execution.caseId()) && e.repetition() == execution.repetition())
                .filter(e -> e.state() == State.DISTURBED)
                .forEach(this::keep);
    }

    /** Notes that an execution is in a phase. */
    public synchronized void entered(Execution execution, Phase phase) {
        change(execution, State.RUNNING, phase.label(), "");
    }

    /** Notes how an execution ended; its phase stays. */
    public synchronized void ended(Execution execution, State state, String message) {
        change(execution, state, null, message);
    }

    private void change(Execution execution, State state, String phase, String message) {
        List<ExecutionRecord> executions = record.executions().stream()
                .map(e -> e.caseId().equals(execution.caseId()) && e.repetition() == execution.repetition()
                        ? new ExecutionRecord(
                                e.caseId(), e.repetition(), state, phase == null ? e.phase() : phase, message)
                        : e)
                .toList();
        set(record.state(), record.message(), null, executions);
        write();
    }

    /** Closes the journal: COMPLETED when all executions are, else FAILED, or INTERRUPTED when the user ended the run. */
    public synchronized RunRecord close(boolean interrupted) {
        List<ExecutionRecord> failed = record.executions().stream()
                .filter(e -> e.state() == State.FAILED)
                .toList();
        int all = record.executions().size();
        State state;
        String message;
        if (interrupted) {
            state = State.INTERRUPTED;
            message = "the run was ended by the user; " + goOn(runFolder, record);
        } else if (failed.isEmpty()) {
            state = State.COMPLETED;
            message = "";
        } else {
            ExecutionRecord first = failed.get(0);
            state = State.FAILED;
            message = failed.size() + " of " + all + " repetitions failed, the first was " + first.caseId() + " "
                    + first.repetition() + ": " + first.message();
        }
        set(state, message, clock.now().toString(), record.executions());
        write();
        return record;
    }

    /**
     * Returns the sentence on the kept part of an incomplete run, and on how to resume it.
     *
     * @param runFolder beside which {@code latest} leads to the run that began last, or that of its recordings
     */
    public static String goOn(Path runFolder, RunRecord record) {
        long again = count(record, State.DISTURBED);
        // A whole block is done again, so that no engine gets more chances than others.
        long disturbed = record.executions().stream()
                .filter(e -> e.state() == State.DISTURBED && !WITH_ITS_BLOCK.equals(e.message()))
                .count();
        long kept = count(record, State.COMPLETED) + again;
        // Recordings go on with their run.
        Path run = runFolder.endsWith(RunFiles.RECORDINGS)
                ? runFolder.toAbsolutePath().getParent()
                : runFolder.toAbsolutePath();
        boolean latest = RunFolder.latest(run.getParent()).filter(run::equals).isPresent();
        return kept + " of " + record.executions().size() + " repetitions kept"
                + (again == 0
                        ? ""
                        : again == disturbed
                                ? ", " + again + " of them disturbed and not measured again"
                                : ", " + again + " of them not measured again: " + disturbed
                                        + " disturbed, and the others of their blocks")
                + "; go on with -Dsoabench.resume=" + (latest ? RunFiles.LATEST : run.getFileName());
    }

    private static long count(RunRecord record, State state) {
        return record.executions().stream().filter(e -> e.state() == state).count();
    }

    /** Returns the journal as it stands. */
    public synchronized RunRecord record() {
        return record;
    }

    private void set(State state, String message, String endedAt, List<ExecutionRecord> executions) {
        record = record.with(state, message, endedAt, executions);
    }

    private void write() {
        Json.write(file(runFolder), record);
    }
}
