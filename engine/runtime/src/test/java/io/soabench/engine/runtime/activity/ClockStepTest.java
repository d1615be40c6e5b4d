package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A deadline is a time of the wall clock, also when that clock is set meanwhile or the machine was suspended. */
class ClockStepTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long HOUR_MS = 3_600_000L;
    private static final String AT_TWO = "<until>'1970-01-01T02:00:00Z'</until>";
    private static final String COUNT = set("$i", "$i + 1");

    private final ProcessFixture process = between("<wait>" + AT_TWO + "</wait>" + respond("'late'"));

    @Test
    void shouldRingWithinAMinuteWhenTheClockIsSetPastTheDeadline() {
        ProcessFixture.Answer answer = process.run();
        process.worker.pass(90 * SECOND_NS);

        process.worker.step(2 * HOUR_MS);
        process.worker.pass(60 * SECOND_NS);

        assertThat(answer.text()).isEqualTo("late");
    }

    @Test
    void shouldWaitLongerWhenTheClockIsSetBack() {
        ProcessFixture.Answer answer = process.run();
        process.worker.pass(3_600 * SECOND_NS);

        process.worker.step(-HOUR_MS);
        process.worker.pass(7_200 * SECOND_NS - 1);
        assertThat(answer.isGiven()).isFalse();
        process.worker.pass(1);

        assertThat(answer.text()).isEqualTo("late");
        assertThat(process.worker.alarms()).isZero();
    }

    @Test
    void shouldLeaveNoAlarmWhenItIsTerminatedAfterALook() {
        ProcessFixture.Answer answer = process.run();
        process.worker.pass(300 * SECOND_NS);
        assertThat(process.worker.alarms()).isOne();

        var ended = process.kernel.endInstance(1);
        process.worker.drain();

        assertThat(ended).isCompletedWithValue(true);
        assertThat(answer.text()).isEqualTo("fault terminated");
        assertThat(process.worker.alarms()).isZero();
    }

    @Test
    void shouldRepeatFromTheDeadlineOnWhereverTheClockWas() {
        ProcessFixture handler = between(set("$i", "0") + "<scope><eventHandlers><onAlarm>" + AT_TWO
                + "<repeatEvery>'PT1H'</repeatEvery><scope>" + COUNT + "</scope></onAlarm></eventHandlers>"
                + ask("hold") + "</scope>" + respond("concat('ran ', $i)"));
        ProcessFixture.Answer answer = handler.run();

        handler.worker.step(HOUR_MS + 30 * 60_000L);
        handler.worker.pass(1_800 * SECOND_NS);
        handler.worker.pass(3_600 * SECOND_NS - 1);
        handler.worker.pass(1);
        handler.release("hold");

        assertThat(answer.text()).as("at two and at three").isEqualTo("ran 2");
    }

    @Test
    void shouldNotNoticeAStepWhenItWaitsForADuration() {
        ProcessFixture duration = between("<wait><for>'PT2H'</for></wait>" + respond("'late'"));
        ProcessFixture.Answer answer = duration.run();

        duration.worker.step(5 * HOUR_MS);
        duration.worker.pass(7_199 * SECOND_NS);
        assertThat(answer.isGiven()).isFalse();
        duration.worker.pass(SECOND_NS);

        assertThat(answer.text()).isEqualTo("late");
    }
}
