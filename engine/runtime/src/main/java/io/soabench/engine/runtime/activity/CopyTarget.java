package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.xml.Element;

/** The target of a copy. */
public sealed interface CopyTarget {
    /**
     * A whole variable or part.
     *
     * @param slot the slot of the variable or part
     * @param shape the form of its values
     */
    record Whole(Reference slot, ValueShape shape) implements CopyTarget {}

    /**
     * A node inside a variable or part.
     *
     * @param expression the expression that selects the node
     * @param beginning the content of the variable or part before it has a value; null when it cannot be built
     */
    record Place(CompiledExpression expression, Beginning beginning) implements CopyTarget {}

    /**
     * The content that a variable or part without a value gets when a node inside it is assigned. It consists of the
     * root and the steps of the path to the node, all of them empty.
     *
     * @param slot the slot of the variable or part
     * @param skeleton the root
     */
    record Beginning(Reference slot, Element skeleton) {}

    /**
     * A whole message.
     *
     * @param slots the slots of its parts
     */
    record Message(MessageSlots slots) implements CopyTarget {}

    /**
     * The address of a partner, from an endpoint reference.
     *
     * @param partner the partner link
     */
    record Partner(PartnerSlot partner) implements CopyTarget {}
}
