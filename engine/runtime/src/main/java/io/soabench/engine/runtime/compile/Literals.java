package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlNode;
import io.soabench.contracts.source.XmlText;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A converter of the content of a {@code literal} into message data. */
final class Literals {
    private Literals() {}

    /** Returns the one element inside, or else the text. */
    static Object value(XmlElement literal) {
        Optional<XmlElement> root = literal.elements().findFirst();
        return root.isPresent() ? element(root.get()) : literal.text();
    }

    private static Element element(XmlElement source) {
        Element root = convert(source);
        for (Map.Entry<String, String> namespace : source.namespaces().entrySet()) {
            // A word in a literal does not mean a name of WS-BPEL, although its namespace is the default one
            // around.
            if (!namespace.getValue().equals(Bpel.NAMESPACE)
                    || !namespace.getKey().isEmpty()) {
                root = declaring(root, namespace.getKey(), namespace.getValue());
            }
        }
        return root;
    }

    /**
     * Returns an element with a declaration that its values may need, as values may be qualified names. A prefix that
     * no value mentions is not declared.
     */
    private static Element declaring(Element element, String prefix, String uri) {
        boolean used = prefix.isEmpty() ? element.mayUseDefaultNamespace() : element.mentions(prefix);
        return used ? element.declaring(new Namespace(prefix, uri)) : element;
    }

    /** Returns an element inside, with its new declarations. */
    private static Element inner(XmlElement source, XmlElement around) {
        Element inner = convert(source);
        for (Map.Entry<String, String> namespace : source.namespaces().entrySet()) {
            if (!namespace.getValue().equals(around.namespaces().get(namespace.getKey()))) {
                inner = declaring(inner, namespace.getKey(), namespace.getValue());
            }
        }
        boolean taken =
                around.namespaces().containsKey("") && !source.namespaces().containsKey("");
        return taken ? declaring(inner, "", "") : inner;
    }

    private static Element convert(XmlElement source) {
        QName name = source.name();
        Element element = Element.empty(name.getPrefix(), name.getNamespaceURI(), name.getLocalPart());
        for (Map.Entry<QName, String> attribute : source.attributes().entrySet()) {
            QName key = attribute.getKey();
            element = element.withAttribute(
                    new Attribute(key.getPrefix(), key.getNamespaceURI(), key.getLocalPart(), attribute.getValue()));
        }
        List<Object> content = new ArrayList<>();
        for (XmlNode child : source.children()) {
            if (child instanceof XmlElement inner) {
                content.add(inner(inner, source));
            } else if (child instanceof XmlText text && !text.text().isEmpty()) {
                content.add(text.text());
            }
        }
        return element.withContent(content);
    }
}
