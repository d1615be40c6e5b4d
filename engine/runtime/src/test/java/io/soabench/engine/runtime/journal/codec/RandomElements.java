package io.soabench.engine.runtime.journal.codec;

import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random elements of few names, so that names repeat, with texts of all kinds of chars. */
public final class RandomElements {
    private static final List<String> PREFIXES = List.of("", "a", "b", "äö");
    private static final List<String> NAMESPACES = List.of("", "urn:a", "urn:b", "http://example.org/ü/\u20ac");
    private static final List<String> NAMES = List.of("a", "order", "item", "größe", "\u65e5\u672c");

    private final Random random;

    /** Elements that follow from the state of the random numbers. */
    public RandomElements(Random random) {
        this.random = random;
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns an element with at most so many levels below. */
    public Element next(int depth) {
        String namespace = any(NAMESPACES);
        // An element without namespace has no prefix; what is written for another one is not XML.
        Element element = Element.empty(namespace.isEmpty() ? "" : any(PREFIXES), namespace, any(NAMES));
        for (int count = few(); count > 0; count--) {
            String prefix = any(PREFIXES);
            element = element.declaring(
                    new Namespace(prefix, any(prefix.isEmpty() ? NAMESPACES : NAMESPACES.subList(1, 4))));
        }
        for (int count = few(); count > 0; count--) {
            String attributeNamespace = any(NAMESPACES);
            String prefix = attributeNamespace.isEmpty() ? "" : any(PREFIXES);
            element = element.withAttribute(new Attribute(prefix, attributeNamespace, any(NAMES), text()));
        }
        List<Object> content = new ArrayList<>();
        for (int count = random.nextInt(5); count > 0; count--) {
            content.add(depth == 0 || random.nextInt(3) == 0 ? text() : next(depth - 1));
        }
        return element.withContent(content);
    }

    private int few() {
        return Math.max(0, random.nextInt(6) - 3);
    }

    /** Returns a text, which may be empty or have half a surrogate pair. */
    public String text() {
        int length = random.nextInt(random.nextInt(20) == 0 ? 500 : 12);
        StringBuilder text = new StringBuilder();
        int kind = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            switch (kind) {
                case 0 -> text.append((char) random.nextInt(0x100));
                case 1 -> text.append((char) random.nextInt(0x3000));
                case 2 -> text.appendCodePoint(0x1F600 + random.nextInt(64));
                case 3 -> text.append((char) random.nextInt(0x10000));
                default -> text.append((char) (' ' + random.nextInt(95)));
            }
        }
        return text.toString();
    }
}
