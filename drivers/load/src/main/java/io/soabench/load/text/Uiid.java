package io.soabench.load.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes unique invocation identifiers: {@code <workload>.<client>.<n>}, with {@code ~<lap>} from the second lap on. */
public final class Uiid {

    private static final int NUMBERS_BYTES = 40;

    private final byte[] workload;

    /** For the requests of one workload. */
    public Uiid(String workload) {
        this.workload = workload.getBytes(StandardCharsets.UTF_8);
    }

    /** A buffer in which every identifier has room. */
    public byte[] buffer() {
        return Arrays.copyOf(workload, workload.length + NUMBERS_BYTES);
    }

    /** The most bytes that an identifier needs. */
    public int mostBytes() {
        return workload.length + NUMBERS_BYTES;
    }

    /**
     * Writes an identifier.
     *
     * @return the index behind its last byte
     */
    public int put(byte[] target, int at, int client, int number, int lap) {
        System.arraycopy(workload, 0, target, at, workload.length);
        int end = at + workload.length;
        target[end] = '.';
        end = Digits.put(target, end + 1, client);
        target[end] = '.';
        end = Digits.put(target, end + 1, number);
        if (lap > 1) {
            target[end] = '~';
            end = Digits.put(target, end + 1, lap);
        }
        return end;
    }
}
