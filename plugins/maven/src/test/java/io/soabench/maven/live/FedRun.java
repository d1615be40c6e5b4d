package io.soabench.maven.live;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A run of three repetitions whose progress a test feeds to a page. */
final class FedRun {

    static final Execution FIRST = new Execution("Order-office-engine", 1);
    static final Execution SECOND = new Execution("Order-web-other", 1);
    static final Execution THIRD = new Execution("Order-office-engine", 2);
    static final ModelOrigin ORIGIN = new ModelOrigin("fed", "A run that a test feeds", 42, "", "");

    static final Plan PLAN = Plan.of(ORIGIN)
            .withCases(
                    List.of(
                            caseOf("Order-office-engine", "engine", "office"),
                            caseOf("Order-web-other", "other", "web")),
                    List.of(FIRST, SECOND, THIRD));

    /** A second of load with enough requests for a 99th percentile. */
    static final Progress.Load LOAD = new Progress.Load("measure", 1200, 49.6, 48.1, 3, 2, 20.4, 61.2, 0.4);

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    /** Keeps the notes of what stands for the terminal. */
    private final class Noted implements Progress {

        @Override
        public void executionStarted(Execution execution, int k, int n) {}

        @Override
        public void phaseEntered(Execution execution, Phase phase, long timeMs) {}

        @Override
        public void load(Execution execution, Load load) {}

        @Override
        public void measured(Execution execution, Measured measured) {}

        @Override
        public void executionEnded(Execution execution, boolean completed, String message) {}

        @Override
        public void note(String message) {
            notes.add(message);
        }
    }

    static CasePlan caseOf(String id, String engine, String workload) {
        return new CasePlan(
                id,
                "Suite",
                engine,
                List.of("Order"),
                workload,
                Stream.of(engine).filter(name -> !name.isEmpty()).toList(),
                List.of(),
                new CaseSchedule(2, false, CaseSchedule.WarmUp.FIXED, 2_000, 5_000, 1_000, 1_000),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    LivePage open(int port) {
        return open(port, "");
    }

    LivePage open(int port, String bearer) {
        return LivePage.open(port, bearer, ORIGIN, "20260101-000000", HostClock.system(), notes::add);
    }

    Progress beside(LivePage page, Path folder) {
        return page.beside(PLAN, folder, new Noted());
    }

    /** What went to the terminal, by way of its progress or before there was one. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Lets one repetition end and another measure. */
    static void feed(Progress progress) {
        progress.executionStarted(FIRST, 1, 3);
        progress.phaseEntered(FIRST, Phase.START, -1);
        progress.phaseEntered(FIRST, Phase.MEASURE, 5_000);
        progress.load(FIRST, LOAD);
        progress.measured(FIRST, new Progress.Measured(1390, 48.26, 5, 369.4));
        progress.executionEnded(FIRST, true, "");
        progress.executionStarted(SECOND, 2, 3);
        progress.phaseEntered(SECOND, Phase.MEASURE, 60_000);
        progress.load(SECOND, LOAD);
    }
}
