package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.ClockRecord.HostOffset;
import io.soabench.plan.ClockRecord.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockRecordTest {

    @Test
    void shouldTakeTheMiddleAndAddHalfOfTheDriftToTheError() {
        HostOffset host = new HostOffset("h", new Reading(0, 1_000, 40), new Reading(9, 1_200, 60));

        assertThat(host.offsetNs()).isEqualTo(1_100);
        assertThat(host.errorNs()).isEqualTo(160);
    }

    @Test
    void shouldTakeTheOnlyReading() {
        assertThat(new HostOffset("h", null, new Reading(9, -7, 3)).offsetNs()).isEqualTo(-7);
        assertThat(new HostOffset("h", new Reading(9, -7, 3), null).errorNs()).isEqualTo(3);
    }

    @Test
    void shouldRefuseToGuess() {
        HostOffset host = new HostOffset("h", null, null);

        assertThat(host.known()).isFalse();
        assertThatThrownBy(host::offsetNs)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the clock of host h was not measured");
    }

    @Test
    void shouldSurviveItsFile() {
        ClockRecord record =
                new ClockRecord(ClockRecord.FORMAT, List.of(new HostOffset("h", new Reading(1, 2, 3), null)));

        assertThat(Json.parse(Json.text(record), ClockRecord.class)).isEqualTo(record);
        assertThat(record.of("h")).isPresent();
        assertThat(record.of("other")).isEmpty();
    }
}
