package io.soabench.mock;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A counter that numbers the calls of each identifier by arrival, in bounded memory.
 *
 * <p>Assumptions: a lap of an identifier is over before its next lap begins (clients are sequential). Guarantees: calls
 * of one identifier of the trace get 1, 2, 3, … in the order in which threads reach {@link #next}; a new lap begins at
 * 1 again.
 *
 * <p>A line of the trace needs four bytes. Identifiers that are not in the trace share a table of {@value #SLOTS}
 * counters. If two meet in a slot, the newer one takes it over. Lock-free.
 */
final class StepCounter {

    static final int SLOTS = 1 << 14;

    private static final int LOW_16 = 0xffff;
    private static final long LOW_32 = 0xffff_ffffL;

    /** The state of each line: lap in the upper 16 bits, calls so far in the lower. */
    private final AtomicIntegerArray traced;
    /** The state of each slot: hash of the identifier in the upper 32 bits, calls so far in the lower. */
    private final AtomicLongArray others = new AtomicLongArray(SLOTS);

    StepCounter(int lines) {
        traced = new AtomicIntegerArray(lines);
    }

    /** Returns the step of the next call of a line of the trace, from 1. */
    int next(int line, int lap) {
        int mark = lap & LOW_16;
        int counted = traced.updateAndGet(line, old -> {
            boolean goesOn = old >>> 16 == mark && (old & LOW_16) < LOW_16;
            return goesOn ? old + 1 : (mark << 16) | 1;
        });
        return counted & LOW_16;
    }

    /** Returns the step of the next call of an identifier that is not in the trace, from 1. */
    int next(String uiid) {
        long hash = uiid.hashCode() & LOW_32;
        int slot = (int) (((hash * 0x9E37_79B1L) >>> 11) & (SLOTS - 1));
        long counted = others.updateAndGet(slot, old -> {
            boolean goesOn = old >>> 32 == hash && (old & LOW_32) < Integer.MAX_VALUE;
            return goesOn ? old + 1 : (hash << 32) | 1;
        });
        return (int) (counted & LOW_32);
    }
}
