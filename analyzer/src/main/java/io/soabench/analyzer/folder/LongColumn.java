package io.soabench.analyzer.folder;

import java.util.Arrays;

/** A growing column of numbers. */
final class LongColumn {

    private long[] values = new long[1024];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    long of(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    long[] copy() {
        return Arrays.copyOf(values, size);
    }
}
