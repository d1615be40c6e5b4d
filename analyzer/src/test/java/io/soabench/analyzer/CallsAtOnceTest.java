package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.CallsAtOnce;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that makes calls in turn beside one that makes them at once is named. */
final class CallsAtOnceTest {

    private static final int REQUESTS = 100;
    private static final double GAP_MS = 0.2;
    private static final CallTree CALL = CallTree.call("quote", "ask", false);
    private static final CallTree FORK = CallTree.parallel(List.of(CALL, CALL), List.of(List.of(), List.of()));
    private static final CallTree CHAIN = CallTree.parallel(List.of(CALL, CALL), List.of(List.of(), List.of(0)));

    @TempDir
    private Path folder;

    /** Calls of the first engine begin at once. Those of the second begin as soon as the one before has its answer. */
    private List<String> caveats(CallTree tree, double partnerMs, boolean firstAtOnce) throws IOException {
        Plan plan = RunFixture.plan(2, tree, 1);
        RunFixture run = new RunFixture(Files.createDirectories(folder.resolve("run")), plan);
        for (CasePlan one : plan.cases()) {
            boolean atOnce =
                    firstAtOnce && one.server().equals(plan.cases().get(0).server());
            RunFixture.Repetition written = run.repetition(one.id(), 1);
            for (int n = 1; n <= REQUESTS; n++) {
                String uiid = "office.1." + n;
                double at = (n - 1) * 100;
                written.request(uiid, at, 2 * partnerMs + 1, "OK");
                written.call(uiid, 1, at + GAP_MS, partnerMs, "OK");
                written.call(uiid, 2, at + GAP_MS + (atOnce ? GAP_MS : partnerMs + GAP_MS), partnerMs, "OK");
            }
            written.write();
        }
        return CallsAtOnce.caveats(run.analyze().cases());
    }

    @Test
    void shouldNameAnEngineThatMakesCallsInTurn() throws IOException {
        assertThat(caveats(FORK, 5, true))
                .containsExactly(
                        "engine2 makes the calls of process Process one after the other, although they may"
                                + " run in parallel; engine1 makes them in parallel. A difference of their response times contains time of the partners.");
    }

    @Test
    void shouldSayThatNoEngineMakesThemAtOnce() throws IOException {
        assertThat(caveats(FORK, 5, false))
                .containsExactly(
                        "engine1, engine2 make the calls of process Process one after the other, although they may"
                                + " run in parallel.");
    }

    /** Links make a chain of the branches, and partners that answer at once say nothing about an engine. */
    @Test
    void shouldSayNothingWhereNothingFollows() throws IOException {
        assertThat(caveats(CHAIN, 5, false)).isEmpty();
    }

    @Test
    void shouldSayNothingOfCallsThatAreTooShort() throws IOException {
        assertThat(caveats(FORK, 0.5, false)).isEmpty();
    }
}
