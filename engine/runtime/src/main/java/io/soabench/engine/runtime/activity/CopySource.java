package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.xml.Element;

/** The source of a copy. */
public sealed interface CopySource {
    /**
     * A value or nodes.
     *
     * @param expression yields it
     */
    record Value(CompiledExpression expression) implements CopySource {}

    /**
     * A whole part of a message; where it was never assigned, nothing is copied.
     *
     * @param slot where it is
     * @param value reads it
     */
    record AssignedPart(Reference slot, Value value) implements CopySource {}

    /**
     * A literal.
     *
     * @param value an {@link Element} or a {@link String}
     */
    record Literal(Object value) implements CopySource {
        /** Rejects other things. */
        public Literal {
            if (!(value instanceof Element || value instanceof String)) {
                throw new IllegalArgumentException("a literal is an element or a text, found " + value);
            }
        }
    }

    /**
     * A whole message.
     *
     * @param slots where it is
     */
    record Message(MessageSlots slots) implements CopySource {}

    /**
     * The address of a partner or of the process itself, as an endpoint reference.
     *
     * @param partner the partner link
     * @param myRole whether the process itself is meant
     */
    record Partner(PartnerSlot partner, boolean myRole) implements CopySource {}
}
