package io.soabench.plan;

import io.soabench.plan.AnswerFormula.Call;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * A random sample of the answers to the load that are compared with the right ones. Of the requests of a measurement that were answered it
 * has those with the lowest {@link #rank}. So each has the same chance, however many there are, and no engine can know which ones will be
 * compared.
 *
 * @param most answers of a repetition, all client hosts together
 * @param key number that is unique to a seed and a group of cases that differ in their engine only
 * @param right the right answers; none when nothing is compared
 */
public record AnswerSample(int most, long key, List<Right> right) {

    /** A sample of nothing. */
    public static final AnswerSample NONE = new AnswerSample(0, 0, List.of());

    /** The number of answers that are compared in each repetition. A share of 8 % of wrong answers is missed by one of 28 repetitions. */
    public static final int MOST = 40;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /**
     * The right answer to the requests of a chunk.
     *
     * @param process that must give it
     * @param chunk as the workload trace names it
     * @param answer the envelope with its formulas, see {@link AnswerFormula}
     * @param sources of the answers that the formulas name
     */
    public record Right(String process, String chunk, String answer, List<Source> sources) {

        /**
         * Returns the right envelope.
         *
         * @param uiid identifier of the request; a lap changes nothing in what partners answer
         */
        public String of(String uiid) {
            return AnswerFormula.filled(answer, uiid, call -> BigInteger.valueOf(value(call, uiid)));
        }

        private long value(Call call, String uiid) {
            return sources.stream()
                    .filter(source -> source.is(call))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("nothing draws the answer \"" + call + "\""))
                    .draw()
                    .value(uiid, call.step());
        }
    }

    /**
     * A number that a service instance draws for its answers.
     *
     * @param instance from 1
     */
    public record Source(String service, int instance, MockPlan.Draw draw) {

        /** Returns whether a call of a formula gets this number. */
        public boolean is(Call call) {
            return service.equals(call.service())
                    && instance == Math.max(1, call.instance())
                    && (call.element().isEmpty() || call.element().equals(draw.element()));
        }
    }

    /**
     * Returns the place of a request in the random order, as an unsigned number.
     *
     * @param repetition from 1
     * @param client from 1
     * @param number of the request of that client, from 1
     * @param lap from 1
     */
    public long rank(int repetition, int client, int number, int lap) {
        long state = MockPlan.Draw.mixed(key + repetition * GOLDEN);
        state = MockPlan.Draw.mixed(state + client * GOLDEN);
        return MockPlan.Draw.mixed(state + ((long) lap << Integer.SIZE | number) * GOLDEN);
    }

    /** Returns the number of answers that each of several client hosts keeps. */
    public int share(int hosts) {
        return (most + hosts - 1) / Math.max(1, hosts);
    }

    /** Returns the right answers to the requests of a chunk; several where versions of the process take turns. */
    public List<Right> of(String chunk) {
        return right.stream().filter(each -> each.chunk().equals(chunk)).toList();
    }

    /**
     * Returns the defect of an answer, as the end of a sentence that begins with the name of the process.
     *
     * @param answer envelope
     * @return empty when it is right, also for one of several versions, or when nothing is known of it
     */
    public Optional<String> problem(KeptAnswers.Kept answer) {
        Optional<String> first = Optional.empty();
        for (Right each : of(answer.chunk())) {
            Optional<String> problem = AnswerJudge.problem(answer.envelope(), each.of(answer.uiid()));
            if (problem.isEmpty()) {
                return problem;
            }
            first = first.or(() -> problem);
        }
        return first;
    }
}
