package io.soabench.agent.stage;

import io.soabench.plan.ClockRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How a host's clock stands to the driver's, from several questions for the time (Cristian 1989; NTP's clock filter takes the
 * shortest round trip likewise, RFC 5905 section 10): the answer was read somewhere between question and answer, so the true offset
 * is within half of the round trip. The shortest one is the best.
 */
final class ClockRounds {

    /**
     * One question.
     *
     * @param sentNs driver's clock
     * @param hostNs host's clock
     * @param receivedNs driver's clock
     */
    record Round(long sentNs, long hostNs, long receivedNs) {

        long tripNs() {
            return receivedNs - sentNs;
        }

        ClockRecord.Reading reading() {
            long middleNs = sentNs + tripNs() / 2;
            return new ClockRecord.Reading(middleNs, hostNs - middleNs, (tripNs() + 1) / 2);
        }
    }

    private ClockRounds() {}

    /** The reading of the shortest round; nothing when there is none. */
    static Optional<ClockRecord.Reading> best(List<Round> rounds) {
        return rounds.stream().min(Comparator.comparingLong(Round::tripNs)).map(Round::reading);
    }
}
