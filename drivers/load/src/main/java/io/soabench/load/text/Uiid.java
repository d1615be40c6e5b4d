package io.soabench.load.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A writer of unique invocation identifiers: {@code <workload>.<client>.<n>}, with {@code ~<lap>} from the second lap
 * on.
 */
public final class Uiid {

    private static final int NUMBERS_BYTES = 40;
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})(?:~(\\d{1,9}))?");

    private final byte[] workload;

    /** Creates the identifiers for the requests of one workload. */
    public Uiid(String workload) {
        this.workload = workload.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A request as its identifier describes it.
     *
     * @param client of the trace, from 1
     * @param number of the request of that client, from 1
     * @param lap from 1
     */
    public record Request(int client, int number, int lap) {}

    /** Reads an identifier; empty for an identifier of another workload. */
    public Optional<Request> read(String text) {
        String begin = new String(workload, StandardCharsets.UTF_8) + ".";
        if (!text.startsWith(begin)) {
            return Optional.empty();
        }
        Matcher numbers = NUMBERS.matcher(text.substring(begin.length()));
        return numbers.matches()
                ? Optional.of(new Request(
                        Integer.parseInt(numbers.group(1)),
                        Integer.parseInt(numbers.group(2)),
                        numbers.group(3) == null ? 1 : Integer.parseInt(numbers.group(3))))
                : Optional.empty();
    }

    /** Returns a buffer in which every identifier has room. */
    public byte[] buffer() {
        return Arrays.copyOf(workload, workload.length + NUMBERS_BYTES);
    }

    /** Returns the most bytes that an identifier needs. */
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
