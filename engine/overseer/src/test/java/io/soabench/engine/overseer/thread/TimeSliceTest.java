package io.soabench.engine.overseer.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests on this machine; each test changes a thread of its own. */
final class TimeSliceTest {

    private static final Duration SHORT = Duration.ofNanos(250_000);

    @BeforeAll
    static void needsLinux() {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
    }

    private static <T> T inThread(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        new Thread(future, "sliced").start();
        return future.get();
    }

    /** Returns policy and niceness of the calling thread: fields 41 and 19 of its line in proc(5). */
    private static List<String> scheduling() throws Exception {
        String stat = Files.readString(Path.of("/proc/self/task/" + Affinity.threadId() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return List.of(fields[41 - 3], fields[19 - 3]);
    }

    @Test
    void shouldAskForASliceOrSayWhyThereIsNone() throws Exception {
        Duration before = TimeSlice.get();

        inThread(() -> {
            List<String> scheduling = scheduling();
            try {
                TimeSlice.set(SHORT);
                assertThat(TimeSlice.get()).isEqualTo(SHORT);
                assertThat(inThread(TimeSlice::get))
                        .as("of a thread that it starts")
                        .isEqualTo(SHORT);
            } catch (NotAvailableException e) {
                assertThat(e.availability().reason()).isNotEmpty();
                assertThat(TimeSlice.get()).isNotEqualTo(SHORT);
            }
            assertThat(scheduling()).as("policy and niceness").isEqualTo(scheduling);
            return null;
        });

        assertThat(TimeSlice.get()).as("of other threads").isEqualTo(before);
    }

    @Test
    void shouldRefuseWhatTheKernelWouldChange() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofNanos(99_999), Duration.ofMillis(101))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TimeSlice.set(wrong))
                    .withMessageContaining(wrong.toString());
        }
    }
}
