package io.soabench.driver.run;

import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A scheduler of repetitions: one after the other, or at the same time where their cases allow it and they have no
 * machine in common. Repetitions that share a machine keep their order, so that each machine gets its repetitions in
 * the order of the plan.
 */
final class RepetitionScheduler {

    /** A worker for one repetition. */
    interface Work {

        /**
         * Carries out the repetition.
         *
         * @param setting that of the calling thread
         * @param k its number, from 1
         */
        void take(RunSetting setting, Execution execution, int k);
    }

    /** A repetition that waits or runs. */
    private record Planned(Execution execution, int k, boolean parallel, Set<String> machines) {

        boolean keepsFrom(Planned other) {
            return !parallel || !other.parallel || !Collections.disjoint(machines, other.machines);
        }
    }

    /** The end of a repetition; {@code problem} is {@code null} when the work was done. */
    private record Ended(Planned planned, RunSetting setting, Throwable problem) {}

    private final RunSetting setting;
    private final Work work;
    private final Deque<RunSetting> idle = new ArrayDeque<>();
    private final List<Planned> running = new ArrayList<>();
    private final BlockingQueue<Ended> ends = new LinkedBlockingQueue<>();

    RepetitionScheduler(RunSetting setting, Work work) {
        this.setting = setting;
        this.work = work;
    }

    /** Runs all repetitions. When the user ends the run, only those that have begun are finished. */
    void take(List<Execution> pending) {
        List<Planned> planned = new ArrayList<>();
        for (Execution execution : pending) {
            CasePlan testCase = setting.plan().caseOf(execution.caseId());
            planned.add(new Planned(
                    execution,
                    planned.size() + 1,
                    testCase.schedule().parallel(),
                    setting.plan().machines(testCase)));
        }
        if (planned.stream().anyMatch(Planned::parallel)) {
            several(planned);
        } else {
            planned.stream()
                    .takeWhile(each -> !setting.cancellation().asked())
                    .forEach(each -> work.take(setting, each.execution(), each.k()));
        }
    }

    private void several(List<Planned> waiting) {
        Throwable problem = null;
        do {
            if (!setting.cancellation().asked()) {
                begin(waiting);
            }
            if (!running.isEmpty()) {
                Throwable its = awaitEnd();
                if (its != null) {
                    problem = its;
                    setting.cancellation().ask();
                }
            }
        } while (!running.isEmpty()
                || !(waiting.isEmpty() || setting.cancellation().asked()));
        if (problem != null) {
            throw new IllegalStateException("a repetition ended with " + problem, problem);
        }
    }

    private void begin(List<Planned> waiting) {
        List<Planned> before = new ArrayList<>(running);
        for (Planned each : List.copyOf(waiting)) {
            if (before.stream().noneMatch(each::keepsFrom)) {
                waiting.remove(each);
                running.add(each);
                begin(each);
            }
            before.add(each);
        }
    }

    private void begin(Planned planned) {
        RunSetting own = idle.isEmpty() ? setting.lane() : idle.pop();
        new Thread(() -> run(planned, own), "soabench-" + planned.execution().caseId()).start();
    }

    @SuppressWarnings("IllegalCatch") // Any failure must be recorded; it must not end the thread unnoticed.
    private void run(Planned planned, RunSetting own) {
        Throwable problem = null;
        try {
            work.take(own, planned.execution(), planned.k());
        } catch (Throwable e) {
            problem = e;
        }
        ends.add(new Ended(planned, own, problem));
    }

    private Throwable awaitEnd() {
        while (true) {
            try {
                Ended end = ends.take();
                running.remove(end.planned());
                idle.push(end.setting());
                return end.problem();
            } catch (InterruptedException e) {
                setting.cancellation().askAsInterrupted();
            }
        }
    }
}
