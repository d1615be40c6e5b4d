package io.soabench.plan;

/**
 * The share of the processors of its machine that a server under test had beside the others of its case.
 *
 * @param yielding way of sharing that was used
 * @param why it was done so
 * @param processors number of processors of the machine that programs of the run may use; 0 when it is unknown
 * @param own those that it may use, as the kernel lists them ({@code 2-3,6}); empty: all of these
 * @param others those that load clients and other servers of its case may use there, in the same form
 */
public record Precedence(Yielding yielding, Why why, int processors, String own, String others) {

    /** The reasons for the way of sharing. */
    public enum Why {
        /** The server shares its machine with no other program of its case. */
        ALONE,
        /** There are too few processors to divide them. */
        FEW_PROCESSORS,
        /** There are enough processors to divide them. */
        ENOUGH_PROCESSORS,
        /** There are enough, but the machine has no {@code taskset}, by which programs are put on some of them. */
        NO_TASKSET,
        /** The user has chosen this way. */
        WISH
    }
}
