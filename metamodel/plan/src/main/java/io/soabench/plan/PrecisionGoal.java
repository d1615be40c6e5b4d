package io.soabench.plan;

/**
 * The demanded precision of the mean response time. The first repetitions are pilots. Their spread alone decides the
 * number of repetitions, once, for all cases of a {@linkplain CasePlan#block block} alike.
 *
 * @param share demanded half width of the interval of the mean response time, as a share of the mean
 * @param pilots number of the pilots
 * @param most repetitions that there are at most
 * @param needed repetitions that the pilots call for, which may be more than {@code most}; 0 when they could not
 *     decide; {@code null} while nothing is chosen
 */
public record PrecisionGoal(double share, int pilots, int most, Integer needed) {

    /** Returns a precision for which nothing is chosen yet. */
    public static PrecisionGoal of(double share, int pilots, int most) {
        return new PrecisionGoal(share, pilots, most, null);
    }

    /** Returns a copy for the time when the pilots have been judged. */
    public PrecisionGoal calledFor(int repetitions) {
        return new PrecisionGoal(share, pilots, most, repetitions);
    }

    /** Returns whether the pilots have been judged. */
    public boolean chosen() {
        return needed != null;
    }

    /** Returns whether the pilots call for more repetitions than there may be. */
    public boolean capped() {
        return needed != null && needed > most;
    }

    /** Returns the resulting number of repetitions: the needed ones, but at least the pilots and at most the cap. */
    public int repetitions() {
        return needed == null ? pilots : Math.max(pilots, Math.min(needed, most));
    }
}
