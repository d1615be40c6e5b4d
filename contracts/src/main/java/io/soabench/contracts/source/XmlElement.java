package io.soabench.contracts.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * An element of a document with the place where its start tag begins. Immutable and thread-safe.
 *
 * @param name namespace, local name and the prefix as written
 * @param attributes in document order, without namespace declarations
 * @param namespaces every prefix in scope here (the default namespace under {@code ""}, if any), declared here or further
 *     out; without {@code xml}
 * @param children elements and text in document order
 * @param location where {@code <} stands
 */
public record XmlElement(
        QName name,
        Map<QName, String> attributes,
        Map<String, String> namespaces,
        List<XmlNode> children,
        Location location)
        implements XmlNode {
    private static final Pattern PREFIX = Pattern.compile("([\\p{L}_][\\p{L}\\p{N}_.-]*):");

    /** The attributes of WSDL, XML Schema and WS-BPEL that hold qualified names, so that the default namespace counts. */
    private static final Set<String> NAMING = Set.of(
            "base",
            "binding",
            "element",
            "itemType",
            "memberTypes",
            "message",
            "messageType",
            "portType",
            "propertyName",
            "ref",
            "refer",
            "substitutionGroup",
            "type");

    public XmlElement {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        children = List.copyOf(children);
    }

    /** Returns the child elements in document order. */
    public Stream<XmlElement> elements() {
        return children.stream().filter(XmlElement.class::isInstance).map(XmlElement.class::cast);
    }

    /** Returns the child elements of one name. */
    public Stream<XmlElement> elements(String namespace, String localName) {
        return elements().filter(child -> child.is(namespace, localName));
    }

    /** Returns the first child element of one name. */
    public Optional<XmlElement> element(String namespace, String localName) {
        return elements(namespace, localName).findFirst();
    }

    public boolean is(String namespace, String localName) {
        return name.getLocalPart().equals(localName) && name.getNamespaceURI().equals(namespace);
    }

    public String localName() {
        return name.getLocalPart();
    }

    public String namespace() {
        return name.getNamespaceURI();
    }

    /** Returns the value of an attribute without namespace, exactly as written. */
    public Optional<String> attribute(String localName) {
        return Optional.ofNullable(attributes.get(new QName(localName)));
    }

    /**
     * Returns true if names, attributes and content are the same, and every prefix used in them means the same namespace; places,
     * comments and white space do not count.
     */
    public boolean isSameAs(XmlElement other) {
        List<XmlNode> mine = content();
        List<XmlNode> theirs = other.content();
        if (!name.equals(other.name) || !attributes.equals(other.attributes) || mine.size() != theirs.size()) {
            return false;
        }
        if (!attributes.entrySet().stream().allMatch(entry -> meansSame(entry.getKey(), entry.getValue(), other))) {
            return false;
        }
        for (int i = 0; i < mine.size(); i++) {
            if (!isSame(mine.get(i), theirs.get(i), other)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSame(XmlNode a, XmlNode b, XmlElement other) {
        if (a instanceof XmlElement first) {
            return b instanceof XmlElement second && first.isSameAs(second);
        }
        return a instanceof XmlText mine
                && b instanceof XmlText theirs
                && mine.text().strip().equals(theirs.text().strip())
                && meansSame(mine.text(), other);
    }

    private boolean meansSame(QName attribute, String value, XmlElement other) {
        boolean inDefaultNamespace = NAMING.contains(attribute.getLocalPart()) && value.indexOf(':') < 0;
        return inDefaultNamespace
                ? Objects.equals(namespaces.get(""), other.namespaces.get(""))
                : meansSame(value, other);
    }

    /** Returns true if every prefix in a text means the same here and there. */
    private boolean meansSame(String text, XmlElement other) {
        Matcher prefix = PREFIX.matcher(text);
        while (prefix.find()) {
            if (!Objects.equals(namespaces.get(prefix.group(1)), other.namespaces.get(prefix.group(1)))) {
                return false;
            }
        }
        return true;
    }

    private List<XmlNode> content() {
        return children.stream()
                .filter(node -> !(node instanceof XmlText text && text.isBlank()))
                .toList();
    }

    /** Returns the text directly inside this element, concatenated; text of child elements is not included. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (XmlNode child : children) {
            if (child instanceof XmlText characters) {
                text.append(characters.text());
            }
        }
        return text.toString();
    }

    /**
     * Reads {@code prefix:local} or {@code local} with the namespaces in scope; a name without prefix takes the default
     * namespace, if there is one.
     *
     * @return empty when the prefix is not declared or the text is not a name
     */
    public Optional<QName> qualifiedName(String text) {
        String trimmed = text.strip();
        int colon = trimmed.indexOf(':');
        String prefix = colon < 0 ? "" : trimmed.substring(0, colon);
        String local = trimmed.substring(colon + 1);
        if (!XmlNames.isNcName(local) || (colon >= 0 && !XmlNames.isNcName(prefix))) {
            return Optional.empty();
        }
        String namespace = prefix.equals(XMLConstants.XML_NS_PREFIX)
                ? XMLConstants.XML_NS_URI
                : namespaces.getOrDefault(prefix, colon < 0 ? "" : null);
        return namespace == null ? Optional.empty() : Optional.of(new QName(namespace, local, prefix));
    }
}
