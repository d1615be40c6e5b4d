package io.soabench.load.text;

/** A writer of numbers as ASCII digits without garbage. */
public final class Digits {

    private Digits() {}

    /**
     * Writes a number that is not negative.
     *
     * @return the index behind its last digit
     */
    public static int put(byte[] target, int at, long value) {
        int size = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            size++;
        }
        long rest = value;
        for (int i = at + size - 1; i >= at; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + size;
    }
}
