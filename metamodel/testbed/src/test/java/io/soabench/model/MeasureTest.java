package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.model.testbed.Unit;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MeasureTest {

    @ParameterizedTest
    @CsvSource({
        "NONE, 2",
        "NANOSECOND, 0.000000002",
        "MICROSECOND, 0.000002",
        "MILLISECOND, 0.002",
        "SECOND, 2",
        "MINUTE, 120",
        "HOUR, 7200",
        "PER_SECOND, 2",
        "PER_MINUTE, 0.03333333333333333333333333333333333",
        "PER_HOUR, 0.0005555555555555555555555555555555556",
        "PERCENT, 0.02",
        "BYTE, 2",
        "KIBIBYTE, 2048",
        "MEBIBYTE, 2097152",
        "GIBIBYTE, 2147483648",
        "KILOBYTE, 2000",
        "MEGABYTE, 2000000",
        "GIGABYTE, 2000000000",
        "SQUARE_SECOND, 2",
        "SQUARE_MILLISECOND, 0.000002"
    })
    void shouldConvertToCanonicalUnitWhenUnitIsGiven(Unit unit, BigDecimal expected) {
        assertThat(Measure.of(BigDecimal.valueOf(2), unit).value()).isEqualByComparingTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Unit.class)
    void shouldHaveDimensionWhenUnitExists(Unit unit) {
        assertThat(Measure.of(BigDecimal.ONE, unit).dimension()).isEqualTo(Dimension.of(unit));
    }

    @Test
    void shouldAnswerInUsualUnitsWhenDimensionFits() {
        Measure time = Measure.of(new BigDecimal("1.5"), Unit.MILLISECOND);
        assertThat(time.seconds()).isEqualTo(0.0015);
        assertThat(time.millis()).isEqualTo(1.5);
        assertThat(time.nanos()).isEqualTo(1_500_000);
        assertThat(time.duration()).isEqualTo(Duration.ofNanos(1_500_000));
        assertThat(Measure.of(new BigDecimal("0.5"), Unit.KIBIBYTE).bytes()).isEqualTo(512);
        assertThat(Measure.of(new BigDecimal("99.5"), Unit.PERCENT).ratio()).isEqualTo(0.995);
        assertThat(Measure.of(new BigDecimal("0.25"), Unit.NONE).ratio()).isEqualTo(0.25);
        assertThat(Measure.of(new BigDecimal("-2"), Unit.NONE).number()).isEqualTo(-2);
        assertThat(Measure.of(new BigDecimal("3"), Unit.PER_SECOND).perSecond()).isEqualTo(3);
        assertThat(Measure.of(new BigDecimal("4"), Unit.SQUARE_SECOND).squareSeconds())
                .isEqualTo(4);
        assertThat(Measure.of(new BigDecimal("-4"), Unit.SECOND).sign()).isEqualTo(-1);
    }

    @Test
    void shouldRefuseWhenDimensionDiffers() {
        assertThatThrownBy(() -> Measure.of(BigDecimal.ONE, Unit.SECOND).bytes())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a size (B, KiB, MiB, GiB, kB, MB, GB), found a time (ns, us, ms, s, min, h)");
    }
}
