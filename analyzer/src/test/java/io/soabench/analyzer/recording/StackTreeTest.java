package io.soabench.analyzer.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackTreeTest {

    @Test
    void shouldMergeStacksWithTheSameCallers() {
        StackTree tree = new StackTree();
        tree.add(List.of("main", "b", "c"), 2);
        tree.add(List.of("main", "a"), 3);
        tree.add(List.of("main", "b"), 4);
        tree.add(List.of("other", "b", "c"), 1);

        assertThat(tree.weight()).isEqualTo(10);
        assertThat(tree.nodes())
                .containsExactly(
                        new StackTree.Node(0, "main", 9),
                        new StackTree.Node(1, "a", 3),
                        new StackTree.Node(1, "b", 6),
                        new StackTree.Node(2, "c", 2),
                        new StackTree.Node(0, "other", 1),
                        new StackTree.Node(1, "b", 1),
                        new StackTree.Node(2, "c", 1));
    }

    @Test
    void shouldLeaveOutWhatIsTooNarrowAndKeepItsWeight() {
        StackTree tree = new StackTree();
        tree.add(List.of("main", "often"), 9_995);
        tree.add(List.of("main", "seldom"), 5);

        assertThat(tree.nodes())
                .containsExactly(new StackTree.Node(0, "main", 10_000), new StackTree.Node(1, "often", 9_995));
    }
}
