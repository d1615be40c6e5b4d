package io.soabench.engine.runtime.xml;

/**
 * What a document may contain at most; its size in bytes is limited by who receives it.
 *
 * @param depth nested elements
 * @param attributes attributes and namespace declarations of one element
 * @param elements elements of the document
 */
public record XmlLimits(int depth, int attributes, int elements) {
    /** Defaults: 256 nested elements, 128 attributes an element, 1,000,000 elements. */
    public static final XmlLimits DEFAULT = new XmlLimits(256, 128, 1_000_000);

    /** Rejects limits below 1. */
    public XmlLimits {
        if (depth < 1 || attributes < 1 || elements < 1) {
            throw new IllegalArgumentException(
                    "limits start at 1: depth=" + depth + " attributes=" + attributes + " elements=" + elements);
        }
    }
}
