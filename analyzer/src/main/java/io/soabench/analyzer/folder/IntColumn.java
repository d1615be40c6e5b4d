package io.soabench.analyzer.folder;

import java.util.Arrays;

/** A growing column of small numbers. */
final class IntColumn {

    private int[] values = new int[1024];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    int of(int index) {
        return values[index];
    }

    int size() {
        return size;
    }
}
