package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.MeasurementLength;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.SentenceText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Advice to measure the cases of a block longer or shorter. The length itself stays that of the model, because windows of one length make
 * repetitions comparable.
 */
final class WindowLengthAdvice {

    /** Minimum factor between the best and the present length for an advice; it must also save a fifth of the time. */
    private static final double WORTH_LENGTH = 2;

    private static final double WORTH_TIME = 0.8;

    /** Minimum number of requests of a shorter measurement. */
    private static final double LEAST_REQUESTS = 100;

    private WindowLengthAdvice() {}

    /** Returns a part of a sentence about the case whose means vary most; empty when a change would gain nothing, or when that is unknown. */
    static String advice(List<CaseResult> block) {
        String words = "";
        double most = 0;
        for (CaseResult one : block) {
            if (one.betweenSdMs() > most) {
                most = one.betweenSdMs();
                words = advice(one);
            }
        }
        return words;
    }

    private static String advice(CaseResult one) {
        List<RepetitionResult> known = one.usable().stream()
                .filter(r -> r.response().mean() > 0
                        && !Double.isNaN(r.measurement().meanErrorMs())
                        && !Double.isNaN(r.measurement().besidesS()))
                .toList();
        if (known.size() < 3 || one.usability().state() == CaseUsability.State.SATURATED) {
            return "";
        }
        double windowS = NumberStatistics.mean(
                known.stream().mapToDouble(r -> r.measurement().measuredS()).toArray());
        MeasurementLength windows = MeasurementLength.of(
                known.stream().mapToDouble(r -> r.response().mean()).toArray(),
                known.stream().mapToDouble(r -> r.measurement().meanErrorMs()).toArray(),
                windowS,
                NumberStatistics.mean(known.stream()
                        .mapToDouble(r -> r.measurement().besidesS())
                        .toArray()));
        double requests = NumberStatistics.mean(
                known.stream().mapToDouble(RepetitionResult::requests).toArray());
        double best = windows.bestS(windowS * Math.min(1, LEAST_REQUESTS / requests));
        double time = windows.timeWith(best);
        boolean worth = Math.max(best / windowS, windowS / best) >= WORTH_LENGTH && time <= WORTH_TIME;
        return worth
                ? "measuring " + rounded(best) + " s instead of " + rounded(windowS)
                        + " s would probably give the same precision in about "
                        + SentenceText.level(Math.round(time * 100) / 100.0) + " of the time, because about "
                        + SentenceText.level(Math.round(windows.ofStarts() * 100) / 100.0) + " of the spread of "
                        + CaseResult.engine(one.testCase()) + " is between starts of the servers"
                : "";
    }

    /** Returns a duration with two digits. */
    private static String rounded(double seconds) {
        return BigDecimal.valueOf(seconds)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }
}
