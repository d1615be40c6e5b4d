package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class HolmTest {

    @Test
    void shouldAgreeWithR() {
        // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02
        assertThat(Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, Offset.offset(1e-12));
        assertThat(Holm.adjusted(new double[] {0.7, 0.6})).containsExactly(1, 1);
    }

    @Test
    void shouldLeaveOutWhatWasNotTested() {
        assertThat(Holm.adjusted(new double[] {Double.NaN, 0.01, Double.NaN}))
                .containsExactly(Double.NaN, 0.01, Double.NaN);
        assertThat(Holm.adjusted(new double[0])).isEmpty();
    }
}
