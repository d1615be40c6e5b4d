package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VirtualQueueTest {

    private final VirtualQueue queue = new VirtualQueue();

    @Test
    void shouldCountThoseThatWaitNow() {
        queue.add(0, 10);
        queue.add(2, 20);
        queue.add(5, 30);

        assertThat(queue.length(5)).isEqualTo(3);
        assertThat(queue.length(10)).as("one has begun").isEqualTo(2);
        assertThat(queue.length(29)).isEqualTo(1);
        assertThat(queue.length(30)).isZero();
    }

    @Test
    void shouldNotCountOneThatWaitsElsewhereBefore() {
        queue.add(100, 200);

        assertThat(queue.length(50)).isZero();
        assertThat(queue.length(150)).isEqualTo(1);
    }

    @Test
    void shouldForgetThoseThatWaitNoMore() {
        for (int i = 0; i < 1_000; i++) {
            queue.add(10L * i, 10L * i + 15);
        }

        assertThat(queue.kept()).as("requests of which any may still wait").isLessThanOrEqualTo(2);
    }
}
