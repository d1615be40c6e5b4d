package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Memory as a virtual machine writes it, here step by step. */
class PerfDataTest {

    private static final int PROLOGUE = 32;
    private static final int LENGTH = 40;

    private final ByteBuffer memory = ByteBuffer.allocate(PROLOGUE + 2 * LENGTH);

    private void prologue(int entries) {
        memory.putInt(0, 0xcafec0c0);
        memory.put(4, (byte) 0);
        memory.put(5, (byte) 2);
        memory.put(7, (byte) 1);
        memory.putInt(24, PROLOGUE);
        memory.putInt(28, entries);
    }

    private void entry(int at, String name, long value) {
        memory.putInt(at + 4, 20);
        memory.put(at + 12, (byte) 'J');
        memory.putInt(at + 16, 32);
        memory.put(at + 20, name.getBytes(StandardCharsets.US_ASCII));
        memory.putLong(at + 32, value);
        memory.putInt(at, LENGTH);
    }

    @Test
    void shouldFindACounterThatWasNotFilledInAtFirst() throws IOException {
        prologue(2);
        entry(PROLOGUE, "first", 5);
        PerfData data = new PerfData(memory);
        assertThat(data.counter("first")).hasValue(5);
        assertThat(data.counter("second")).isEmpty();

        entry(PROLOGUE + LENGTH, "second", 7);

        assertThat(data.counter("second")).hasValue(7);
        assertThat(data.counter("first")).hasValue(5);
    }
}
