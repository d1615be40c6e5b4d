package io.soabench.model;

import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Schedule;
import io.soabench.model.testbed.TestSuite;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the cases of a suite are run: what the profile says, else what the suite says, else the defaults.
 *
 * @param repeat how often each case is run
 * @param warmUp time under load before the measurement; the greatest when it may end early
 * @param untilSteady whether the warm-up ends as soon as response times are steady
 * @param least shortest time of the measurement
 * @param measure longest time of the measurement: the same where it does not wait for answers
 * @param untilAnswers how many requests of the measurement must be answered before it ends early; 0 where it does not
 * @param timeOut when a client gives up waiting for an answer
 * @param drain how long answers are awaited when a phase is over
 */
public record SuiteSettings(
        int repeat,
        Duration warmUp,
        boolean untilSteady,
        Duration least,
        Duration measure,
        int untilAnswers,
        Duration timeOut,
        Duration drain) {

    /** The settings of a suite under a profile, or under none. */
    public static SuiteSettings of(TestSuite suite, Optional<Profile> profile) {
        List<Schedule> schedules = schedules(suite, profile);
        Duration least = time(schedules, Schedule::getMeasure, Defaults.MEASURE);
        Optional<Schedule> open = schedules.stream()
                .filter(schedule -> schedule.getMeasure() != null)
                .findFirst()
                .filter(schedule -> schedule.getUntilAnswers() != null);
        return new SuiteSettings(
                said(schedules, Schedule::getRepeat).orElse(Defaults.REPEAT),
                time(schedules, Schedule::getWarmUp, Defaults.WARM_UP),
                said(schedules, schedule -> schedule.getWarmUp() == null ? null : schedule.isUntilSteady())
                        .orElse(false),
                least,
                open.map(schedule -> Measure.of(schedule.getLongest()).duration())
                        .orElse(least),
                open.map(Schedule::getUntilAnswers).orElse(0),
                time(schedules, Schedule::getTimeOut, Defaults.TIME_OUT),
                time(schedules, Schedule::getDrain, Defaults.DRAIN));
    }

    /** What is asked for a suite's settings, the one that has the first say first. */
    public static List<Schedule> schedules(TestSuite suite, Optional<Profile> profile) {
        return profile.<List<Schedule>>map(chosen -> List.of(chosen, suite)).orElse(List.of(suite));
    }

    private static <T> Optional<T> said(List<Schedule> schedules, Function<Schedule, T> property) {
        return schedules.stream().map(property).filter(Objects::nonNull).findFirst();
    }

    private static Duration time(List<Schedule> schedules, Function<Schedule, Quantity> property, Duration otherwise) {
        return said(schedules, property)
                .map(quantity -> Measure.of(quantity).duration())
                .orElse(otherwise);
    }
}
