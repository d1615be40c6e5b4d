package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.server.replica.ReplicaSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LivenessTimeoutTest {
    private static final long START_NS = Long.MAX_VALUE - 5;

    private static long after(long ms) {
        return START_NS + TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private static MissedProbes silence(long... lookedMs) {
        MissedProbes silence = MissedProbes.NONE;
        for (long ms : lookedMs) {
            silence = silence.andLook(after(ms));
        }
        return silence;
    }

    @Test
    void shouldWaitHalfAMinuteUnlessToldOtherwise() {
        LivenessTimeout patience = new LivenessTimeout(ReplicaSettings.DEFAULT.patience());
        MissedProbes silence = silence(0, 5_000, 10_000, 15_000, 20_000, 25_000);

        assertThat(patience.ofLook()).isEqualTo(Duration.ofSeconds(2));
        assertThat(patience.isOver(silence, after(29_999))).isFalse();
        assertThat(patience.isOver(silence, after(30_000))).isTrue();
    }

    @Test
    void shouldNotTakeTheSleepOfTheHostForSilence() {
        LivenessTimeout patience = new LivenessTimeout(Duration.ofSeconds(30));

        assertThat(patience.isOver(silence(0), after(3_600_000))).isFalse();
        assertThat(patience.isOver(silence(0, 3_600_000), after(3_602_000))).isFalse();
        assertThat(patience.isOver(silence(0, 3_600_000, 3_605_000), after(3_607_000)))
                .isTrue();
        assertThat(patience.isOver(MissedProbes.NONE, after(3_600_000))).isFalse();
    }

    @Test
    void shouldAskAsPatientlyAsItIsButNotLonger() {
        assertThat(new LivenessTimeout(Duration.ofSeconds(6)).ofLook()).isEqualTo(Duration.ofMillis(400));
        assertThat(new LivenessTimeout(Duration.ofHours(1)).ofLook()).isEqualTo(Duration.ofSeconds(2));
    }
}
