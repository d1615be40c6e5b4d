package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.CorrelationValues;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * The use of a correlation set by a message (WS-BPEL 2.0, section 9.2).
 *
 * @param hops scopes outwards to the one that declares the set
 * @param slot position among its sets
 * @param set number of the set in the process
 * @param name name of the set
 * @param initiate whether the set gets its values here
 * @param request where the values lie in the first message; empty when it does not apply to it
 * @param response where the values lie in the answer of an invoke; empty when it does not apply to it
 */
public record CorrelationUse(
        int hops,
        int slot,
        int set,
        String name,
        Initiate initiate,
        List<CompiledExpression> request,
        List<CompiledExpression> response) {
    /** Whether a set gets its values from a message. */
    public enum Initiate {
        /** The set must have values. */
        NO,
        /** The set must have none. */
        YES,
        /** The set gets them if it has none. */
        JOIN
    }

    /** Copies the lists. */
    public CorrelationUse {
        request = List.copyOf(request);
        response = List.copyOf(response);
    }

    private ScopeInstance holder(Frame frame) {
        return frame.scope().outwards(hops);
    }

    /** The set's values; null when it has none. */
    String held(Frame frame) {
        return holder(frame).correlation(slot);
    }

    /**
     * Checks or sets the values of all sets by a message that is sent, or was received for this activity; by the first of an
     * invoke. A message that violates one of them initiates none.
     */
    static void apply(List<CorrelationUse> uses, Frame frame, List<Element> parts) {
        if (uses.size() > 1) {
            for (CorrelationUse use : uses) {
                use.checked(frame, use.initiate, use.request, parts);
            }
        }
        for (CorrelationUse use : uses) {
            use.apply(frame, use.initiate, use.request, parts);
        }
    }

    /**
     * Checks or sets the values by the answer to an invoke. It is the activity that initiates a set, once: where its request has
     * done so, the answer has to have the same values.
     */
    void applyToAnswer(Frame frame, List<Element> parts) {
        boolean begun = initiate == Initiate.YES && !request.isEmpty();
        apply(frame, begun ? Initiate.NO : initiate, response, parts);
    }

    private void apply(Frame frame, Initiate how, List<CompiledExpression> values, List<Element> parts) {
        String found = checked(frame, how, values, parts);
        if (found != null && held(frame) == null) {
            holder(frame).correlation(slot, set, found);
        }
    }

    /** The values of a message, which are those of the set if it has any; null when it does not apply to the message. */
    private String checked(Frame frame, Initiate how, List<CompiledExpression> values, List<Element> parts) {
        if (values.isEmpty()) {
            return null;
        }
        String held = held(frame);
        if (held == null ? how == Initiate.NO : how == Initiate.YES) {
            throw violation(held == null ? "has no values yet" : "has values already");
        }
        String found = CorrelationValues.read(values, parts);
        if (held != null && !held.equals(found)) {
            throw violation("has other values than the message");
        }
        return found;
    }

    private io.soabench.engine.runtime.fault.FaultException violation(String what) {
        return StandardFault.CORRELATION_VIOLATION.thrown("Correlation set '" + name + "' " + what + ".");
    }

    /** Requires values for a message that is awaited. */
    void requireForWaiting(Frame frame) {
        if (initiate == Initiate.NO && held(frame) == null) {
            throw violation("has no values yet");
        }
    }

    /** Whether the set excludes no message. */
    boolean takesAny(Frame frame) {
        return initiate == Initiate.YES || (initiate == Initiate.JOIN && held(frame) == null);
    }

    /** Whether the set can tell messages from each other now. */
    boolean isReady(Frame frame) {
        return initiate != Initiate.NO || held(frame) != null;
    }

    /** Whether an awaited message has the set's values. */
    boolean accepts(Frame frame, List<Element> parts) {
        String held = held(frame);
        return held == null || initiate == Initiate.YES || held.equals(CorrelationValues.read(request, parts));
    }
}
