package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.answers.Answer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said over several workloads is said of these, and of others only where these are enough to tell. */
final class OverWorkloadsTest {

    private static final int REQUESTS = 100;
    private static final int REPETITIONS = 4;

    /** A run of two engines; the second takes so many times as long under each workload. */
    private static List<Answer> answers(double... ratios) {
        return SimulatedRun.of(2, 1, ratios.length, REPETITIONS, (place, block) -> {
                    double[] times = new double[REQUESTS];
                    Arrays.fill(
                            times,
                            10
                                    * (1 + 0.002 * (block + place.engine()))
                                    * (place.engine() == 0 ? 1 : ratios[place.workload()]));
                    return times;
                })
                .answers();
    }

    private static List<String> over(List<Answer> answers) {
        return answers.stream()
                .filter(answer ->
                        answer.question() == Answer.Question.FASTEST && answer.workload() == null && answer.summary())
                .map(Answer::sentence)
                .toList();
    }

    /** However far apart these ratios are, no sentence names all workloads, and none says that a ratio of hundreds is no difference. */
    @ParameterizedTest
    @ValueSource(doubles = {1.5, 10, 1290})
    void shouldNotSayThatALargeRatioIsNoDifference(double large) {
        for (double[] ratios : new double[][] {{large, large * 4}, {large, 2}, {large, large * 4, 2}}) {
            assertThat(answers(ratios)).extracting(Answer::sentence).allSatisfy(sentence -> assertThat(sentence)
                    .doesNotContain("all workloads")
                    .doesNotContain("do not show"));
        }
    }

    @Test
    void shouldTellOfOthersWhereThreeWorkloadsAgree() {
        assertThat(over(answers(2, 2.01, 1.99)))
                .singleElement()
                .asString()
                .startsWith("Over the 3 workloads: e0 has the lowest response time: e1 takes 2.00× as long as e0 (")
                .contains(" for any workloads like these");
    }

    @Test
    void shouldTellOfTheseAloneWhereThreeWorkloadsAreFarApart() {
        assertThat(over(answers(1.1, 50, 3)))
                .singleElement()
                .asString()
                .startsWith("Over the 3 workloads: e1 takes ")
                .endsWith("; this is shown of these 3 workloads, not of others like them.");
    }

    @Test
    void shouldSayNothingOfOthersWhenThereAreTwo() {
        assertThat(over(answers(2, 2.01)))
                .singleElement()
                .asString()
                .startsWith("Over the 2 workloads: e0 has the lowest response time: ")
                .doesNotContain("any");
    }
}
