package io.soabench.engine.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeldMemoryTest {
    @Test
    void shouldRefuseWhatIsTooMuchForAllTogetherAndTakeWhatIsGivenBack() {
        HeldMemory memory = new HeldMemory(100);
        HeldMemory.Share first = memory.share();
        HeldMemory.Share second = memory.share();

        assertThat(first.holds(60)).isTrue();
        assertThat(second.holds(40)).isTrue();
        assertThat(second.holds(41)).isFalse();
        assertThat(second.holds(41)).as("nothing more than before").isTrue();
        assertThat(second.holds(30)).as("less than before").isTrue();
        assertThat(memory.bytes()).isEqualTo(90);
        first.holds(0);
        second.holds(0);
        assertThat(memory.bytes()).isZero();
    }
}
