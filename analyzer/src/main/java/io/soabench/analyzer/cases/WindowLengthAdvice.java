package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.MeasurementLength;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.SentenceText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Whether the cases of a block would better be measured longer or shorter. It is only said: windows of one length are what makes repetitions
 * alike, so the length stays that of the model.
 */
final class WindowLengthAdvice {

    /** What is not at least twice as long, or half, and does not save a fifth of the time, is not worth a change. */
    private static final double WORTH_LENGTH = 2;

    private static final double WORTH_TIME = 0.8;

    /** Requests that a shorter measurement must still have. */
    private static final double LEAST_REQUESTS = 100;

    private WindowLengthAdvice() {}

    /** A part of a sentence about the case whose means vary most; empty when nothing would be gained, or is known. */
    static String advice(List<CaseResult> block) {
        String said = "";
        double most = 0;
        for (CaseResult one : block) {
            if (one.betweenSdMs() > most) {
                most = one.betweenSdMs();
                said = advice(one);
            }
        }
        return said;
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
                ? "measuring " + rounded(best) + " s instead of " + rounded(windowS) + " s would tell as much in about "
                        + SentenceText.level(Math.round(time * 100) / 100.0) + " of the time, because "
                        + SentenceText.level(Math.round(windows.ofStarts() * 100) / 100.0) + " of the spread of "
                        + CaseResult.engine(one.testCase()) + " is one between starts of the servers"
                : "";
    }

    /** Two digits. */
    private static String rounded(double seconds) {
        return BigDecimal.valueOf(seconds)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }
}
