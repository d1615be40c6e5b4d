package io.soabench.engine.runtime.xml;

/**
 * The limits of a document's content; its receiver limits its size in bytes.
 *
 * @param depth nested elements
 * @param attributes attributes of one element, and again namespace declarations of one element
 * @param elements elements of the document
 * @param names different names of the document: prefixed names of elements and attributes, targets of processing instructions
 * @param declarations namespace declarations at an element and all elements around it
 */
public record XmlLimits(int depth, int attributes, int elements, int names, int declarations) {
    /** The largest number of characters of a name, or of the name of a namespace. */
    public static final int NAME_CHARS = 2_000;

    /** Defaults: 256 nested elements, 128 attributes an element, 1,000,000 elements, 1,000 names, 256 declarations in scope. */
    public static final XmlLimits DEFAULT = new XmlLimits(256, 128, 1_000_000, 1_000, 256);

    /** Rejects limits below 1. */
    public XmlLimits {
        if (depth < 1 || attributes < 1 || elements < 1 || names < 1 || declarations < 1) {
            throw new IllegalArgumentException("limits start at 1: depth=" + depth + " attributes=" + attributes
                    + " elements=" + elements + " names=" + names + " declarations=" + declarations);
        }
    }
}
