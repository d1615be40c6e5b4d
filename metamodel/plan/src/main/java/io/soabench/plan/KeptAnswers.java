package io.soabench.plan;

import java.util.List;

/**
 * The answers that the load client of a host keeps of a repetition, a random sample: {@code answers-<client host>.json}.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param answers in the order of their ranks, see {@link AnswerSample#rank}
 */
@FileFormat(version = KeptAnswers.FORMAT, remedy = "measure again with this version")
public record KeptAnswers(int format, String caseId, String client, List<Kept> answers) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 1;

    /**
     * An answer.
     *
     * @param uiid identifier of the request
     * @param chunk that was sent, as the workload trace names it
     * @param envelope the whole answer, or the callback that was the answer, without secrets
     */
    public record Kept(String uiid, String chunk, String envelope) {}
}
