package io.soabench.engine.runtime.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;

/**
 * An element of a message: name, attributes, namespace declarations and content.
 *
 * <p>Immutable, hence shared freely between variables, instances and threads: a copy costs nothing, and a change makes new
 * elements on the way from the root to the changed place only. There is no pointer to the parent. Comments and processing
 * instructions are not kept. Content is a sequence of {@link String} (character data, never empty, no two in a row when
 * read) and {@link Element}.
 */
public final class Element {
    private static final Object[] NO_CONTENT = {};
    private static final Attribute[] NO_ATTRIBUTES = {};
    private static final Namespace[] NO_DECLARATIONS = {};

    private static final int ELEMENT_BYTES = 48;
    private static final int TEXT_BYTES = 64;
    private static final int ATTRIBUTE_BYTES = 80;
    private static final int DECLARATION_BYTES = 32;

    private final String prefix;
    private final String namespace;
    private final String name;
    private final Attribute[] attributes;
    private final Namespace[] declarations;
    private final Object[] content;
    private final int weight;

    private Element(
            String prefix,
            String namespace,
            String name,
            Attribute[] attributes,
            Namespace[] declarations,
            Object[] content) {
        this(prefix, namespace, name, attributes, declarations, content, weigh(attributes, declarations, content));
    }

    private Element(
            String prefix,
            String namespace,
            String name,
            Attribute[] attributes,
            Namespace[] declarations,
            Object[] content,
            int weight) {
        this.prefix = prefix;
        this.namespace = namespace;
        this.name = name;
        this.attributes = attributes;
        this.declarations = declarations;
        this.content = content;
        this.weight = weight;
    }

    private static int weigh(Attribute[] attributes, Namespace[] declarations, Object[] content) {
        long sum = ELEMENT_BYTES + (long) DECLARATION_BYTES * declarations.length;
        for (Attribute attribute : attributes) {
            sum += ATTRIBUTE_BYTES + attribute.value().length();
        }
        for (Object item : content) {
            sum += item instanceof Element element ? element.weight : TEXT_BYTES + ((String) item).length();
        }
        return capped(sum);
    }

    private static int capped(long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /**
     * Returns an estimate of the bytes that the tree below takes, as if nothing in it were shared. It bounds the memory
     * and also the length of the document when this element is sent. The result is at most {@link Integer#MAX_VALUE}
     * and costs nothing.
     */
    public int weight() {
        return weight;
    }

    /** Returns an estimate of the bytes that this element takes without its content. */
    public int ownWeight() {
        return weigh(attributes, declarations, NO_CONTENT);
    }

    /**
     * Returns the same object, by identity, for elements with the same content in memory; names and attributes do not
     * matter.
     */
    public Object contentKey() {
        return content.length == 1 ? content[0] : content;
    }

    /** Returns an element without attributes and content. */
    public static Element empty(String prefix, String namespace, String name) {
        return new Element(
                Objects.requireNonNull(prefix, "prefix"),
                Objects.requireNonNull(namespace, "namespace"),
                Objects.requireNonNull(name, "name"),
                NO_ATTRIBUTES,
                NO_DECLARATIONS,
                NO_CONTENT);
    }

    /** Returns an element holding nothing but the given text; an empty text makes an empty element. */
    public static Element text(String prefix, String namespace, String name, String text) {
        return empty(prefix, namespace, name).withText(text);
    }

    /** Makes an element of arrays, which are not copied and must not change; null stands for empty. Used by readers. */
    public static Element of(
            String prefix,
            String namespace,
            String name,
            Attribute[] attributes,
            Namespace[] declarations,
            Object[] content) {
        return new Element(
                prefix,
                namespace,
                name,
                attributes == null ? NO_ATTRIBUTES : attributes,
                declarations == null ? NO_DECLARATIONS : declarations,
                content == null ? NO_CONTENT : content);
    }

    /** Returns the preferred prefix, empty for none. */
    public String prefix() {
        return prefix;
    }

    /** Returns the namespace name, empty for none. */
    public String namespace() {
        return namespace;
    }

    /** Returns the local name. */
    public String name() {
        return name;
    }

    /** Returns namespace and local name. */
    public QualifiedName qualifiedName() {
        return new QualifiedName(namespace, name);
    }

    /** Returns whether this element has the given name. */
    public boolean is(String namespace, String name) {
        return this.name.equals(name) && this.namespace.equals(namespace);
    }

    /** Returns the attributes in document order. */
    public List<Attribute> attributes() {
        return attributes.length == 0 ? List.of() : List.of(attributes);
    }

    /** Returns the number of attributes. */
    public int attributeCount() {
        return attributes.length;
    }

    /** Returns the attribute at an index from 0. */
    public Attribute attribute(int index) {
        return attributes[index];
    }

    /** Returns the value of an attribute, or null when there is none of that name. */
    public String attribute(String namespace, String name) {
        for (Attribute attribute : attributes) {
            if (attribute.name().equals(name) && attribute.namespace().equals(namespace)) {
                return attribute.value();
            }
        }
        return null;
    }

    /** Returns the namespaces declared at this element, in document order. */
    public List<Namespace> declarations() {
        return declarations.length == 0 ? List.of() : List.of(declarations);
    }

    /** Returns the number of namespaces declared at this element. */
    public int declarationCount() {
        return declarations.length;
    }

    /** Returns the namespace declaration at an index from 0. */
    public Namespace declaration(int index) {
        return declarations[index];
    }

    /** Returns the number of content items, character data and elements alike. */
    public int size() {
        return content.length;
    }

    /** Returns the content item at an index from 0: a {@link String} or an {@link Element}. */
    public Object item(int index) {
        return content[index];
    }

    /** Returns the first child element, or null when there is none. */
    public Element firstElement() {
        for (Object item : content) {
            if (item instanceof Element element) {
                return element;
            }
        }
        return null;
    }

    /** Returns the first child element of the given name, or null when there is none. */
    public Element element(String namespace, String name) {
        for (Object item : content) {
            if (item instanceof Element element && element.is(namespace, name)) {
                return element;
            }
        }
        return null;
    }

    /** Returns the child elements in document order, as a new list. */
    public List<Element> elements() {
        return Arrays.stream(content)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    /** Returns the string value of XPath 1.0: all character data below, in document order. */
    public String text() {
        if (content.length == 0) {
            return "";
        }
        if (content.length == 1 && content[0] instanceof String text) {
            return text;
        }
        StringBuilder all = new StringBuilder();
        appendText(all);
        return all.toString();
    }

    private void appendText(StringBuilder all) {
        for (Object item : content) {
            if (item instanceof Element element) {
                element.appendText(all);
            } else {
                all.append((String) item);
            }
        }
    }

    /** Returns this element with other content: items are {@link String} or {@link Element}. */
    public Element withContent(List<?> items) {
        Object[] copy = items.toArray();
        for (Object item : copy) {
            if (!(item instanceof String || item instanceof Element)) {
                throw new IllegalArgumentException("content is text or elements, found " + item);
            }
        }
        return new Element(prefix, namespace, name, attributes, declarations, copy);
    }

    /** Returns this element with the given text as its whole content; attributes stay. */
    public Element withText(String text) {
        return new Element(
                prefix, namespace, name, attributes, declarations, text.isEmpty() ? NO_CONTENT : new Object[] {text});
    }

    /** Returns this element with the content item at an index replaced. */
    public Element withItem(int index, Object item) {
        Object[] copy = content.clone();
        copy[index] = Objects.requireNonNull(item, "item");
        return new Element(prefix, namespace, name, attributes, declarations, copy);
    }

    /** Returns this element with one more content item at the end. */
    public Element withAppended(Object item) {
        Object[] copy = Arrays.copyOf(content, content.length + 1);
        copy[content.length] = Objects.requireNonNull(item, "item");
        return new Element(prefix, namespace, name, attributes, declarations, copy);
    }

    /** Returns this element with an attribute added, or replaced when there is one of the same name. */
    public Element withAttribute(Attribute attribute) {
        for (int i = 0; i < attributes.length; i++) {
            if (attributes[i].name().equals(attribute.name())
                    && attributes[i].namespace().equals(attribute.namespace())) {
                Attribute[] copy = attributes.clone();
                copy[i] = attribute;
                return new Element(prefix, namespace, name, copy, declarations, content);
            }
        }
        Attribute[] copy = Arrays.copyOf(attributes, attributes.length + 1);
        copy[attributes.length] = attribute;
        return new Element(prefix, namespace, name, copy, declarations, content);
    }

    /** Returns this element without the attributes of a namespace. */
    public Element withoutAttributes(String removed) {
        Attribute[] kept = Arrays.stream(attributes)
                .filter(attribute -> !attribute.namespace().equals(removed))
                .toArray(Attribute[]::new);
        return kept.length == attributes.length
                ? this
                : new Element(prefix, namespace, name, kept, declarations, content);
    }

    /** Returns attributes, declarations and content of this element under another name. */
    public Element named(String otherPrefix, String otherNamespace, String otherName) {
        if (is(otherNamespace, otherName) && prefix.equals(otherPrefix)) {
            return this;
        }
        return new Element(otherPrefix, otherNamespace, otherName, attributes, declarations, content, weight);
    }

    /**
     * Returns this element with one more namespace declaration. A part that leaves its document needs it when text or
     * attribute values use prefixes of its surroundings. A declaration of the same prefix at this element wins.
     */
    public Element declaring(Namespace declaration) {
        if (declares(declaration.prefix())) {
            return this;
        }
        Namespace[] copy = Arrays.copyOf(declarations, declarations.length + 1);
        copy[declarations.length] = declaration;
        return new Element(
                prefix, namespace, name, attributes, copy, content, capped((long) weight + DECLARATION_BYTES));
    }

    /**
     * Returns whether a value below may be a qualified name with this prefix: an attribute value or text holds
     * {@code prefix:}.
     */
    public boolean mentions(String searched) {
        if (searched.isEmpty()) {
            return false;
        }
        for (Attribute attribute : attributes) {
            if (mentions(attribute.value(), searched)) {
                return true;
            }
        }
        for (Object item : content) {
            if ((item instanceof Element element && element.mentions(searched))
                    || (item instanceof String text && mentions(text, searched))) {
                return true;
            }
        }
        return false;
    }

    private static boolean mentions(String value, String searched) {
        int colon = value.indexOf(':');
        while (colon >= 0) {
            if (value.startsWith(searched, colon - searched.length())) {
                return true;
            }
            colon = value.indexOf(':', colon + 1);
        }
        return false;
    }

    /**
     * Returns whether a value below may be a qualified name without prefix that takes the default namespace of the
     * surroundings: a text or attribute value consists of names only. Elements without prefix have a default namespace
     * of their own, or none.
     */
    public boolean mayUseDefaultNamespace() {
        if (prefix.isEmpty() || declares("")) {
            return false;
        }
        for (Attribute attribute : attributes) {
            if (!isMarkup(attribute) && isNames(attribute.value())) {
                return true;
            }
        }
        for (Object item : content) {
            if ((item instanceof Element element && element.mayUseDefaultNamespace())
                    || (item instanceof String text && isNames(text))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an attribute's type is known to have no names: {@code xml:…} and {@code xsi:nil}. */
    private static boolean isMarkup(Attribute attribute) {
        return attribute.namespace().equals(XMLConstants.XML_NS_URI)
                || (attribute.name().equals("nil")
                        && attribute.namespace().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI));
    }

    private boolean declares(String searched) {
        for (Namespace present : declarations) {
            if (present.prefix().equals(searched)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a text is one name without colon, or several with white space between them. Stops at the first
     * other character.
     */
    private static boolean isNames(String text) {
        boolean within = false;
        boolean any = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (WhiteSpace.is(c)) {
                within = false;
            } else if (isNameStart(c) || (within && isInName(c))) {
                within = true;
                any = true;
            } else {
                return false;
            }
        }
        return any;
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    }

    private static boolean isInName(char c) {
        return (c >= '0' && c <= '9') || c == '-' || c == '.';
    }

    /** Returns this element without its own declaration of the default namespace. */
    public Element withoutDefaultNamespace() {
        return declares("")
                ? new Element(
                        prefix,
                        namespace,
                        name,
                        attributes,
                        Arrays.stream(declarations)
                                .filter(declaration -> !declaration.prefix().isEmpty())
                                .toArray(Namespace[]::new),
                        content)
                : this;
    }

    /** Compares names, attributes in any order, and content; prefixes and declarations do not count. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Element that
                && is(that.namespace, that.name)
                && sameAttributes(that)
                && Arrays.equals(content, that.content);
    }

    private boolean sameAttributes(Element that) {
        if (attributes.length != that.attributes.length) {
            return false;
        }
        for (Attribute attribute : attributes) {
            if (!attribute.value().equals(that.attribute(attribute.namespace(), attribute.name()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(content);
    }

    /** Returns the element as XML text. */
    @Override
    public String toString() {
        XmlOutput output = new XmlOutput();
        output.element(this);
        return new String(output.array(), 0, output.size(), StandardCharsets.UTF_8);
    }
}
