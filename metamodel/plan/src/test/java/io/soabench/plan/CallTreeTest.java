package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class CallTreeTest {

    private static final long MS = 1_000_000;

    private static CallTree call() {
        return CallTree.call("quote", "quote", false);
    }

    private static CallTree flow(int calls, List<List<Integer>> after) {
        List<CallTree> children = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            children.add(call());
        }
        return CallTree.parallel(children, after);
    }

    private static CallTree freeFlow(int calls) {
        List<List<Integer>> after = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            after.add(List.of());
        }
        return flow(calls, after);
    }

    @Test
    void shouldAddTheDelaysOfASequence() {
        CallTree tree = CallTree.sequence(List.of(call(), CallTree.pause(10), call()));

        assertThat(tree.calls()).hasValue(2);
        assertThat(tree.idealNs(3 * MS, 4 * MS)).isEqualTo(17 * MS);
    }

    @Test
    void shouldTakeTheLongestDelayWhenCallsRunAtOnce() {
        assertThat(freeFlow(3).idealNs(3 * MS, 9 * MS, 4 * MS)).isEqualTo(9 * MS);
    }

    @Test
    void shouldFollowTheLongestPathWhenLinksOrderAFlow() {
        // 0 → 2, 1 → 2, 2 → 3; 4 is free
        CallTree tree = flow(5, List.of(List.of(), List.of(), List.of(0, 1), List.of(2), List.of()));

        assertThat(tree.idealNs(3 * MS, 5 * MS, 2 * MS, 1 * MS, 7 * MS)).isEqualTo(8 * MS);
        assertThat(tree.idealNs(3 * MS, 5 * MS, 2 * MS, 1 * MS, 9 * MS)).isEqualTo(9 * MS);
    }

    @Test
    void shouldAcceptLinksAgainstDocumentOrder() {
        CallTree tree = flow(2, List.of(List.of(1), List.of()));

        assertThat(tree.idealNs(3 * MS, 5 * MS)).isEqualTo(8 * MS);
    }

    @Test
    void shouldFollowAChainOfManyLinksWithoutRunningOutOfStack() {
        int n = 100_000;
        List<List<Integer>> after = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            after.add(i + 1 < n ? List.of(i + 1) : List.of());
        }
        long[] delays = new long[n];
        java.util.Arrays.fill(delays, 2);

        assertThat(flow(n, after).idealNs(delays)).isEqualTo(2L * n);
    }

    @Test
    void shouldTakeDelaysInOrderWhenALoopCallsSeveralTimes() {
        CallTree tree = CallTree.loop(freeFlow(2), 2);

        assertThat(tree.calls()).hasValue(4);
        assertThat(tree.idealNs(1 * MS, 5 * MS, 7 * MS, 2 * MS)).isEqualTo(12 * MS);
    }

    @Test
    void shouldNotWaitForAOneWayCall() {
        CallTree tree = CallTree.sequence(List.of(CallTree.call("log", "write", true), call()));

        assertThat(tree.idealNs(50 * MS, 4 * MS)).isEqualTo(4 * MS);
    }

    @Test
    void shouldKnowNoNumberOfCallsWhenDataDecide() {
        assertThat(CallTree.loop(call(), -1).calls()).isEqualTo(OptionalInt.empty());
        assertThat(CallTree.choice(List.of(call(), CallTree.pause(1))).calls()).isEqualTo(OptionalInt.empty());
        assertThat(CallTree.choice(List.of(call(), call())).calls()).hasValue(1);
        assertThat(CallTree.loop(CallTree.pause(1), -1).calls()).hasValue(0);
    }

    @Test
    void shouldKnowNoNumberOfCallsThatIsTooLarge() {
        CallTree many = CallTree.loop(call(), Integer.MAX_VALUE);

        assertThat(many.calls()).hasValue(Integer.MAX_VALUE);
        assertThat(CallTree.loop(CallTree.loop(call(), 65_536), 65_536).calls()).isEmpty();
        assertThat(CallTree.sequence(List.of(many, call())).calls()).isEmpty();
    }

    @Test
    void shouldRefuseAnotherNumberOfDelays() {
        assertThatThrownBy(() -> freeFlow(2).idealNs(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("prescribes 2 calls, but there are 1 delays");
        assertThatThrownBy(() -> CallTree.loop(call(), -1).idealNs(1)).hasMessageContaining("depends on data");
    }
}
