package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.generators.reading.CallCounts;
import io.soabench.plan.CallTree;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CallCountsTest {

    private static final CallTree QUOTE = CallTree.call("quote", "ask", false);
    private static final CallTree PAY = CallTree.call("pay", "pay", false);

    private static CallTree row(CallTree... steps) {
        return CallTree.sequence(List.of(steps));
    }

    @Test
    void shouldCountCallsOfOnePartner() {
        CallTree tree = row(QUOTE, CallTree.loop(row(QUOTE, PAY), 3), CallTree.choice(List.of(QUOTE, row(PAY, QUOTE))));

        assertThat(CallCounts.count(tree, "quote")).contains(5);
        assertThat(CallCounts.count(tree, "pay")).isEmpty();
        assertThat(CallCounts.count(tree, "other")).contains(0);
    }

    /** One call outside of the loop and two in each turn: seven calls are three turns. */
    @Test
    void shouldResolveTheOneLoopThatExplainsANumber() {
        CallTree tree = row(QUOTE, CallTree.loop(row(QUOTE, QUOTE, PAY), -1));

        Optional<CallTree> resolved = CallCounts.resolved(tree, "quote", 7);

        assertThat(resolved).contains(row(QUOTE, CallTree.loop(row(QUOTE, QUOTE, PAY), 3)));
        assertThat(CallCounts.count(resolved.orElseThrow(), "pay")).contains(3);
    }

    @Test
    void shouldRefuseANumberThatTheFileCannotMake() {
        CallTree loop = CallTree.loop(row(QUOTE, QUOTE), -1);

        assertThat(CallCounts.resolved(row(QUOTE, loop), "quote", 6))
                .as("not whole turns")
                .isEmpty();
        assertThat(CallCounts.resolved(row(loop, loop), "quote", 4))
                .as("two loops")
                .isEmpty();
        assertThat(CallCounts.resolved(row(QUOTE, QUOTE), "quote", 3))
                .as("no loop")
                .isEmpty();
        assertThat(CallCounts.resolved(row(QUOTE, QUOTE), "quote", 2)).contains(row(QUOTE, QUOTE));
        assertThat(CallCounts.resolved(row(PAY), "quote", 1)).as("never called").isEmpty();
    }
}
