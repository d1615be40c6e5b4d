package io.soabench.engine.overseer.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AccessPathTest {

    private static final int PLACES = 10_007;

    private static int[] order(AccessPath path, int places) {
        return IntStream.range(0, places).map(path::get).toArray();
    }

    @Test
    void shouldGoOneAfterTheOtherWhenLinear() {
        AccessPath path = new AccessPath(PLACES);
        path.follow(AccessPattern.RANDOM);
        path.follow(AccessPattern.LINEAR);

        assertThat(order(path, PLACES)).isEqualTo(IntStream.range(0, PLACES).toArray());
    }

    @Test
    void shouldVisitEachPlaceOnceAndNoNeighboursWhenRandom() {
        for (int places : new int[] {2, 3, 4, 5, 10, 100, PLACES}) {
            AccessPath path = new AccessPath(places);
            path.follow(AccessPattern.RANDOM);

            int[] order = order(path, places);
            BitSet visited = new BitSet();
            IntStream.of(order).forEach(visited::set);
            assertThat(visited.cardinality()).as("of " + places).isEqualTo(places);
            assertThat(IntStream.range(1, places).filter(i -> order[i] == order[i - 1] + 1))
                    .as("neighbours of " + places)
                    .isEmpty();
        }
    }

    /** The mean distance of two places drawn from n is n / 3; a path that goes through the array in stripes has less. */
    @Test
    void shouldGoFarWhenRandom() {
        AccessPath path = new AccessPath(PLACES);
        path.follow(AccessPattern.RANDOM);

        double mean = IntStream.range(1, PLACES)
                .map(i -> Math.abs(path.get(i) - path.get(i - 1)))
                .average()
                .orElseThrow();
        assertThat(mean).isBetween(0.3 * PLACES, 0.37 * PLACES);
    }

    @Test
    void shouldBeTheSameAgain() {
        AccessPath one = new AccessPath(PLACES);
        AccessPath other = new AccessPath(PLACES);
        one.follow(AccessPattern.RANDOM);
        other.follow(AccessPattern.RANDOM);

        assertThat(order(one, PLACES)).isEqualTo(order(other, PLACES));
    }

    @Test
    void shouldAddOneToEachByte() {
        AccessPath path = new AccessPath(PLACES);
        ByteBuffer array = ByteBuffer.allocateDirect(PLACES);
        array.put(7, (byte) 127);
        for (AccessPattern pattern : AccessPattern.values()) {
            path.follow(pattern);
            path.walk(array);
        }

        assertThat(array.get(7)).isEqualTo((byte) -127);
        assertThat(IntStream.range(0, PLACES).filter(i -> i != 7).map(array::get))
                .containsOnly(2);
    }

    @Test
    void shouldRefuseASinglePlace() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccessPath(1))
                .withMessage("an array of 1 has one order at most; take at least 2 places");
    }
}
