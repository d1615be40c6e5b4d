package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CapacityModelTest {

    @Test
    void shouldAddForEachRequestThatIsWorkedOn() {
        CapacityModel model = new CapacityModel(0, 10);

        assertThat(model.end(0, 100)).isEqualTo(100);
        assertThat(model.end(0, 100)).isEqualTo(110);
        assertThat(model.end(50, 100)).isEqualTo(170);
        // The first one has ended.
        assertThat(model.end(100, 100)).isEqualTo(220);
        assertThat(model.end(1_000, 100)).isEqualTo(1_100);
    }

    @Test
    void shouldLetWaitInTurnWhenAllPlacesAreTaken() {
        CapacityModel model = new CapacityModel(2, 0);

        assertThat(model.end(0, 100)).isEqualTo(100);
        assertThat(model.end(0, 30)).isEqualTo(30);
        assertThat(model.end(10, 50)).isEqualTo(80);
        assertThat(model.end(10, 5)).isEqualTo(85);
        assertThat(model.end(10, 50)).isEqualTo(135);
        assertThat(model.end(200, 1)).isEqualTo(201);
    }

    @Test
    void shouldAddForThoseOnlyThatAreWorkedOnWhenOthersWait() {
        CapacityModel model = new CapacityModel(2, 10);

        assertThat(model.end(0, 100)).isEqualTo(100);
        assertThat(model.end(0, 100)).isEqualTo(110);
        // Begins at 100, beside one other.
        assertThat(model.end(0, 100)).isEqualTo(210);
        // Begins at 110, beside that one.
        assertThat(model.end(0, 100)).isEqualTo(220);
    }

    @Test
    void shouldGiveEachPlaceOnceWhenManyComeAtOnce() {
        CapacityModel model = new CapacityModel(1, 0);
        ConcurrentSkipListSet<Long> ends = new ConcurrentSkipListSet<>();

        IntStream.range(0, 1_000).parallel().forEach(i -> ends.add(model.end(0, 7)));

        assertThat(ends).hasSize(1_000);
        assertThat(ends.last()).isEqualTo(7_000);
    }
}
