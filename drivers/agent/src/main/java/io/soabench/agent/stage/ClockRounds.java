package io.soabench.agent.stage;

import io.soabench.plan.ClockRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The offset of a host's clock from the driver's, from several questions for the time (Cristian 1989). As in NTP's
 * clock filter (RFC 5905 section 10), the shortest round trip counts: the answer was read between question and answer,
 * so the true offset is within half of the round trip. The shortest one is the best.
 */
final class ClockRounds {

    /**
     * One question for the time, with its answer.
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

    /** Returns the reading of the shortest round; nothing when there is none. */
    static Optional<ClockRecord.Reading> best(List<Round> rounds) {
        return rounds.stream().min(Comparator.comparingLong(Round::tripNs)).map(Round::reading);
    }
}
