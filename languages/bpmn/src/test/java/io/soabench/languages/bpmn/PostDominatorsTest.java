package io.soabench.languages.bpmn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The result agrees with the definition, which tries each node in turn. */
final class PostDominatorsTest {

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    private static Map<String, List<String>> graph(Random random) {
        Map<String, List<String>> next = new HashMap<>();
        int nodes = 2 + random.nextInt(9);
        int edges = random.nextInt(2 * nodes);
        for (int i = 0; i < edges; i++) {
            next.computeIfAbsent("n" + random.nextInt(nodes), any -> new ArrayList<>())
                    .add("n" + random.nextInt(nodes));
        }
        return next;
    }

    private static boolean reaches(Map<String, List<String>> next, String from, String avoided, Set<String> seen) {
        if (from.equals(avoided) || !seen.add(from)) {
            return false;
        }
        return from.equals(BpmnFlow.END)
                || next.getOrDefault(from, List.of(BpmnFlow.END)).stream()
                        .anyMatch(each -> reaches(next, each, avoided, seen));
    }

    /** Returns the post-dominators of a node by their definition; among them the node itself. */
    private static Set<String> all(Map<String, List<String>> next, String node) {
        Set<String> found = new HashSet<>(Arrays.asList(BpmnFlow.END, node));
        IntStream.range(0, 11)
                .mapToObj(i -> "n" + i)
                .filter(each -> !reaches(next, node, each, new HashSet<>()))
                .forEach(found::add);
        return found;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldAgreeWithTheDefinition(int seed) {
        Map<String, List<String>> next = graph(new Random(seed));
        PostDominators found = PostDominators.of(next);

        for (String node : next.keySet()) {
            if (!reaches(next, node, "", new HashSet<>())) {
                assertThat(found.of(node)).as("%s of %s", node, next).isEmpty();
                continue;
            }
            Set<String> strict = all(next, node);
            strict.remove(node);
            Optional<String> immediate = found.of(node);
            assertThat(immediate).as("%s of %s", node, next).isPresent();
            assertThat(all(next, immediate.orElseThrow()))
                    .as("%s of %s", node, next)
                    .isEqualTo(strict);
        }
    }

    @Test
    void shouldFollowThousandsOfGateways() {
        Map<String, List<String>> next = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            next.put("n" + i, List.of("a" + i, "b" + i));
            next.put("a" + i, List.of("n" + (i + 1)));
            next.put("b" + i, List.of("n" + (i + 1)));
        }

        assertThat(PostDominators.of(next).of("n0")).contains("n1");
    }
}
