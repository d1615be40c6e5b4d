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
 * The settings of the cases of a suite: the profile's, else the suite's, else the defaults.
 *
 * @param repeat number of repetitions of each case; the greatest number where a precision is asked for
 * @param precision half of the width of the interval of the mean response time, as a share of it, for which the number
 *     of repetitions is chosen; 0 where it is given
 * @param warmUp time under load before the measurement; the greatest when it may end early
 * @param untilSteady whether the warm-up ends as soon as response times are steady
 * @param least shortest time of the measurement
 * @param measure longest time of the measurement: the same where it does not wait for answers
 * @param untilAnswers number of answered requests of the measurement after which it ends early; 0 where it does not
 * @param timeOut longest wait of a client for an answer
 * @param drain longest wait for answers after the end of a phase
 */
public record SuiteSettings(
        int repeat,
        double precision,
        Duration warmUp,
        boolean untilSteady,
        Duration least,
        Duration measure,
        int untilAnswers,
        Duration timeOut,
        Duration drain) {

    /** Returns the settings of a suite under a profile, or under none. */
    public static SuiteSettings of(TestSuite suite, Optional<Profile> profile) {
        List<Schedule> schedules = schedules(suite, profile);
        Duration least = time(schedules, Schedule::getMeasure, Defaults.MEASURE);
        Optional<Schedule> open = schedules.stream()
                .filter(schedule -> schedule.getMeasure() != null)
                .findFirst()
                .filter(schedule -> schedule.getUntilAnswers() != null);
        // Either "repeat" or a precision gives the number of repetitions. The first schedule with one of the two
        // decides.
        Optional<Schedule> often = schedules.stream()
                .filter(schedule -> schedule.getRepeat() != null || schedule.getHalfWidth() != null)
                .findFirst();
        return new SuiteSettings(
                often.map(SuiteSettings::repeat).orElse(Defaults.REPEAT),
                often.map(Schedule::getHalfWidth)
                        .map(precision -> Measure.of(precision).ratio())
                        .orElse(0.0),
                time(schedules, Schedule::getWarmUp, Defaults.WARM_UP),
                setting(schedules, schedule -> schedule.getWarmUp() == null ? null : schedule.isUntilSteady())
                        .orElse(false),
                least,
                open.map(schedule -> Measure.of(schedule.getLongest()).duration())
                        .orElse(least),
                open.map(Schedule::getUntilAnswers).orElse(0),
                time(schedules, Schedule::getTimeOut, Defaults.TIME_OUT),
                time(schedules, Schedule::getDrain, Defaults.DRAIN));
    }

    private static int repeat(Schedule schedule) {
        if (schedule.getHalfWidth() == null) {
            return schedule.getRepeat();
        }
        return schedule.getMostRepetitions() == null ? Defaults.MOST_REPETITIONS : schedule.getMostRepetitions();
    }

    /** Returns how often each case is run at least: the pilots, where a precision is asked for. */
    public int fewest() {
        return precision > 0 ? Math.min(Defaults.PILOTS, repeat) : repeat;
    }

    /** Returns the places that set a suite's settings, in the order of precedence. */
    public static List<Schedule> schedules(TestSuite suite, Optional<Profile> profile) {
        return profile.<List<Schedule>>map(chosen -> List.of(chosen, suite)).orElse(List.of(suite));
    }

    private static <T> Optional<T> setting(List<Schedule> schedules, Function<Schedule, T> property) {
        return schedules.stream().map(property).filter(Objects::nonNull).findFirst();
    }

    private static Duration time(List<Schedule> schedules, Function<Schedule, Quantity> property, Duration otherwise) {
        return setting(schedules, property)
                .map(quantity -> Measure.of(quantity).duration())
                .orElse(otherwise);
    }
}
