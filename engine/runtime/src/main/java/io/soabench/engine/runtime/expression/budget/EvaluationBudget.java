package io.soabench.engine.runtime.expression.budget;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;

/**
 * The limits of one evaluation: the items that it may visit, repeated visits included, and the bytes of one sequence.
 * Used by one thread.
 */
public final class EvaluationBudget {
    /** The largest number of items or nodes that one evaluation may read; some seconds of work. */
    public static final long MOST_ITEMS = 10_000_000;

    /**
     * The largest number of characters of a text that is read as a number or a time, and of digits of a number. Both
     * cost the square of it.
     */
    public static final int MOST_DIGITS = 10_000;

    /** An estimate of the bytes of an item in a sequence without its text. */
    public static final int ITEM_BYTES = 32;

    private final long mostItems;
    private final long mostBytes;
    private long items;
    private FaultException refusal;
    private FaultException fault;

    /** Makes the budget of an evaluation that may read so many items, in sequences of so many bytes. */
    public EvaluationBudget(long mostItems, long mostBytes) {
        this.mostItems = mostItems;
        this.mostBytes = mostBytes;
    }

    /** Returns the number of items read. */
    public long items() {
        return items;
    }

    /** Notes the fault of a function, since the processor may report it in its own words, without the cause. */
    public void note(FaultException raised) {
        fault = raised;
    }

    /** Returns the noted fault if the processor's message is about it; else null. */
    public FaultException noted(Throwable error) {
        String words = error.getMessage();
        return fault != null && words != null && words.contains(fault.fault().reason()) ? fault : null;
    }

    /** Notes that an item is read, as {@link #items(long)}. */
    public void item() {
        items(1);
    }

    /**
     * Notes that so many items are read.
     *
     * @throws FaultException limitExceeded when there are too many
     */
    public void items(long more) {
        items += more;
        if (items > mostItems) {
            items = mostItems + 1;
            throw refused("An expression looks at more than " + mostItems + " items.");
        }
    }

    /**
     * Checks that a sequence takes no more bytes than values may.
     *
     * @throws FaultException limitExceeded when it does
     */
    public void sequence(long bytes) {
        if (bytes > mostBytes) {
            throw refused("An expression makes a sequence or text larger than values may be, " + mostBytes
                    + " bytes; raise --max-value.");
        }
    }

    /**
     * Checks that a text is short enough to be read as a number or a time.
     *
     * @throws FaultException limitExceeded when it is not
     */
    public void read(long characters) {
        if (characters > MOST_DIGITS) {
            throw refused("An expression reads a text of more than " + MOST_DIGITS
                    + " characters as a number, a date, a time or a duration.");
        }
    }

    /**
     * Checks that a number has no more digits than numbers may have.
     *
     * @throws FaultException limitExceeded when it has
     */
    public void number(long digits) {
        if (digits > MOST_DIGITS) {
            throw refused("An expression makes a number of more than " + MOST_DIGITS + " digits.");
        }
    }

    private FaultException refused(String reason) {
        refusal = StandardFault.LIMIT_EXCEEDED.thrown(reason);
        return refusal;
    }

    /** Returns the fault raised for a limit, even if the processor has replaced it; null when there is none. */
    public FaultException refusal() {
        return refusal;
    }
}
