package io.soabench.contracts.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An element. Prefixes of names are ignored: {@link XmlText} chooses its own.
 *
 * @param name namespace and local name
 * @param attributes in the order in which they are written, without namespace declarations
 * @param content elements and text in order
 */
public record XmlTree(QName name, List<Attribute> attributes, List<Content> content) implements Content {

    /** An attribute; the value is escaped when it is written. */
    public record Attribute(QName name, Text value) {}

    public XmlTree {
        attributes = List.copyOf(attributes);
        content = List.copyOf(content);
    }

    /** Returns an element without attributes. */
    public static XmlTree of(QName name, List<? extends Content> content) {
        return new XmlTree(name, List.of(), List.copyOf(content));
    }

    /** Returns an element without attributes that holds a text; nothing when the text is empty. */
    public static XmlTree of(QName name, String text) {
        return new XmlTree(name, List.of(), text.isEmpty() ? List.of() : List.of(Text.of(text)));
    }

    /** Returns the child elements in order. */
    public List<XmlTree> elements() {
        List<XmlTree> elements = new ArrayList<>();
        for (Content child : content) {
            if (child instanceof XmlTree element) {
                elements.add(element);
            }
        }
        return elements;
    }

    /** Returns the first child element of that name. */
    public Optional<XmlTree> element(QName childName) {
        return elements().stream().filter(e -> e.name().equals(childName)).findFirst();
    }

    /** Returns the same element with other content. */
    public XmlTree withContent(List<? extends Content> other) {
        return new XmlTree(name, attributes, List.copyOf(other));
    }

    /** Returns the same element with one more attribute, or with another value of it. */
    public XmlTree withAttribute(QName attribute, String value) {
        List<Attribute> changed = new ArrayList<>();
        boolean found = false;
        for (Attribute each : attributes) {
            boolean same = each.name().equals(attribute);
            changed.add(same ? new Attribute(attribute, Text.of(value)) : each);
            found |= same;
        }
        if (!found) {
            changed.add(new Attribute(attribute, Text.of(value)));
        }
        return new XmlTree(name, changed, content);
    }
}
