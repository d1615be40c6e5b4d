package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/**
 * Goals that measure, on a machine that may be busy with other things: what the tool says was disturbed is measured once more,
 * and nothing else is excused.
 */
final class Measuring {

    static final int ATTEMPTS = 3;

    /**
     * What tests lock that look at when something happens, so that they do so one at a time. Others may run beside them, and those that
     * measure two at a time, too: they look at what was found, and what was disturbed is measured once more.
     */
    static final String MACHINE = "machine";

    /** The order of classes that last longest. One of two threads takes classes from the begin of the order, the other one from its end. */
    static final int LONG = Integer.MAX_VALUE;

    /** For runs of which only what was recorded is looked at: what was disturbed is not measured once more. */
    static final String ONCE = "-Dsoabench.again=0";

    /** The only reason for which a run is started once more: its build goes on, but repetitions are left out. */
    private static final Pattern DISTURBED = Pattern.compile("\\[WARNING\\] \\d+ repetitions? disturbed[:;]");

    private Measuring() {}

    /**
     * How a goal ended.
     *
     * @param status 0 when it did its work
     * @param output all that it printed
     */
    record Outcome(int status, String output) {

        boolean wasOnlyDisturbed() {
            return status == 0 && DISTURBED.matcher(output).find();
        }
    }

    /**
     * Does something up to {@value #ATTEMPTS} times, until it was not disturbed.
     *
     * @return the last outcome, which is that of a goal that did its work
     * @throws AssertionError when it did not
     */
    static Outcome done(Callable<Outcome> attempt) throws Exception {
        Outcome outcome = attempt.call();
        for (int n = 1; n < ATTEMPTS && outcome.wasOnlyDisturbed(); n++) {
            outcome = attempt.call();
        }
        assertDone(outcome);
        return outcome;
    }

    /**
     * Does something once, disturbed or not: for tests that look at what was recorded, and not at what is concluded from it. Whatever else
     * is wrong with a repetition fails the goal.
     *
     * @throws AssertionError when it did not do its work
     */
    static Outcome ran(Callable<Outcome> attempt) throws Exception {
        Outcome outcome = attempt.call();
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("BUILD SUCCESS");
        return outcome;
    }

    private static void assertDone(Outcome outcome) {
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("BUILD SUCCESS")
                .doesNotContain(" not valid")
                .doesNotContainPattern(DISTURBED);
    }
}
