package io.soabench.engine.overseer.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdSetTest {

    @Test
    void shouldReadAndWriteListsAsTheKernelDoes() {
        assertThat(IdSet.parse("0-3,8").toList()).containsExactly(0, 1, 2, 3, 8);
        assertThat(IdSet.parse(" 8 , 0-2,1\n")).hasToString("0-2,8");
        assertThat(IdSet.parse("")).isEqualTo(IdSet.none()).hasToString("");
        assertThat(IdSet.of(5, 4, 9)).hasToString("4-5,9");
        assertThat(IdSet.range(3, 2)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1-", "-1", "3-1", "1,,2", "1,", "0-65536", "99999999999", "1 2", "0x3", "0-7:1/2"})
    void shouldRefuseAnythingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdSet.parse(text))
                .withMessage("'" + text + "' is no list of numbers from 0 to 65535 such as 0-3,8");
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> IdSet.of(-1)).withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> IdSet.of(65_536)).withMessageContaining("0 to 65535");
    }

    @Test
    void shouldPutNumberNIntoBitNModulo8OfByteNOver8() {
        assertThat(IdSet.of(0, 9, 17).toMask(4)).containsExactly(1, 2, 2, 0);
        assertThat(IdSet.ofMask(new byte[] {1, 2, 2, 0})).isEqualTo(IdSet.of(0, 9, 17));
        assertThat(IdSet.ofMask(new byte[] {(byte) 0x80})).isEqualTo(IdSet.of(7));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdSet.of(16).toMask(2))
                .withMessage("16 does not fit into a mask of 16 bits");
    }

    /** A comparison with java.util's sets. */
    @Test
    void shouldBeASet() {
        Random random = new Random(17);
        for (int i = 0; i < 300; i++) {
            SortedSet<Integer> one = random(random);
            SortedSet<Integer> other = random(random);
            IdSet a = IdSet.of(one);
            IdSet b = IdSet.of(other);
            SortedSet<Integer> both = new TreeSet<>(one);
            both.retainAll(other);
            SortedSet<Integer> either = new TreeSet<>(one);
            either.addAll(other);
            SortedSet<Integer> rest = new TreeSet<>(one);
            rest.removeAll(other);

            assertThat(a.and(b).toList()).containsExactlyElementsOf(both);
            assertThat(a.or(b).toList()).containsExactlyElementsOf(either);
            assertThat(a.minus(b).toList()).containsExactlyElementsOf(rest);
            assertThat(a.intersects(b)).isEqualTo(!both.isEmpty());
            assertThat(a.containsAll(b)).isEqualTo(one.containsAll(other));
            assertThat(a).hasSize(one.size()).containsExactlyElementsOf(one);
            assertThat(IdSet.parse(a.toString())).isEqualTo(a);
            assertThat(IdSet.parse(one.stream().map(String::valueOf).collect(Collectors.joining(","))))
                    .isEqualTo(a);
            assertThat(IdSet.ofMask(a.toMask(32))).isEqualTo(a).hasSameHashCodeAs(a);
            if (!one.isEmpty()) {
                assertThat(a.first()).isEqualTo(one.first());
                assertThat(a.last()).isEqualTo(one.last());
            }
        }
    }

    private static SortedSet<Integer> random(Random random) {
        SortedSet<Integer> set = new TreeSet<>();
        int size = random.nextInt(12);
        for (int i = 0; i < size; i++) {
            set.add(random.nextInt(random.nextBoolean() ? 16 : 256));
        }
        return set;
    }
}
