package io.soabench.generators.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.generators.workload.ClientPresence.Stay;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientPresenceTest {

    private static final double WARM_UP = Double.NEGATIVE_INFINITY;
    private static final double END = Double.POSITIVE_INFINITY;

    private static LoadShape stages(LoadSegment... all) {
        return new LoadShape.Stages(List.of(all));
    }

    @Test
    void shouldComeAndGoWithTheStages() {
        LoadShape shape =
                stages(new LoadSegment("a", 10, 2, 2), new LoadSegment("b", 5, 4, 4), new LoadSegment("c", 5, 1, 1));

        assertThat(ClientPresence.stays(shape, 20, 1)).containsExactly(new Stay(WARM_UP, END));
        assertThat(ClientPresence.stays(shape, 20, 2)).containsExactly(new Stay(WARM_UP, 15));
        assertThat(ClientPresence.stays(shape, 20, 3)).containsExactly(new Stay(10, 15));
        assertThat(ClientPresence.stays(shape, 20, 5)).isEmpty();
    }

    @Test
    void shouldComeOneAfterTheOtherInARamp() {
        LoadShape shape = stages(new LoadSegment("up", 4, 0, 4), new LoadSegment("down", 4, 4, 2));

        // The mean number is (8 + 12) / 8 = 2.5, so three clients warm up.
        assertThat(ClientPresence.stays(shape, 8, 1)).containsExactly(new Stay(WARM_UP, 0), new Stay(0.5, END));
        assertThat(ClientPresence.stays(shape, 8, 3)).containsExactly(new Stay(WARM_UP, 0), new Stay(2.5, 7));
        assertThat(ClientPresence.stays(shape, 8, 4)).containsExactly(new Stay(3.5, 5));
    }

    @Test
    void shouldComeAgain() {
        LoadShape shape =
                stages(new LoadSegment("a", 1, 1, 1), new LoadSegment("b", 1, 0, 0), new LoadSegment("c", 1, 1, 1));

        assertThat(ClientPresence.stays(shape, 3, 1)).containsExactly(new Stay(WARM_UP, 1), new Stay(2, END));
    }

    /** Whatever the shape: the clients together are there as long as the line says. */
    @Test
    void shouldBeThereAsLongAsTheLineSays() {
        LoadShape shape = stages(
                new LoadSegment("a", 3, 0, 7),
                new LoadSegment("b", 2, 7, 7),
                new LoadSegment("c", 4, 3, 11),
                new LoadSegment("d", 5, 11, 0));

        double seconds = IntStream.rangeClosed(1, 11)
                .mapToObj(client -> ClientPresence.stays(shape, 14, client))
                .flatMap(List::stream)
                .mapToDouble(stay -> Math.min(14, stay.toS()) - Math.max(0, stay.fromS()))
                .sum();

        assertThat(seconds).isCloseTo(shape.expected(14), within(1e-9));
    }
}
