package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedInstancesTest {

    private static final int THREADS = 4;
    private static final int EACH = 1_000;

    private static List<String> read(EndedInstances history) {
        List<String> found = new ArrayList<>();
        history.read((deployment, startNs, endNs) -> found.add(deployment + " " + startNs + " " + endNs));
        return found;
    }

    @Test
    void shouldReadTheLastEndFirst() {
        EndedInstances history = new EndedInstances(3);
        assertThat(read(history)).isEmpty();

        history.ended("a", 1, 2);
        history.ended("b", 0, 3);

        assertThat(read(history)).containsExactly("b 0 3", "a 1 2");
        assertThat(history.count()).isEqualTo(2);
    }

    @Test
    void shouldKeepTheLastEndsWhenThereAreMoreThanPlaces() {
        EndedInstances history = new EndedInstances(2);
        for (int i = 0; i < 5; i++) {
            history.ended("a", i, i + 1);
        }

        assertThat(read(history)).containsExactly("a 4 5", "a 3 4");
        assertThat(history.count()).isEqualTo(5);
        assertThat(history.places()).isEqualTo(2);
    }

    @Test
    void shouldLoseNoEndOfSeveralThreads() throws InterruptedException {
        EndedInstances history = new EndedInstances(THREADS * EACH);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int own = t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < EACH; i++) {
                    history.ended("d" + own, i, i + 1L);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(read(history)).hasSize(THREADS * EACH).doesNotHaveDuplicates();
    }

    @Test
    void shouldNeverShowAMixtureOfTwoInstances() throws InterruptedException {
        EndedInstances history = new EndedInstances(2);
        Thread writer = new Thread(() -> {
            for (long i = 0; i < 1_000_000; i++) {
                history.ended("a", i, i + 1);
            }
        });
        List<String> mixed = new ArrayList<>();
        writer.start();
        while (writer.isAlive()) {
            history.read((deployment, startNs, endNs) -> {
                if (endNs != startNs + 1) {
                    mixed.add(startNs + " " + endNs);
                }
            });
        }
        writer.join();

        assertThat(mixed).isEmpty();
        assertThat(read(history)).containsExactly("a 999999 1000000", "a 999998 999999");
    }
}
