package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;

/**
 * A variable or a part of one, resolved to its slot.
 *
 * @param hops scopes outwards from the place of the expression
 * @param index slot in that scope; {@link #NO_SLOT} for a tree that a function has returned
 * @param kind the kind of value for XPath
 * @param name the name as written, for sentences
 */
public record Reference(int hops, int index, Kind kind, String name) {
    /** The index of trees that are in no slot: nothing can be assigned to them. */
    public static final int NO_SLOT = -1;

    /** The kinds of values for XPath when a slot is used without a path behind it (WS-BPEL 2.0, section 8.2.2). */
    public enum Kind {
        /** An element: a node. */
        NODE,
        /** A value of a simple type that is neither number nor boolean. */
        STRING,
        /** A value of an integer type. */
        INTEGER,
        /** A value of type xsd:decimal. */
        DECIMAL,
        /** A value of type xsd:double or xsd:float. */
        NUMBER,
        /** A value of type xsd:boolean. */
        BOOLEAN;

        /** Returns a text as XPath 1.0 sees it: a string, a number, a boolean. */
        public Object typed(String text) {
            return switch (this) {
                case NODE, STRING -> text;
                case INTEGER, DECIMAL -> XPathValues.typedNumber(text, false);
                case NUMBER -> XPathValues.typedNumber(text, true);
                case BOOLEAN -> {
                    String stripped = text.strip();
                    yield stripped.equals("true") || stripped.equals("1");
                }
            };
        }
    }

    /**
     * Returns the slot's value.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException uninitializedVariable when there is none
     */
    public Element read(Slots slots) {
        Element value = slots.slot(hops, index);
        if (value == null) {
            throw StandardFault.UNINITIALIZED_VARIABLE.thrown("Variable '" + name + "' has no value yet.");
        }
        return value;
    }

    /** Returns the slot's value as XPath sees it: an {@link Element}, or a string, a number, a boolean. */
    public Object typed(Slots slots) {
        Element value = read(slots);
        return kind == Kind.NODE ? value : kind.typed(value.text());
    }
}
