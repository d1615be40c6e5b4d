package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.WhiteSpace;

/**
 * The form of a value in a variable or part: its name, and whether it is text only. Copies rename what they copy,
 * unless they keep the source's name (WS-BPEL 2.0, section 8.4.2); {@code fromParts} and {@code toParts} are such
 * copies, too (section 10.3).
 *
 * @param prototype empty element with the name
 * @param simple whether it holds text only
 */
public record ValueShape(Element prototype, boolean simple) {
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    /**
     * A value in this shape; attributes and content stay, except that a simple value has text only.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException selectionFailure when an element that is nil would become text
     */
    Element of(Element value) {
        if (simple) {
            return prototype.withText(content(value));
        }
        return value.is(prototype.namespace(), prototype.name())
                ? value
                : value.named(prototype.prefix(), prototype.namespace(), prototype.name());
    }

    /** The text that an element's content becomes where no element can be; one that is nil has none (section 8.4.2). */
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
