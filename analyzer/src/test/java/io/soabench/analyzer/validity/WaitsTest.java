package io.soabench.analyzer.validity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WaitsTest {

    private static final Timeliness.Waits WAITS = new Timeliness.Waits(0.1, 0.2, 1.5);

    @Test
    void shouldTakeWhatTheCalibrationFoundForUpToThreeCalls() {
        assertThat(WAITS.of(0)).isEqualTo(WAITS);
        assertThat(WAITS.of(3)).isEqualTo(WAITS);
    }

    @Test
    void shouldTakeMoreForMoreCalls() {
        assertThat(WAITS.of(7)).isEqualTo(new Timeliness.Waits(0.2, 0.4, 3));
        assertThat(Timeliness.Waits.UNKNOWN.of(7)).isEqualTo(Timeliness.Waits.UNKNOWN);
    }
}
