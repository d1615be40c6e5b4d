package io.soabench.analyzer.folder;

/**
 * A unique invocation identifier as one number. An identifier {@code <workload>.<client>.<n>[~lap]} of the expected workload is packed
 * (client 22 bits, n 29 bits, lap 12 bits) and never collides; any other becomes a negative hash.
 */
final class UiidKey {

    private static final int CLIENT_BITS = 22;
    private static final int N_BITS = 29;
    private static final int LAP_BITS = 12;

    private UiidKey() {}

    /** Returns the number of the identifier in {@code text[from..to)}. */
    static long key(byte[] text, int from, int to, byte[] workload) {
        int i = from;
        boolean fits = to - from > workload.length + 1;
        for (int k = 0; fits && k < workload.length; k++, i++) {
            fits = text[i] == workload[k];
        }
        if (fits && text[i] == '.') {
            long client = 0;
            long n = 0;
            long lap = 1;
            int parts = 0;
            int digits = 0;
            long value = 0;
            for (i++; i <= to; i++) {
                byte c = i == to ? 0 : text[i];
                if (c >= '0' && c <= '9' && digits < 10) {
                    value = value * 10 + c - '0';
                    digits++;
                    continue;
                }
                boolean end = parts == 0 ? c == '.' : parts == 1 ? c == '~' || c == 0 : c == 0;
                if (!end || digits == 0) {
                    return hash(text, from, to);
                }
                if (parts == 0) {
                    client = value;
                } else if (parts == 1) {
                    n = value;
                } else {
                    lap = value;
                }
                parts++;
                digits = 0;
                value = 0;
            }
            if (parts >= 2 && client < 1L << CLIENT_BITS && n < 1L << N_BITS && lap < 1L << LAP_BITS) {
                return lap << (CLIENT_BITS + N_BITS) | client << N_BITS | n;
            }
        }
        return hash(text, from, to);
    }

    /** Returns a negative FNV-1a hash of 64 bits. */
    private static long hash(byte[] text, int from, int to) {
        long hash = 0xcbf29ce484222325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ (text[i] & 0xff)) * 0x100000001b3L;
        }
        return hash | Long.MIN_VALUE;
    }

    /** Returns the client of an identifier; negative when the identifier has another form. */
    static int client(long key) {
        return key < 0 ? -1 : (int) (key >>> N_BITS & (1L << CLIENT_BITS) - 1);
    }

    /** Returns the identifier of a packed number. */
    static String text(long key, String workload) {
        if (key < 0) {
            return "an identifier of another form";
        }
        long lap = key >>> (CLIENT_BITS + N_BITS);
        int client = client(key);
        long n = key & (1L << N_BITS) - 1;
        return workload + "." + client + "." + n + (lap > 1 ? "~" + lap : "");
    }
}
