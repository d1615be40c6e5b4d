package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Location;
import io.soabench.engine.bpel.profile.Alternatives;
import io.soabench.engine.bpel.profile.InOrder;
import io.soabench.engine.bpel.profile.InvocationProfile;
import io.soabench.engine.bpel.profile.Loop;
import io.soabench.engine.bpel.profile.Parallel;
import io.soabench.engine.bpel.profile.Pause;
import io.soabench.engine.bpel.profile.PrescribedCall;
import io.soabench.engine.bpel.profile.Prescription;
import io.soabench.generators.reading.CallTrees;
import io.soabench.plan.CallTree;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallTreesTest {

    private static PrescribedCall call(int activity, Integer... after) {
        return new PrescribedCall(activity, List.of(after), "link", "op" + activity, true, Location.of("p.bpel"));
    }

    private static CallTree tree(Prescription root) {
        return CallTrees.of(new InvocationProfile(root), "client", Set.of());
    }

    @Test
    void shouldAddUpTimesWhenActivitiesAreInOrder() {
        CallTree tree = tree(new InOrder(
                0, List.of(), List.of(call(1), new Pause(2, List.of(), Optional.of(Duration.ofMillis(3))), call(3))));

        assertThat(tree.calls()).hasValue(2);
        assertThat(tree.idealNs(10, 20)).isEqualTo(3_000_030);
    }

    @Test
    void shouldNotWaitForWhatComesAfterTheAnswer() {
        CallTree tree = CallTrees.of(
                new InvocationProfile(new InOrder(
                        0,
                        List.of(),
                        List.of(call(1), call(2), new Pause(3, List.of(), Optional.of(Duration.ofMillis(3)))))),
                "client",
                Set.of(2, 3));

        assertThat(tree.calls()).hasValue(2);
        assertThat(tree.idealNs(10, 20)).isEqualTo(10);
    }

    @Test
    void shouldKeepLinksWhenBranchesWaitForEachOther() {
        CallTree tree = tree(new Parallel(0, List.of(), List.of(call(1), call(2, 1), call(3))));

        assertThat(tree.after()).containsExactly(List.of(), List.of(0), List.of());
        assertThat(tree.idealNs(10, 20, 25)).isEqualTo(30);
    }

    @Test
    void shouldLeaveALinkOutWhenItWouldCloseACircleOfBranches() {
        CallTree tree = tree(new Parallel(
                0,
                List.of(),
                List.of(
                        new InOrder(1, List.of(), List.of(call(2), call(3, 6))),
                        new InOrder(4, List.of(), List.of(call(5, 2), call(6))))));

        assertThat(tree.after()).containsExactly(List.of(1), List.of());
        assertThat(tree.idealNs(1, 2, 3, 4)).isEqualTo(10);
    }

    @Test
    void shouldUnrollParallelLoopsAndKeepOthers() {
        assertThat(tree(new Loop(0, List.of(), call(1), Optional.of(3L), true)).idealNs(5, 9, 7))
                .isEqualTo(9);
        assertThat(tree(new Loop(0, List.of(), call(1), Optional.of(3L), false)).idealNs(5, 9, 7))
                .isEqualTo(21);
        assertThat(tree(new Loop(0, List.of(), call(1), Optional.empty(), false))
                        .calls())
                .isEmpty();
    }

    @Test
    void shouldNotKnowTheCallsWhenAChoiceHasUnlikeBranches() {
        assertThat(tree(new Alternatives(0, List.of(), List.of(call(1), new InOrder(2, List.of(), List.of()))))
                        .calls())
                .isEmpty();
    }
}
