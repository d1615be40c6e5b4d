package io.soabench.contracts.tree;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * The text of a document: one line, UTF-8 when it is stored. All namespaces are declared at the root with prefixes chosen in document order.
 * There is no default namespace, so that elements without namespace need no care.
 */
public final class XmlText {

    /** Namespace of SOAP 1.1 envelopes. */
    public static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    /** Namespace of SOAP 1.2 envelopes. */
    public static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    private static final Map<String, String> USUAL_PREFIXES = Map.of(
            SOAP,
            "soapenv",
            SOAP_12,
            "soapenv",
            XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI,
            "xsi",
            XMLConstants.W3C_XML_SCHEMA_NS_URI,
            "xs");

    private final Map<String, String> prefixes = new LinkedHashMap<>();
    private final StringBuilder out = new StringBuilder();

    private XmlText() {}

    /** Returns whether a namespace is that of envelopes of either version. */
    public static boolean isSoap(String namespace) {
        return SOAP.equals(namespace) || SOAP_12.equals(namespace);
    }

    /** Returns the document of that root element with an XML declaration, ended by a line end. */
    public static String document(XmlTree root) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element(root) + "\n";
    }

    /** Returns the element alone. */
    public static String element(XmlTree root) {
        XmlText text = new XmlText();
        text.collect(root);
        text.write(root, true);
        return text.out.toString();
    }

    private void collect(XmlTree element) {
        use(element.name());
        for (XmlTree.Attribute attribute : element.attributes()) {
            use(attribute.name());
            attribute.value().qualified().ifPresent(this::use);
        }
        for (Content child : element.content()) {
            if (child instanceof XmlTree inner) {
                collect(inner);
            } else {
                ((Text) child).qualified().ifPresent(this::use);
            }
        }
    }

    private void use(QName name) {
        String namespace = name.getNamespaceURI();
        if (namespace.isEmpty() || namespace.equals(XMLConstants.XML_NS_URI) || prefixes.containsKey(namespace)) {
            return;
        }
        String usual = USUAL_PREFIXES.get(namespace);
        long own = prefixes.values().stream()
                .filter(prefix -> prefix.startsWith("ns"))
                .count();
        prefixes.put(namespace, usual == null || prefixes.containsValue(usual) ? "ns" + (own + 1) : usual);
    }

    private String written(QName name) {
        if (name.getNamespaceURI().isEmpty()) {
            return name.getLocalPart();
        }
        String prefix = name.getNamespaceURI().equals(XMLConstants.XML_NS_URI)
                ? XMLConstants.XML_NS_PREFIX
                : prefixes.get(name.getNamespaceURI());
        return prefix + ":" + name.getLocalPart();
    }

    private void write(XmlTree element, boolean root) {
        String tag = written(element.name());
        out.append('<').append(tag);
        if (root) {
            prefixes.forEach((namespace, prefix) -> out.append(" xmlns:")
                    .append(prefix)
                    .append("=\"")
                    .append(escaped(namespace))
                    .append('"'));
        }
        for (XmlTree.Attribute attribute : element.attributes()) {
            out.append(' ')
                    .append(written(attribute.name()))
                    .append("=\"")
                    .append(text(attribute.value()))
                    .append('"');
        }
        if (element.content().isEmpty()) {
            out.append("/>");
            return;
        }
        out.append('>');
        for (Content child : element.content()) {
            if (child instanceof XmlTree inner) {
                write(inner, false);
            } else {
                out.append(text((Text) child));
            }
        }
        out.append("</").append(tag).append('>');
    }

    private String text(Text text) {
        return text.qualified().map(this::written).orElseGet(() -> escaped(text.text()));
    }

    /** Returns the text with everything escaped that has a meaning in XML content or in a quoted attribute value. */
    public static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&apos;");
                case '\t' -> safe.append("&#9;");
                case '\n' -> safe.append("&#10;");
                case '\r' -> safe.append("&#13;");
                default -> safe.append(c);
            }
        }
        return safe.toString();
    }
}
