package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.plan.CallTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that answers before its partners did is quick, and wrong. */
final class CausalityTest {

    private static final int REQUESTS = 1_000;
    private static final double PARTNER_MS = 5;

    @TempDir
    private Path folder;

    /** @param early how many requests are answered two milliseconds after they were sent */
    private RepetitionResult result(CallTree tree, int early) throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.plan(1, tree, 1));
        RunFixture.Repetition written = run.repetition("case1", 1);
        for (int n = 1; n <= REQUESTS; n++) {
            String uiid = "office.1." + n;
            double at = (n - 1) * 10;
            written.request(uiid, at, n <= early ? 2 : PARTNER_MS + 1.5, "OK");
            int calls = tree.calls().orElseThrow();
            for (int call = 1; call <= calls; call++) {
                written.call(uiid, call, at + 0.5, PARTNER_MS, "OK");
            }
        }
        written.write();
        return run.result();
    }

    private static CallTree call(boolean oneWay) {
        return CallTree.call("quote", "ask", oneWay);
    }

    @Test
    void shouldRefuseAnEngineThatAnswersBeforeItsPartners() throws IOException {
        RepetitionResult result = result(CallTree.sequence(List.of(call(false))), REQUESTS);

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(RunFixture.violations(result))
                .containsExactly(
                        "1,000 answers of 1,000 came before those of the partners that it depends on, for example that"
                                + " of office.1.1.");
    }

    @Test
    void shouldAcceptAnEngineThatWaitsForThem() throws IOException {
        assertThat(RunFixture.violations(result(CallTree.sequence(List.of(call(false))), 0)))
                .isEmpty();
    }

    @Test
    void shouldForgiveOneInAThousand() throws IOException {
        assertThat(RunFixture.violations(result(CallTree.sequence(List.of(call(false))), 1)))
                .isEmpty();
    }

    /** A call for which the process does not wait, or which it makes after its reply. */
    @Test
    void shouldNotExpectAnAnswerToWaitForWhatItDoesNotDependOn() throws IOException {
        assertThat(RunFixture.violations(result(CallTree.sequence(List.of(call(true))), REQUESTS)))
                .isEmpty();
    }
}
