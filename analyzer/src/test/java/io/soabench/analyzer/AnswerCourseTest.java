package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.repetition.AnswerCourse;
import io.soabench.plan.CallTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of the throughput in the measurement of a repetition. */
final class AnswerCourseTest {

    @TempDir
    private Path folder;

    /** Answers of 1 ms, so many in each half of the measurement. */
    private AnswerCourse of(int first, int second) throws IOException {
        RunFixture fixture = new RunFixture(folder, RunFixture.plan(1, CallTree.sequence(List.of()), 1));
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < first; i++) {
            repetition.request("office.1." + (i + 1), i * 5000.0 / first, 1, "OK");
        }
        for (int i = 0; i < second; i++) {
            repetition.request("office.1." + (first + i + 1), 5000 + i * 5000.0 / second, 1, "OK");
        }
        repetition.write();
        return fixture.result().measurement().answers();
    }

    @Test
    void shouldHaveTheAnswersASecondOfTwentyParts() throws IOException {
        AnswerCourse course = of(200, 400);

        assertThat(course.perS()).hasSize(20);
        assertThat(course.perS().get(3)).isCloseTo(40, within(1e-9));
        assertThat(course.perS().get(13)).isCloseTo(80, within(1e-9));
        assertThat(course.trend().change()).isPositive();
    }

    /** Of few answers, parts show nothing but chance; their times bound the trend. */
    @Test
    void shouldBoundTheTrendOfFewAnswersByTheirTimes() throws IOException {
        AnswerCourse course = of(6, 6);

        assertThat(course.perS()).isEmpty();
        assertThat(course.trend().known()).isTrue();
        assertThat(Math.log1p(course.trend().high()) - Math.log1p(course.trend().low()))
                .isCloseTo(2 * 1.96 * Math.sqrt(12.0 / 12), within(1e-9));
    }

    /** A quarter of the answers in the first half: a rate that rises by one factor over the measurement. */
    @Test
    void shouldSeeThatFewAnswersBecomeMore() throws IOException {
        assertThat(of(20, 60).trend().low()).isPositive();
        assertThat(of(20, 20).trend().low()).isNegative();
    }
}
