package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SentenceTextTest {

    @Test
    void shouldListNamesWithCommas() {
        assertThat(SentenceText.list(List.of("a"))).isEqualTo("a");
        assertThat(SentenceText.list(List.of("a", "b"))).isEqualTo("a and b");
        assertThat(SentenceText.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0           | 0 ms
                    0.0000005   | <0.001 µs
                    0.0005      | 0.500 µs
                    0.0071      | 7.10 µs
                    0.86        | 0.860 ms
                    12.3        | 12.3 ms
                    9999        | 9,999 ms
                    29142       | 29.1 s
                    1640000     | 1,640 s
                    65157000    | 18.1 h
                    99000000000 | 27,500 h
                    """)
    void shouldWriteADurationInTheUnitThatSuitsIt(double ms, String words) {
        assertThat(SentenceText.ms(ms)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0.0002   | 2.0e-04
                    0.00312  | 0.00312
                    0.0123   | 0.0123
                    0.1      | 0.100
                    1        | 1.00
                    10       | 10.0
                    1.234    | 1.23
                    1681.2   | 1,681
                    836123.4 | 836,123
                    """)
    void shouldWriteThreeDigitsOrAllBeforeThePoint(double number, String words) {
        assertThat(SentenceText.number(number)).isEqualTo(words);
    }

    @Test
    void shouldNotPretendThatTheEndsOfAWideIntervalAreKnown() {
        assertThat(SentenceText.interval(780, 466, 1305.35, SentenceText::number))
                .isEqualTo("466 to 1,305");
        assertThat(SentenceText.interval(2.98, 8.2e-6, 1_074_291, SentenceText::number))
                .isEqualTo("<0.0298 to >298");
        assertThat(SentenceText.interval(180, 5e-4, Double.POSITIVE_INFINITY, SentenceText::ms))
                .isEqualTo("<1.80 ms to >18.0 s");
        assertThat(SentenceText.interval(0, 0, 0, SentenceText::ms)).isEqualTo("0 ms to 0 ms");
        assertThat(SentenceText.interval(0, 0, 3.8, SentenceText::number)).isEqualTo("0 to 3.80");
        assertThat(SentenceText.interval(1e-8, 0, 0.5, SentenceText::percent)).isEqualTo("0 % to 50.0 %");
        assertThat(SentenceText.interval(-1, -3, 1, SentenceText::number)).isEqualTo("-3.00 to 1.00");
        assertThat(SentenceText.interval(1, -2, 4, SentenceText::number)).isEqualTo("-2.00 to 4.00");
    }

    @Test
    void shouldSayWhatIsNotKnown() {
        assertThat(SentenceText.ms(Double.NaN)).isEqualTo("unknown");
        assertThat(SentenceText.number(Double.NaN)).isEqualTo("unknown");
        assertThat(SentenceText.percent(1e-6)).isEqualTo("<0.001 %");
    }

    @Test
    void shouldWriteAnEstimateWithTwoDigits() {
        assertThat(SentenceText.estimate(1, "block", "blocks")).isEqualTo("1 block");
        assertThat(SentenceText.estimate(47, "block", "blocks")).isEqualTo("47 blocks");
        assertThat(SentenceText.estimate(5412, "block", "blocks")).isEqualTo("5,400 blocks");
        assertThat(SentenceText.estimate(0, "block", "blocks")).isEqualTo("0 blocks");
    }

    @Test
    void shouldShowWhereTwoDurationsDiffer() {
        assertThat(SentenceText.msApart(6.1523, 6.1498)).containsExactly("6.152 ms", "6.150 ms");
        assertThat(SentenceText.msApart(6.21, 6.15)).containsExactly("6.21 ms", "6.15 ms");
        assertThat(SentenceText.msApart(5, 5)).containsExactly("5.00 ms", "5.00 ms");
        assertThat(SentenceText.msApart(1234.2, 1234.4)).containsExactly("1,234.2 ms", "1,234.4 ms");
    }

    @Test
    void shouldNotPretendThatNoFailureIsAShareOfZero() {
        // R: binom.test(0, 12000)
        Interval none = new RequestShare(new long[] {0, 0, 0}, new long[] {4000, 4000, 4000}, 0.95).interval();

        assertThat(SentenceText.share(none, " failures", 0.95)).isEqualTo("0 % failures (95 % CI up to 0.0307 %)");
        assertThat(SentenceText.share(new Interval(0.02, 0.01, 0.035, 3), "", 0.99))
                .isEqualTo("2.00 % (99 % CI 1.00 % to 3.50 %)");
        assertThat(SentenceText.share(new Interval(0, Double.NaN, Double.NaN, 1), "", 0.95))
                .isEqualTo("0 %");
    }

    /** A ratio of 0.2 is no smaller than an effect of 300 %: a reader has to see a factor. */
    @Test
    void shouldWriteALargeEffectAsAFactor() {
        assertThat(SentenceText.effect(1.065)).isEqualTo("6.50 %");
        assertThat(SentenceText.effect(1.5)).isEqualTo("50.0 %");
        assertThat(SentenceText.effect(4.03)).isEqualTo("up to a factor of 4.03");
        assertThat(SentenceText.effect(Double.POSITIVE_INFINITY)).isEqualTo("unknown size");
    }

    @Test
    void shouldWriteAllDigitsOfALimit() {
        assertThat(SentenceText.plain(1500)).isEqualTo("1,500");
        assertThat(SentenceText.plain(0.25)).isEqualTo("0.25");
        assertThat(SentenceText.plain(3)).isEqualTo("3");
    }
}
