package io.soabench.mock;

import io.soabench.plan.FailureMark;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The pre-simulated behaviours of one service instance in memory (file {@code behaviour.trace},
 * docs/reference/formats.md).
 *
 * <p>The form is compact because a trace has a line for every client request. Identifiers lie end to end in one byte
 * array, and a hash table of line numbers finds them. Behaviours lie in one {@code int} array (two when there is a
 * throughput limit). A line of five behaviours with a gap costs about 70 bytes.
 *
 * <p>Immutable, safe for use by many threads. Look-ups allocate nothing for ASCII identifiers.
 */
public final class BehaviourTrace {

    /** The longest response time or gap that a trace can hold, in microseconds (35 minutes). */
    static final int LONGEST_US = Integer.MAX_VALUE;

    /** The sign bit of a behaviour, for an invocation that fails. */
    private static final int FAILS = 0x8000_0000;

    private static final FailureMark[] MARKS = FailureMark.values();

    private final byte[] keys;
    /** The start of each line's key in {@link #keys}, and the end of the last one. */
    private final int[] keyStart;
    /** The index of each line's first behaviour, and the end of the last one. */
    private final int[] first;
    /** A hash table with open addressing and linear probing: line number + 1, 0 = free. */
    private final int[] table;
    /** The response times in microseconds with {@link #FAILS}. */
    private final int[] responses;
    /** The gaps in microseconds; empty when there is no throughput limit. */
    private final int[] gaps;
    /**
     * The failures of behaviours: ordinal of a {@link FailureMark}, or an HTTP status; empty when all failures are
     * declared faults.
     */
    private final short[] failures;

    private final int capacity;
    private final int perConcurrentUs;

    private BehaviourTrace(Builder builder) {
        keys = Arrays.copyOf(builder.keys, builder.keyStart[builder.lines]);
        keyStart = Arrays.copyOf(builder.keyStart, builder.lines + 1);
        first = Arrays.copyOf(builder.first, builder.lines + 1);
        table = builder.table;
        responses = Arrays.copyOf(builder.responses, builder.behaviours);
        gaps = builder.limited ? Arrays.copyOf(builder.gaps, builder.behaviours) : new int[0];
        failures =
                builder.failures.length == 0 ? builder.failures : Arrays.copyOf(builder.failures, builder.behaviours);
        capacity = builder.capacity;
        perConcurrentUs = builder.perConcurrentUs;
    }

    /** Returns the number of lines, at least 1. */
    public int lines() {
        return first.length - 1;
    }

    /** Returns the number of behaviours of all lines. */
    public int behaviours() {
        return responses.length;
    }

    /** Returns whether the service has a throughput limit. */
    public boolean limited() {
        return gaps.length > 0;
    }

    /** Returns the line of an identifier (without lap), or -1. */
    public int line(String uiid) {
        byte[] key = ascii(uiid) ? null : uiid.getBytes(StandardCharsets.UTF_8);
        int mask = table.length - 1;
        int hash = key == null ? uiid.hashCode() : hash(key, 0, key.length);
        for (int slot = mix(hash) & mask; table[slot] != 0; slot = (slot + 1) & mask) {
            int line = table[slot] - 1;
            if (key == null ? holds(line, uiid) : holds(line, key, 0, key.length)) {
                return line;
            }
        }
        return -1;
    }

    /** Returns the substitute line of an identifier that the trace does not have. */
    public int substitute(String uiid) {
        return Math.floorMod(uiid.hashCode(), lines());
    }

    /** Returns the index of the behaviour of a line's step (from 1); after the last step the line begins again. */
    public int behaviour(int line, int step) {
        int count = first[line + 1] - first[line];
        return first[line] + Math.floorMod(step - 1, count);
    }

    /** Returns the response time of a behaviour in microseconds. */
    public int responseUs(int behaviour) {
        return responses[behaviour] & ~FAILS;
    }

    /** Returns the time in microseconds between the starts of this and of the next accepted request. */
    public int gapUs(int behaviour) {
        return gaps.length == 0 ? 0 : gaps[behaviour];
    }

    /** Returns whether the invocation fails. */
    public boolean fails(int behaviour) {
        return responses[behaviour] < 0;
    }

    /** Returns the HTTP status of a failing invocation; 0 when {@link #mark} describes the failure. */
    public int status(int behaviour) {
        int failure = failures.length == 0 ? 0 : failures[behaviour];
        return failure >= FailureMark.LEAST_STATUS ? failure : 0;
    }

    /** Returns the kind of a failure without {@link #status}. */
    public FailureMark mark(int behaviour) {
        return failures.length == 0 ? FailureMark.FAULT : MARKS[failures[behaviour]];
    }

    /** Returns the failure of a failing invocation in the form of {@link Builder#failure}. */
    int failure(int behaviour) {
        return failures.length == 0 ? 0 : failures[behaviour];
    }

    /** Returns the number of requests that the instance serves at a time; 0 for any number. */
    public int capacity() {
        return capacity;
    }

    /** Returns the microseconds that each other request in service adds to a response time. */
    public int perConcurrentUs() {
        return perConcurrentUs;
    }

    private boolean holds(int line, String uiid) {
        int start = keyStart[line];
        if (keyStart[line + 1] - start != uiid.length()) {
            return false;
        }
        for (int i = 0; i < uiid.length(); i++) {
            if (keys[start + i] != uiid.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean holds(int line, byte[] key, int from, int to) {
        return Arrays.equals(keys, keyStart[line], keyStart[line + 1], key, from, to);
    }

    private static boolean ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 127) {
                return false;
            }
        }
        return true;
    }

    /** Returns the same hash as {@link String#hashCode()} for ASCII, so that both sides of a look-up agree. */
    private static int hash(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + (bytes[i] & 0xff);
        }
        return hash;
    }

    /** Spreads hashes of identifiers that differ in their last digits only. */
    private static int mix(int hash) {
        int spread = hash * 0x9E37_79B9;
        return spread ^ (spread >>> 15);
    }

    /** A builder that takes a trace line by line. Not safe for use by many threads. */
    static final class Builder {
        private byte[] keys = new byte[1 << 10];
        private int[] keyStart = new int[65];
        private int[] first = new int[65];
        private int[] table = new int[128];
        private int[] responses = new int[256];
        private int[] gaps = new int[0];
        private int lines;
        private int behaviours;
        private boolean limited;
        private short[] failures = new short[0];
        private int capacity;
        private int perConcurrentUs;

        /** Sets the capacity of the instance from the third line of a file. */
        void load(int atATime, int addedUs) {
            capacity = atATime;
            perConcurrentUs = addedUs;
        }

        /** Replaces the declared fault as the failure of the behaviour that was added last. */
        void failure(int failure) {
            if (failures.length < responses.length) {
                failures = Arrays.copyOf(failures, responses.length);
            }
            failures[behaviours - 1] = (short) failure;
        }

        /**
         * Begins a line.
         *
         * @return whether the identifier is new; if not, no line is begun
         */
        boolean line(byte[] source, int from, int to) {
            if (2 * (lines + 1) >= table.length) {
                enlargeTable();
            }
            int mask = table.length - 1;
            int slot = mix(hash(source, from, to)) & mask;
            while (table[slot] != 0) {
                int line = table[slot] - 1;
                if (Arrays.equals(keys, keyStart[line], keyStart[line + 1], source, from, to)) {
                    return false;
                }
                slot = (slot + 1) & mask;
            }
            int start = keyStart[lines];
            int end = start + to - from;
            if (end > keys.length) {
                keys = Arrays.copyOf(keys, Math.max(end, larger(keys.length)));
            }
            System.arraycopy(source, from, keys, start, to - from);
            if (lines + 2 > keyStart.length) {
                keyStart = Arrays.copyOf(keyStart, larger(keyStart.length));
                first = Arrays.copyOf(first, keyStart.length);
            }
            table[slot] = lines + 1;
            lines++;
            keyStart[lines] = end;
            first[lines] = behaviours;
            return true;
        }

        /** Adds a behaviour to the line begun last. */
        void behaviour(int responseUs, int gapUs, boolean fails) {
            if (behaviours == responses.length) {
                responses = Arrays.copyOf(responses, larger(responses.length));
            }
            responses[behaviours] = fails ? responseUs | FAILS : responseUs;
            if (gapUs > 0) {
                limited = true;
            }
            if (limited) {
                if (gaps.length < responses.length) {
                    gaps = Arrays.copyOf(gaps, responses.length);
                }
                gaps[behaviours] = gapUs;
            }
            behaviours++;
            first[lines] = behaviours;
        }

        int lines() {
            return lines;
        }

        BehaviourTrace build() {
            return new BehaviourTrace(this);
        }

        private void enlargeTable() {
            table = new int[table.length * 2];
            int mask = table.length - 1;
            for (int line = 0; line < lines; line++) {
                int slot = mix(hash(keys, keyStart[line], keyStart[line + 1])) & mask;
                while (table[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                table[slot] = line + 1;
            }
        }

        private static int larger(int length) {
            return length + (length >> 1);
        }
    }
}
