package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.xml.Element;

/** The target of a copy. */
public sealed interface CopyTarget {
    /**
     * A whole variable or part.
     *
     * @param slot where it is
     * @param shape how it lies there
     */
    record Whole(Reference slot, ValueShape shape) implements CopyTarget {}

    /**
     * One node inside a variable or part.
     *
     * @param expression selects it
     * @param beginning what the variable or part holds before it has a value; null when it cannot be made
     */
    record Place(CompiledExpression expression, Beginning beginning) implements CopyTarget {}

    /**
     * What a variable or part without value is taken to hold when something in it is assigned: its root and the steps that the
     * path to that thing names, all empty.
     *
     * @param slot where it is
     * @param skeleton the root
     */
    record Beginning(Reference slot, Element skeleton) {}

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
