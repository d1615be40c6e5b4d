package io.soabench.dsl.validation;

import io.soabench.model.Defaults;
import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Schedule;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedPackage;
import java.time.Duration;
import java.util.List;
import org.eclipse.xtext.validation.Check;

/**
 * Rules for the common settings of suites and profiles. Cases are run, and times are valid. Profiles are not empty,
 * and at most one is the default.
 */
public final class ScheduleRules extends Rules {

    /** The shortest time before the load client reports steady response times. */
    private static final Duration SOONEST_STEADY = Duration.ofSeconds(5);

    /** The shortest measurement. Metrics of servers are observed once a second, so a shorter one may have no observation. */
    private static final Duration SHORTEST_MEASUREMENT = Duration.ofSeconds(1);

    /** The shortest time above zero. Plans have whole milliseconds, so a shorter one would become zero. */
    private static final Duration SHORTEST_TIME = Duration.ofMillis(1);

    private static final String MEASURED = "a measurement below 1 s may have no metrics of servers; write at least 1 s";

    private static final String ROUNDED = "a time below 1 ms is rounded to zero; write ";

    /** Checks that cases are run, and that times are times. */
    @Check
    public void numbers(Schedule schedule) {
        often(schedule);
        if (schedule.isUntilSteady()) {
            positive(Dimension.TIME, schedule.getWarmUp(), "warm up");
            longEnough(schedule);
        } else {
            notNegative(Dimension.TIME, schedule.getWarmUp(), "warm up");
            notShorter(schedule.getWarmUp(), SHORTEST_TIME, "warm up", ROUNDED + "0 s, or at least 1 ms");
        }
        positive(Dimension.TIME, schedule.getMeasure(), "measure");
        notShorter(schedule.getMeasure(), SHORTEST_MEASUREMENT, "measure", MEASURED);
        if (schedule.getUntilAnswers() != null) {
            atLeastOne(
                    schedule.getUntilAnswers(),
                    "measure until",
                    schedule,
                    TestbedPackage.Literals.SCHEDULE__UNTIL_ANSWERS);
            positive(Dimension.TIME, schedule.getLongest(), "measure at most");
            longer(schedule);
        }
        positive(Dimension.TIME, schedule.getTimeOut(), "time-out");
        notShorter(schedule.getTimeOut(), SHORTEST_TIME, "time-out", ROUNDED + "at least 1 ms");
        notNegative(Dimension.TIME, schedule.getDrain(), "drain");
        notShorter(schedule.getDrain(), SHORTEST_TIME, "drain", ROUNDED + "0 s, or at least 1 ms");
    }

    /** Checks that a time above zero is not below a bound. */
    private void notShorter(Quantity time, Duration least, String what, String cure) {
        if (is(time) && Measure.of(time).duration().compareTo(least) < 0) {
            error(IssueCode.TOO_SHORT, what + " is " + text(time) + ", but " + cure, time, null);
        }
    }

    /** Checks the number of repetitions, or the precision that decides it. A precision must leave a choice. */
    private void often(Schedule schedule) {
        atLeastOne(schedule.getRepeat(), "repeat", schedule, TestbedPackage.Literals.SCHEDULE__REPEAT);
        Quantity precision = schedule.getHalfWidth();
        if (precision == null) {
            return;
        }
        precision(precision);
        Integer most = schedule.getMostRepetitions();
        atLeastOne(most, "precision at most", schedule, TestbedPackage.Literals.SCHEDULE__MOST_REPETITIONS);
        if (most != null && most >= 1 && most <= Defaults.PILOTS) {
            error(
                    IssueCode.PRECISION_TOO_FEW,
                    "at most " + most + " repetitions leave no choice, because the first " + Defaults.PILOTS
                            + " are the pilots that determine the number of the others; allow more, or write: repeat "
                            + most,
                    schedule,
                    TestbedPackage.Literals.SCHEDULE__MOST_REPETITIONS);
        }
        if (schedule.getRepeat() != null) {
            error(
                    IssueCode.REPEAT_TWICE,
                    "\"repeat\" gives the number of repetitions, \"precision\" lets it be chosen; keep one of both",
                    precision,
                    null);
        }
    }

    private void longer(Schedule schedule) {
        Quantity least = schedule.getMeasure();
        Quantity most = schedule.getLongest();
        if (is(least)
                && is(most)
                && Measure.of(most).duration().compareTo(Measure.of(least).duration()) <= 0) {
            error(
                    IssueCode.MEASURE_NEVER_LONGER,
                    "a measurement of " + text(least) + " that may take at most " + text(most)
                            + " cannot wait for answers; allow more, or write: measure " + text(least),
                    most,
                    null);
        }
    }

    private boolean is(Quantity time) {
        return time != null
                && time.getValue() != null
                && Dimension.of(time.getUnit()) == Dimension.TIME
                && meant(time)
                && Measure.of(time).sign() > 0;
    }

    private void longEnough(Schedule schedule) {
        Quantity most = schedule.getWarmUp();
        if (is(most) && Measure.of(most).duration().compareTo(SOONEST_STEADY) < 0) {
            warning(
                    IssueCode.WARM_UP_NEVER_STEADY,
                    "response times count as steady after 5 s at the earliest, so at most " + text(most)
                            + " is too short; allow more, or write: warm up " + text(most),
                    most,
                    null);
        }
    }

    /** Checks that a profile has settings. */
    @Check
    public void notEmpty(Profile profile) {
        if (profile.getRepeat() == null
                && profile.getHalfWidth() == null
                && profile.getWarmUp() == null
                && profile.getMeasure() == null
                && profile.getTimeOut() == null
                && profile.getDrain() == null) {
            error(
                    IssueCode.PROFILE_EMPTY,
                    "profile \"" + profile.getName() + "\" is empty; add: repeat <number>, warm up <time> or"
                            + " measure <time>",
                    profile,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /** Checks that the default profile is unambiguous. */
    @Check
    public void oneDefault(Testbed testbed) {
        WholeTestbed whole = whole(testbed);
        List<Profile> defaults =
                whole.profiles().stream().filter(Profile::isDefault).toList();
        for (Profile profile : defaults.subList(Math.min(1, defaults.size()), defaults.size())) {
            if (profile.eContainer() == testbed) {
                error(
                        IssueCode.PROFILE_DEFAULT_TWICE,
                        "profiles \"" + defaults.get(0).getName() + "\" and \"" + profile.getName()
                                + "\" are both the default; keep one of the words \"default\"",
                        profile,
                        TestbedPackage.Literals.PROFILE__DEFAULT);
            }
        }
    }
}
