package io.soabench.model;

import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.TestSuite;
import java.time.Duration;

/**
 * How the cases of a suite are run, with the defaults filled in.
 *
 * @param repeat how often each case is run
 * @param warmUp time under load before the measurement
 * @param measure time of the measurement
 * @param timeOut when a client gives up waiting for an answer
 * @param drain how long answers are awaited when a phase is over
 */
public record SuiteSettings(int repeat, Duration warmUp, Duration measure, Duration timeOut, Duration drain) {

    /** The settings of a suite. */
    public static SuiteSettings of(TestSuite suite) {
        return new SuiteSettings(
                suite.getRepeat() == null ? Defaults.REPEAT : suite.getRepeat(),
                time(suite.getWarmUp(), Defaults.WARM_UP),
                time(suite.getMeasure(), Defaults.MEASURE),
                time(suite.getTimeOut(), Defaults.TIME_OUT),
                time(suite.getDrain(), Defaults.DRAIN));
    }

    private static Duration time(Quantity quantity, Duration otherwise) {
        return quantity == null ? otherwise : Measure.of(quantity).duration();
    }
}
