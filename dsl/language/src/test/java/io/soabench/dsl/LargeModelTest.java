package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work of a check grows with the length of a model, not with its square. */
class LargeModelTest {

    /** Twice as much of everything may take this many times the bytes that are allocated; the square would be 4. */
    private static final double MOST_GROWTH = 3;

    @TempDir
    private Path folder;

    /** Elements of each kind; some refer to others. */
    private static String model(int size) {
        StringBuilder text = new StringBuilder(ModelFixture.OFFICE);
        for (int i = 0; i < size; i++) {
            text.append("host h").append(i).append(" { address \"10.0.0.1\" }\n");
            text.append("service s").append(i).append(" : Quote { uiid from \"q:request/q:id\" }\n");
            text.append("server m").append(i).append(" : axis2 on h").append(i);
            text.append(" { port http ")
                    .append(1024 + i % 60000)
                    .append(" serves s")
                    .append(i)
                    .append(" }\n");
            text.append("process p").append(i);
            text.append(" { bpel \"bpel/sequential.bpel\" partner quote -> s")
                    .append(i)
                    .append(" }\n");
            text.append("workload w").append(i).append(" closed { clients 1 }\n");
        }
        text.append("suite Large {\n");
        for (int i = 0; i < size; i++) {
            text.append("    case on engine for process in (p").append(i);
            text.append("), workload in (w")
                    .append(i)
                    .append(") from h")
                    .append(i)
                    .append("\n");
        }
        return text.append("}\n").toString();
    }

    /** Bytes that a check allocates: a measure of work that neither other programs nor the clock change. */
    private static long allocated(Runnable work) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void shouldGrowWithTheLengthOfTheModel() {
        ModelFixture fixture = new ModelFixture(folder);
        assertThat(fixture.read(model(100)).valid()).isTrue();

        long one = allocated(() -> fixture.read(model(1_000)));
        long two = allocated(() -> fixture.read(model(2_000)));

        assertThat((double) two / one).isLessThan(MOST_GROWTH);
    }

    /** The part in which something is wrong is looked at, and not the whole model for each thing that may have been meant. */
    @Test
    void shouldGrowWithTheLengthOfAModelWithTypos() {
        ModelFixture fixture = new ModelFixture(folder);
        assertThat(fixture.read(mistyped(100)).issues()).hasSize(2);

        long one = allocated(() -> fixture.read(mistyped(1_000)));
        long two = allocated(() -> fixture.read(mistyped(2_000)));

        assertThat((double) two / one).isLessThan(MOST_GROWTH);
        long right = allocated(() -> fixture.read(model(2_000)));
        assertThat((double) two / right).isLessThan(MOST_GROWTH);
    }

    private static String mistyped(int size) {
        return model(size)
                .replace("workload w" + size / 2 + " closed", "workload w" + size / 2 + " clsoed")
                .replace("host h" + size / 3 + " {", "host h" + size / 3);
    }
}
