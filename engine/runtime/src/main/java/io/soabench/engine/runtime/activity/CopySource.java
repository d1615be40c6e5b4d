package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.xml.Element;

/** The source of a copy. */
public sealed interface CopySource {
    /**
     * A value or nodes that an expression selects.
     *
     * @param expression the expression
     */
    record Value(CompiledExpression expression) implements CopySource {}

    /**
     * A whole part of a message. A part without a value copies nothing.
     *
     * @param slot the slot of the part
     * @param value the expression that reads the part
     */
    record AssignedPart(Reference slot, Value value) implements CopySource {}

    /**
     * A literal value.
     *
     * @param value an {@link Element} or a {@link String}
     */
    record Literal(Object value) implements CopySource {
        /** Rejects values of other types. */
        public Literal {
            if (!(value instanceof Element || value instanceof String)) {
                throw new IllegalArgumentException("a literal is an element or a text, found " + value);
            }
        }
    }

    /**
     * A whole message.
     *
     * @param slots the slots of its parts
     */
    record Message(MessageSlots slots) implements CopySource {}

    /**
     * The address of a partner or of the process itself, as an endpoint reference.
     *
     * @param partner the partner link
     * @param myRole whether the address is that of the process itself
     */
    record Partner(PartnerSlot partner, boolean myRole) implements CopySource {}
}
