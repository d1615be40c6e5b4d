package io.soabench.engine.server.batch;

import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;

/**
 * The message that starts instances. Each {@value #NUMBER} in a text or an attribute becomes the number of the
 * instance. Immutable.
 */
final class InputTemplate {
    static final String NUMBER = "${instance}";
    private static final int STAND_IN = 918_273_645;

    private final List<Element> parts;
    private final String standIn;
    private final long first;
    private final boolean numbered;

    /**
     * Makes a template.
     *
     * @param parts the parts of the message
     * @param standIn the placeholder of the number, see {@link #standIn}
     * @param first the number of the first instance
     */
    InputTemplate(List<Element> parts, String standIn, long first) {
        this.first = first;
        this.parts = parts;
        this.standIn = standIn;
        this.numbered = parts.stream().anyMatch(part -> part != null && hasNumber(part));
    }

    /** Returns a number that does not occur in a text. It replaces {@value #NUMBER} while the message is checked. */
    static String standIn(String text) {
        int number = STAND_IN;
        while (text.contains(Integer.toString(number))) {
            number++;
        }
        return Integer.toString(number);
    }

    private boolean hasNumber(Element element) {
        for (Attribute attribute : element.attributes()) {
            if (attribute.value().contains(standIn)) {
                return true;
            }
        }
        for (int i = 0; i < element.size(); i++) {
            Object item = element.item(i);
            boolean found = item instanceof Element child
                    ? hasNumber(child)
                    : item.toString().contains(standIn);
            if (found) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether instances get different messages. */
    boolean isNumbered() {
        return numbered;
    }

    /** Returns the message of an instance, counted from 1. A part is null if it is not transmitted. */
    List<Element> parts(long instance) {
        if (!numbered) {
            return parts;
        }
        String number = Long.toString(first + instance - 1);
        List<Element> filled = new ArrayList<>(parts.size());
        for (Element part : parts) {
            filled.add(part == null ? null : filled(part, number));
        }
        return filled;
    }

    private Element filled(Element element, String number) {
        Element filled = element;
        for (int i = 0; i < element.attributeCount(); i++) {
            Attribute attribute = element.attribute(i);
            if (attribute.value().contains(standIn)) {
                filled = filled.withAttribute(new Attribute(
                        attribute.prefix(),
                        attribute.namespace(),
                        attribute.name(),
                        attribute.value().replace(standIn, number)));
            }
        }
        for (int i = 0; i < element.size(); i++) {
            Object before = element.item(i);
            Object after = before instanceof Element child
                    ? filled(child, number)
                    : ((String) before).replace(standIn, number);
            filled = after == before ? filled : filled.withItem(i, after);
        }
        return filled;
    }
}
