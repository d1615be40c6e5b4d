package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.FailureMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BehaviourTraceTest {

    @TempDir
    Path folder;

    private final List<String> problems = new ArrayList<>();

    private BehaviourTrace read(String... lines) throws IOException {
        List<String> content = new ArrayList<>(List.of("# soabench behaviour trace 1", "# service=s instance=1"));
        content.addAll(List.of(lines));
        Path file = folder.resolve("behaviour.trace");
        Files.write(file, content);
        return BehaviourTraceReader.read(file, "s", 1, problems);
    }

    @Test
    void shouldHoldWhatTheFileSaysWhenItIsRight() throws IOException {
        BehaviourTrace trace = read("office.1.1\t8123 7712+15!", "", "# a comment", "büro.1.2\t0  2147483647!");

        assertThat(problems).isEmpty();
        assertThat(trace.lines()).isEqualTo(2);
        assertThat(trace.behaviours()).isEqualTo(4);
        assertThat(trace.limited()).isTrue();
        int first = trace.line("office.1.1");
        assertThat(trace.responseUs(trace.behaviour(first, 1))).isEqualTo(8123);
        assertThat(trace.fails(trace.behaviour(first, 1))).isFalse();
        assertThat(trace.gapUs(trace.behaviour(first, 1))).isZero();
        assertThat(trace.responseUs(trace.behaviour(first, 2))).isEqualTo(7712);
        assertThat(trace.fails(trace.behaviour(first, 2))).isTrue();
        assertThat(trace.gapUs(trace.behaviour(first, 2))).isEqualTo(15);
        int second = trace.line("büro.1.2");
        assertThat(trace.responseUs(trace.behaviour(second, 1))).isZero();
        assertThat(trace.responseUs(trace.behaviour(second, 2))).isEqualTo(Integer.MAX_VALUE);
        assertThat(trace.fails(trace.behaviour(second, 2))).isTrue();
    }

    @Test
    void shouldHoldHowEachInvocationFails() throws IOException {
        BehaviourTrace trace = read("a\t1! 2!s 3!503 4+7!c 5!n 6!m 7 8!400 9!599");

        assertThat(problems).isEmpty();
        assertThat(IntStream.range(0, 9).mapToObj(trace::fails))
                .containsExactly(true, true, true, true, true, true, false, true, true);
        assertThat(IntStream.range(0, 9).map(trace::status)).containsExactly(0, 0, 503, 0, 0, 0, 0, 400, 599);
        assertThat(IntStream.of(0, 1, 3, 4, 5).mapToObj(trace::mark))
                .containsExactly(
                        FailureMark.FAULT,
                        FailureMark.SERVER_FAULT,
                        FailureMark.CLOSE,
                        FailureMark.SILENCE,
                        FailureMark.MALFORMED);
        assertThat(IntStream.range(0, 9).map(trace::responseUs)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(trace.gapUs(3)).isEqualTo(7);
    }

    @Test
    void shouldRefuseAFailureThatNobodyKnows() throws IOException {
        assertThat(read("a\t1!x", "b\t1!399", "c\t1!600", "d\t1!!", "e\t1!50 3!"))
                .isNull();
        assertThat(problems).hasSize(5).allMatch(problem -> problem.contains("is not a behaviour"));
    }

    @Test
    void shouldHoldHowTimesDependOnWhatTheInstanceHasToDo() throws IOException {
        assertThat(read("a\t1").capacity()).isZero();
        assertThat(read("a\t1").perConcurrentUs()).isZero();

        BehaviourTrace trace = read("# capacity=4 per-concurrent-us=2000", "a\t1");

        assertThat(trace.capacity()).isEqualTo(4);
        assertThat(trace.perConcurrentUs()).isEqualTo(2000);
    }

    @Test
    void shouldBeginAgainWhenTheStepIsBeyondTheLine() throws IOException {
        BehaviourTrace trace = read("a\t10 20 30");

        assertThat(trace.responseUs(trace.behaviour(0, 4))).isEqualTo(10);
        assertThat(trace.responseUs(trace.behaviour(0, 6))).isEqualTo(30);
    }

    @Test
    void shouldTakeTheLineOfTheHashWhenTheIdentifierIsUnknown() throws IOException {
        BehaviourTrace trace = read("a\t10", "b\t20", "c\t30");

        assertThat(trace.line("polygenelubricants")).isEqualTo(-1);
        // Its String.hashCode is Integer.MIN_VALUE; floorMod(-2147483648, 3) = 1.
        assertThat(trace.substitute("polygenelubricants")).isEqualTo(1);
    }

    @Test
    void shouldFindEveryLineWhenThereAreMany() throws IOException {
        String[] lines = new String[20_000];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "load." + (i % 10) + "." + i + "\t" + i + " " + (i + 1);
        }

        BehaviourTrace trace = read(lines);

        for (int i = 0; i < lines.length; i++) {
            int line = trace.line("load." + (i % 10) + "." + i);
            assertThat(line).isEqualTo(i);
            assertThat(trace.responseUs(trace.behaviour(line, 2))).isEqualTo(i + 1);
        }
        assertThat(trace.line("load.1.20000")).isEqualTo(-1);
    }

    @Test
    void shouldNameLineAndMendingWhenLinesAreWrong() throws IOException {
        BehaviourTrace trace = read("a\t1", "a\t2", "no tab", "b\t", "c\t12x", "d\t2147483648", "e\t+5", "f\t-1!");

        assertThat(trace).isNull();
        assertThat(problems.stream().map(problem -> problem.substring(problem.indexOf("trace:") + 6)))
                .allMatch(problem -> problem.matches("\\d+: .*"))
                .hasSize(7);
        assertThat(problems.get(0)).contains("trace:4: UIID a has a line already");
        assertThat(problems.get(1)).contains("trace:5: expected UIID, tab, behaviours; found \"no tab\"");
        assertThat(problems.get(2)).contains("trace:6: UIID b has no behaviour");
        assertThat(problems.get(3)).contains("trace:7: \"12x\" is not a behaviour");
    }

    @Test
    void shouldRefuseWhenTheTraceIsOfAnotherServiceOrEmpty() throws IOException {
        Path file = folder.resolve("behaviour.trace");
        Files.write(file, List.of("# soabench behaviour trace 1", "# service=other instance=2"));

        assertThat(BehaviourTraceReader.read(file, "s", 1, problems)).isNull();
        assertThat(problems).singleElement().asString().contains("found \"# service=other instance=2\"");
        problems.clear();
        assertThat(read()).isNull();
        assertThat(problems).singleElement().asString().contains("has no behaviours");
    }
}
