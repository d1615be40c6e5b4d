package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThroughputLimitTest {

    private final ThroughputLimit limit = new ThroughputLimit();

    @Test
    void shouldLetRequestsBeginOneGapApartWhenTheyComeTogether() {
        assertThat(limit.begin(1_000, 50)).isEqualTo(1_000);
        assertThat(limit.begin(1_000, 70)).isEqualTo(1_050);
        assertThat(limit.begin(1_010, 0)).isEqualTo(1_120);
        assertThat(limit.begin(1_010, 0)).isEqualTo(1_120);
    }

    @Test
    void shouldNotSaveUpWhenNobodyCame() {
        limit.begin(0, 10);

        assertThat(limit.begin(500, 10)).isEqualTo(500);
        assertThat(limit.begin(505, 10)).isEqualTo(510);
    }
}
