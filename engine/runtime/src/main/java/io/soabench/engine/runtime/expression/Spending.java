package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;

/**
 * What one evaluation may cost: items that it may look at, one after the other and again, and bytes that one sequence may take.
 * Used by one thread.
 */
final class Spending {
    /** Items or nodes that one evaluation may look at; some seconds of work. */
    static final long MOST_ITEMS = 10_000_000;

    /** About what an item of a sequence takes beside its text. */
    static final int ITEM_BYTES = 32;

    private final long mostItems;
    private final long mostBytes;
    private long items;
    private FaultException refusal;

    /** An evaluation that may look at so many items, in sequences of so many bytes. */
    Spending(long mostItems, long mostBytes) {
        this.mostItems = mostItems;
        this.mostBytes = mostBytes;
    }

    /** How many items were looked at. */
    long items() {
        return items;
    }

    /** Notes that an item is looked at, as {@link #items(long)}. */
    void item() {
        items(1);
    }

    /**
     * Notes that so many items are looked at.
     *
     * @throws FaultException limitExceeded when that is too much
     */
    void items(long more) {
        items += more;
        if (items > mostItems) {
            throw refused("An expression looks at more than " + mostItems + " items.");
        }
    }

    /**
     * Requires that a sequence takes no more bytes than values may.
     *
     * @throws FaultException limitExceeded when it does
     */
    void sequence(long bytes) {
        if (bytes > mostBytes) {
            throw refused("An expression makes a sequence or text larger than values may be, " + mostBytes
                    + " bytes; raise --max-value.");
        }
    }

    private FaultException refused(String reason) {
        refusal = StandardFault.LIMIT_EXCEEDED.thrown(reason);
        return refusal;
    }

    /** What was raised for a limit, whatever the processor has made of it; null when nothing was. */
    FaultException refusal() {
        return refusal;
    }
}
