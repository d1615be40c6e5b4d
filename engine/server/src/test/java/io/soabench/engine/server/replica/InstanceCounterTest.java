package io.soabench.engine.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class InstanceCounterTest {
    private static final int EACH = 50_000;

    @Test
    void shouldKeepItsRemainder() {
        InstanceCounter counter = new InstanceCounter(-1, 3);
        assertThat(counter.next()).isEqualTo(2);
        assertThat(counter.next()).isEqualTo(5);

        counter.raise(4);
        assertThat(counter.next()).as("a lower number changes nothing").isEqualTo(8);
        counter.raise(302);
        assertThat(counter.next()).isEqualTo(305);
    }

    @Test
    void shouldGiveNoNumberTwice() throws InterruptedException {
        InstanceCounter counter = new InstanceCounter(0, 2);
        Set<Long> found = ConcurrentHashMap.newKeySet();
        Runnable task = () -> {
            for (int i = 0; i < EACH; i++) {
                found.add(counter.next());
            }
        };
        Thread other = new Thread(task);
        other.start();
        task.run();
        other.join();

        assertThat(found).hasSize(2 * EACH).allMatch(number -> number % 2 == 0);
    }
}
