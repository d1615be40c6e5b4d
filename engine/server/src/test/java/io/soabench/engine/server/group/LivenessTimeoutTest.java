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

    private static MissedProbes missed(long... lookedMs) {
        MissedProbes missed = MissedProbes.NONE;
        for (long ms : lookedMs) {
            missed = missed.andProbe(after(ms));
        }
        return missed;
    }

    @Test
    void shouldWaitHalfAMinuteUnlessToldOtherwise() {
        LivenessTimeout livenessTimeout = new LivenessTimeout(ReplicaSettings.DEFAULT.livenessTimeout());
        MissedProbes missed = missed(0, 5_000, 10_000, 15_000, 20_000, 25_000);

        assertThat(livenessTimeout.ofProbe()).isEqualTo(Duration.ofSeconds(2));
        assertThat(livenessTimeout.isOver(missed, after(29_999))).isFalse();
        assertThat(livenessTimeout.isOver(missed, after(30_000))).isTrue();
    }

    @Test
    void shouldNotTakeTheSleepOfTheHostForSilence() {
        LivenessTimeout livenessTimeout = new LivenessTimeout(Duration.ofSeconds(30));

        assertThat(livenessTimeout.isOver(missed(0), after(3_600_000))).isFalse();
        assertThat(livenessTimeout.isOver(missed(0, 3_600_000), after(3_602_000)))
                .isFalse();
        assertThat(livenessTimeout.isOver(missed(0, 3_600_000, 3_605_000), after(3_607_000)))
                .isTrue();
        assertThat(livenessTimeout.isOver(MissedProbes.NONE, after(3_600_000))).isFalse();
    }

    @Test
    void shouldAskAsPatientlyAsItIsButNotLonger() {
        assertThat(new LivenessTimeout(Duration.ofSeconds(6)).ofProbe()).isEqualTo(Duration.ofMillis(400));
        assertThat(new LivenessTimeout(Duration.ofHours(1)).ofProbe()).isEqualTo(Duration.ofSeconds(2));
    }
}
