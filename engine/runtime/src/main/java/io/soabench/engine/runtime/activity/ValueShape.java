package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.WhiteSpace;

/**
 * The form of the values of a variable or part: the name of the root, and whether it contains only text. A copy renames
 * the value, unless it keeps the name of the source (WS-BPEL 2.0, section 8.4.2). {@code fromParts} and {@code toParts}
 * copy in the same way (section 10.3).
 *
 * @param prototype an empty element with the name
 * @param simple whether values contain only text
 */
public record ValueShape(Element prototype, boolean simple) {
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    /**
     * Returns a value in this form. Attributes and content stay, except that a simple value has only text.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException selectionFailure when a nil element would become text
     */
    Element of(Element value) {
        if (simple) {
            return prototype.withText(content(value));
        }
        return value.is(prototype.namespace(), prototype.name())
                ? value
                : value.named(prototype.prefix(), prototype.namespace(), prototype.name());
    }

    /**
     * Returns the text of an element whose content replaces an attribute or a text; a nil element has none (section
     * 8.4.2).
     */
    static String content(Element element) {
        String nil = element.attributeCount() == 0 ? null : element.attribute(XSI, "nil");
        if (nil != null && isTrue(WhiteSpace.stripped(nil))) {
            throw StandardFault.SELECTION_FAILURE.thrown(
                    "Element '" + element.qualifiedName() + "' is nil, so it has no text to be copied.");
        }
        return element.text();
    }

    private static boolean isTrue(String text) {
        return text.equals("true") || text.equals("1");
    }
}
