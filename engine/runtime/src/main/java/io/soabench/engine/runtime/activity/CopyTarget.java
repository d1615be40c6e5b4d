package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.xml.Element;

/** What a copy writes. */
public sealed interface CopyTarget {
    /**
     * A whole variable or part.
     *
     * @param slot where it is
     * @param prototype empty element with the name the value has
     * @param simple whether it holds text only
     */
    record Whole(Reference slot, Element prototype, boolean simple) implements CopyTarget {}

    /**
     * One node inside a variable or part.
     *
     * @param expression selects it
     */
    record Place(CompiledExpression expression) implements CopyTarget {}

    /**
     * A whole message.
     *
     * @param slots where it is
     */
    record Message(MessageSlots slots) implements CopyTarget {}

    /**
     * The address of a partner, from an endpoint reference.
     *
     * @param partner the partner link
     */
    record Partner(PartnerSlot partner) implements CopyTarget {}
}
