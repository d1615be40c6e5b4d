package io.soabench.maven;

import io.soabench.plan.Plan;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoFailureException;

/** The condition under which a run first measures the cost of the harness itself. */
enum CalibrationMode {
    /** A calibration of long runs only, where it is hardly noticed. */
    AUTO,
    /** A calibration of every run. */
    ALWAYS,
    /** No calibration. */
    NEVER;

    /** The measuring time below which a calibration would make a run noticeably longer. */
    static final Duration LONG_RUN = Duration.ofMinutes(10);

    static CalibrationMode of(String word) throws MojoFailureException {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new MojoFailureException("-Dsoabench.calibrate is \"" + word + "\"; use one of "
                        + Arrays.stream(values()).map(CalibrationMode::word).collect(Collectors.joining(", "))));
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a run of that plan begins with a calibration.
     *
     * @param otherHosts whether the driver works on other machines, too, where nothing is calibrated
     * @throws MojoFailureException when the user wants one there
     */
    boolean wanted(Plan plan, boolean otherHosts) throws MojoFailureException {
        if (this == ALWAYS && otherHosts) {
            throw new MojoFailureException("-Dsoabench.calibrate=" + word()
                    + " measures the harness with the local driver only; leave it out for a run with Ansible");
        }
        return switch (this) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> !otherHosts && measuring(plan).compareTo(LONG_RUN) > 0;
        };
    }

    /** Returns the sum of the warm-ups and measurements of all repetitions. */
    private static Duration measuring(Plan plan) {
        return Duration.ofMillis(plan.order().stream()
                .map(execution -> plan.caseOf(execution.caseId()).schedule())
                .mapToLong(schedule -> schedule.warmUpMs() + schedule.measureMs())
                .sum());
    }
}
