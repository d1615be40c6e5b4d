package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.CorrelationValues;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * The use of a correlation set by a message activity (WS-BPEL 2.0, section 9.2).
 *
 * @param hops the number of scopes outwards to the one that declares the set
 * @param slot the position among the sets of that scope
 * @param set the number of the set in the process
 * @param name the name of the set
 * @param initiate whether this use initiates the set
 * @param request the expressions that select the values in the first message; empty when the use does not apply to it
 * @param response the expressions that select the values in the answer of an invoke; empty when the use does not apply
 *     to it
 */
public record CorrelationUse(
        int hops,
        int slot,
        int set,
        String name,
        Initiate initiate,
        List<CompiledExpression> request,
        List<CompiledExpression> response) {
    /** The values of the attribute {@code initiate}. */
    public enum Initiate {
        /** The set must have values already. */
        NO,
        /** The set must have no values yet. */
        YES,
        /** The set is initiated if it has no values yet. */
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

    /** Returns the values of the set in one text; null when it has none. */
    String held(Frame frame) {
        return holder(frame).correlation(slot);
    }

    /**
     * Checks or initiates all sets by a message that is sent or was received; for an invoke, this is the request. A
     * message that violates one of the sets initiates none.
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
     * Checks or initiates the set by the answer of an invoke. An activity initiates a set once: if the request has
     * initiated it, the answer must have the same values.
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

    /**
     * Returns the values in a message after comparing them with the values of the set, if it has some. Null when the
     * use does not apply to the message.
     */
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

    /** Checks that the set has values, if it needs them to wait for a message. */
    void requireForWaiting(Frame frame) {
        if (initiate == Initiate.NO && held(frame) == null) {
            throw violation("has no values yet");
        }
    }

    /** Returns whether the set matches any message. */
    boolean takesAny(Frame frame) {
        return initiate == Initiate.YES || (initiate == Initiate.JOIN && held(frame) == null);
    }

    /** Returns whether the set can distinguish messages now. */
    boolean isReady(Frame frame) {
        return initiate != Initiate.NO || held(frame) != null;
    }

    /** Returns whether a message has the values of the set. */
    boolean accepts(Frame frame, List<Element> parts) {
        String held = held(frame);
        return held == null || initiate == Initiate.YES || held.equals(CorrelationValues.read(request, parts));
    }
}
