package io.soabench.maven;

import io.soabench.plan.Plan;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoFailureException;

/** When a run first measures what the harness itself takes. */
enum Calibrating {
    /** When it is long, so that it is hardly noticed. */
    AUTO,
    /** Always. */
    ALWAYS,
    /** Never. */
    NEVER;

    /** A shorter run would become noticeably longer. */
    static final Duration LONG = Duration.ofMinutes(10);

    static Calibrating of(String word) throws MojoFailureException {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new MojoFailureException("soabench.calibrate is one of "
                        + Arrays.stream(values()).map(Calibrating::word).collect(Collectors.joining(", "))
                        + ", not \"" + word + "\""));
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a run of that plan does. */
    boolean wanted(Plan plan) {
        return switch (this) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> measuring(plan).compareTo(LONG) > 0;
        };
    }

    /** Warm-ups and measurements of all repetitions. */
    private static Duration measuring(Plan plan) {
        return Duration.ofMillis(plan.order().stream()
                .map(execution -> plan.caseOf(execution.caseId()).schedule())
                .mapToLong(schedule -> schedule.warmUpMs() + schedule.measureMs())
                .sum());
    }
}
