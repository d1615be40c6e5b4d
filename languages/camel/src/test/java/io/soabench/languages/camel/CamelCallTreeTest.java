package io.soabench.languages.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.CallTree;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CamelCallTreeTest {

    private static final String ROUTE = "- from:\n    uri: client:order\n    steps:\n";

    /** Calls of operations; each line of steps is indented by six spaces. */
    private static String tree(String steps) {
        CamelDocument document = CamelDocument.of("a.yaml", (ROUTE + steps).getBytes(StandardCharsets.UTF_8));
        assertThat(document.problems()).isEmpty();
        return document.prescribedCalls(call -> call.operation().startsWith("tell"))
                .map(CamelCallTreeTest::text)
                .orElse("unknown");
    }

    private static String text(CallTree tree) {
        String inner = tree.children().stream().map(CamelCallTreeTest::text).collect(Collectors.joining(" "));
        return switch (tree.kind()) {
            case CALL -> (tree.oneWay() ? "~" : "") + tree.operation();
            case WAIT -> tree.delayMs() + "ms";
            case SEQUENCE -> "[" + inner + "]";
            case PARALLEL -> "{" + inner + "}";
            case CHOICE -> "(" + inner + ")";
            case LOOP -> (tree.times() < 0 ? "" : tree.times()) + "*" + inner;
        };
    }

    @Test
    void shouldReadStepsInARow() {
        assertThat(
                        tree(
                                """
                              - to: partner:q/a
                              - setBody:
                                  constant: x
                              - delay:
                                  constant: 50
                              - pipeline:
                                  steps:
                                    - to: partner:q/tell
                                    - to: log:done
                        """))
                .isEqualTo("[a 50ms [~tell]]");
    }

    @Test
    void shouldReadMulticasts() {
        String steps =
                """
                      - multicast:
                          parallelProcessing: %s
                          steps:
                            - to: partner:q/a
                            - pipeline:
                                steps:
                                  - to: partner:q/b
                                  - to: partner:q/c
                """;
        assertThat(tree(steps.formatted(true))).isEqualTo("[{a [b c]}]");
        assertThat(tree(steps.formatted(false))).isEqualTo("[[a [b c]]]");
    }

    @Test
    void shouldReadAlternatives() {
        String steps =
                """
                      - choice:
                          when:
                            - simple: "${body} > 1"
                              steps:
                                - to: partner:q/a
                            - simple: "${body} > 2"
                              steps:
                                - to: partner:q/b
                """;
        assertThat(tree(steps)).isEqualTo("[([a] [b] [])]");
        assertThat(tree(steps + "          otherwise:\n            steps:\n              - to: partner:q/c\n"))
                .isEqualTo("[([a] [b] [c])]");
        assertThat(
                        tree(
                                """
                              - filter:
                                  simple: "${body} > 1"
                                  steps:
                                    - to: partner:q/a
                        """))
                .isEqualTo("[([a] [])]");
    }

    @Test
    void shouldReadLoops() {
        String loop = "      - loop:\n          %s\n          steps:\n            - to: partner:q/a\n";
        assertThat(tree(loop.formatted("constant: 5"))).isEqualTo("[5*[a]]");
        assertThat(tree(loop.formatted("constant:\n            expression: \"3\"")))
                .isEqualTo("[3*[a]]");
        assertThat(tree(loop.formatted("expression:\n            constant: 4"))).isEqualTo("[4*[a]]");
        assertThat(tree(loop.formatted("simple: \"${body}\""))).isEqualTo("[*[a]]");
        assertThat(tree(loop.replace("loop", "split").formatted("simple: \"${body}\"")))
                .isEqualTo("[*[a]]");
    }

    @Test
    void shouldLeaveOutStepsAfterExceptions() {
        assertThat(
                        tree(
                                """
                              - doTry:
                                  steps:
                                    - to: partner:q/a
                                  doCatch:
                                    - exception:
                                        - java.lang.Exception
                                      steps:
                                        - to: partner:q/b
                                  doFinally:
                                    steps:
                                      - to: partner:q/c
                        """))
                .isEqualTo("[[[a] [c]]]");
    }

    @Test
    void shouldFollowRoutesAtDirect() {
        String route = "- from:\n    uri: direct:x\n    steps:\n      - to: ";
        assertThat(tree("      - to: direct:x\n" + route + "partner:q/a\n")).isEqualTo("[[a]]");
        assertThat(tree("      - to: direct:x\n" + route + "direct:x\n")).isEqualTo("unknown");
    }

    @Test
    void shouldNotGuess() {
        for (String step : new String[] {
            "aggregate:\n          aggregationStrategy: a",
            "circuitBreaker:",
            "idempotentConsumer:\n          idempotentRepository: r"
        }) {
            assertThat(tree("      - " + step + "\n          steps:\n            - to: partner:q/a\n"))
                    .as(step)
                    .isEqualTo("unknown");
        }
        assertThat(tree("      - threads: {poolSize: 5}\n      - to: partner:q/a\n"))
                .isEqualTo("unknown");
        assertThat(tree("      - recipientList:\n          simple: \"${body}\"\n"))
                .isEqualTo("unknown");
        assertThat(tree("      - to: seda:x\n- from:\n    uri: seda:x\n    steps:\n      - to: partner:q/a\n"))
                .isEqualTo("unknown");
        assertThat(tree("      - wireTap: direct:x\n- from:\n    uri: direct:x\n    steps:\n      - to: partner:q/a\n"))
                .isEqualTo("unknown");
    }
}
