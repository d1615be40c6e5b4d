package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.CompiledExpression;
import java.util.List;

/**
 * An activity of a compiled process: the attributes that all kinds have in common, and the processor that executes it.
 * Immutable; all instances of the process share it.
 *
 * <p>Source: WS-BPEL 2.0, sections 10.1 (standard attributes) and 11.6 (links, join conditions, dead-path elimination).
 */
public final class Activity {
    private static final LinkReference[] NO_LINKS = {};
    private static final OutgoingLink[] NO_OUTGOING = {};

    private final int id;
    private final String label;
    private final Processor processor;
    private final LinkReference[] incoming;
    private final CompiledExpression joinCondition;
    private final boolean suppressJoinFailure;
    private final OutgoingLink[] outgoing;
    private final LinkReference[] leaving;

    /**
     * Creates an activity.
     *
     * @param id its number, unique within the process
     * @param label its kind, name and place in the process file, for messages
     * @param processor the processor that executes it
     * @param links the links that end or start at it
     */
    public Activity(int id, String label, Processor processor, Links links) {
        this.id = id;
        this.label = label;
        this.processor = processor;
        this.incoming = links.incoming().toArray(NO_LINKS);
        this.joinCondition = links.joinCondition();
        this.suppressJoinFailure = links.suppressJoinFailure();
        this.outgoing = links.outgoing().toArray(NO_OUTGOING);
        this.leaving = links.leaving().toArray(NO_LINKS);
    }

    /**
     * The links of an activity (WS-BPEL 2.0, section 11.6).
     *
     * @param incoming the links that end here
     * @param joinCondition the join condition; null for the default, which is that one of the links is true
     * @param suppressJoinFailure whether a false join condition skips the activity instead of raising a fault
     * @param outgoing the links that start here
     * @param leaving all links that start here or inside and end outside; they become false when the activity is
     *     skipped
     */
    public record Links(
            List<LinkReference> incoming,
            CompiledExpression joinCondition,
            boolean suppressJoinFailure,
            List<OutgoingLink> outgoing,
            List<LinkReference> leaving) {
        /** An activity without links. */
        public static final Links NONE = new Links(List.of(), null, false, List.of(), List.of());

        /** Copies the lists. */
        public Links {
            incoming = List.copyOf(incoming);
            outgoing = List.copyOf(outgoing);
            leaving = List.copyOf(leaving);
        }
    }

    /** Returns the number, unique within the process. */
    public int id() {
        return id;
    }

    /** Returns the processor that executes the activity. */
    public Processor processor() {
        return processor;
    }

    boolean hasIncoming() {
        return incoming.length > 0;
    }

    LinkReference[] incoming() {
        return incoming;
    }

    CompiledExpression joinCondition() {
        return joinCondition;
    }

    boolean suppressesJoinFailure() {
        return suppressJoinFailure;
    }

    OutgoingLink[] outgoing() {
        return outgoing;
    }

    LinkReference[] leaving() {
        return leaving;
    }

    /** Returns the kind, the name and the place in the process file. */
    @Override
    public String toString() {
        return label;
    }
}
