package io.soabench.start.bpmn;

import org.w3c.dom.Element;

/**
 * The asynchronous boundaries of a part, which divide an instance into transactions.
 *
 * @param exclusive whether jobs of one instance exclude each other
 */
record AsyncBoundaries(boolean before, boolean after, boolean exclusive) {

    /**
     * Reads the boundaries of a part.
     *
     * @param waits whether an instance waits in the part, so that a transaction ends before it
     */
    static AsyncBoundaries of(Element part, boolean waits) {
        return new AsyncBoundaries(
                waits || isTrue(part, "asyncBefore") || isTrue(part, "async"),
                isTrue(part, "asyncAfter"),
                Dom.foreign(part, "exclusive").filter("false"::equals).isEmpty());
    }

    private static boolean isTrue(Element part, String name) {
        return Dom.foreign(part, name).filter("true"::equals).isPresent();
    }

    /** Writes the boundaries into a part, as attributes that the engines read. */
    void write(Element part) {
        if (before) {
            Dom.engine(part, "asyncBefore", "true");
        }
        if (after) {
            Dom.engine(part, "asyncAfter", "true");
        }
        if (!exclusive) {
            Dom.engine(part, "exclusive", "false");
        }
    }
}
