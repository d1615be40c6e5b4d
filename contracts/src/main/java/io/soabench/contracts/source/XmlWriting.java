package io.soabench.contracts.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/** A writer of an {@link XmlElement} as text that reads back as the same element. */
public final class XmlWriting {
    private XmlWriting() {}

    /** Returns the element as a document of its own, with all namespaces that are in scope declared on it. */
    public static String text(XmlElement element) {
        StringBuilder out = new StringBuilder();
        write(element, Map.of(), null, out);
        return out.toString();
    }

    /**
     * Returns the element as a document in which each start tag is a line of its own. White space between elements is left out, and
     * line ends in texts are blanks.
     *
     * @param places gets the place of the element of each line
     */
    public static String lines(XmlElement element, List<Location> places) {
        StringBuilder out = new StringBuilder();
        write(element, Map.of(), places, out);
        return out.toString();
    }

    private static void write(XmlElement element, Map<String, String> outer, List<Location> places, StringBuilder out) {
        if (places != null) {
            out.append(places.isEmpty() ? "" : "\n");
            places.add(element.location());
        }
        String name = prefixed(element.name());
        out.append('<').append(name);
        Map<String, String> undeclared = new HashMap<>(outer);
        element.namespaces().forEach((prefix, uri) -> {
            if (!uri.equals(undeclared.remove(prefix))) {
                declare(prefix, uri, out);
            }
        });
        if (undeclared.containsKey("")) {
            declare("", "", out);
        }
        element.attributes().forEach((attribute, value) -> {
            out.append(' ').append(prefixed(attribute)).append("=\"");
            escape(value, true, out);
            out.append('"');
        });
        if (element.children().isEmpty()) {
            out.append("/>");
            return;
        }
        out.append('>');
        for (XmlNode child : element.children()) {
            if (child instanceof XmlElement inner) {
                write(inner, element.namespaces(), places, out);
            } else if (child instanceof XmlText text && places == null) {
                escape(text.text(), false, out);
            } else if (child instanceof XmlText text && !text.isBlank()) {
                escape(text.text().replaceAll("[\r\n]", " "), false, out);
            }
        }
        out.append("</").append(name).append('>');
    }

    private static void declare(String prefix, String uri, StringBuilder out) {
        out.append(prefix.isEmpty() ? " xmlns" : " xmlns:" + prefix).append("=\"");
        escape(uri, true, out);
        out.append('"');
    }

    private static String prefixed(QName name) {
        return name.getPrefix().isEmpty() ? name.getLocalPart() : name.getPrefix() + ":" + name.getLocalPart();
    }

    private static void escape(String text, boolean attribute, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append(attribute ? "&quot;" : "\"");
                case '\n' -> out.append(attribute ? "&#10;" : "\n");
                case '\t' -> out.append(attribute ? "&#9;" : "\t");
                case '\r' -> out.append("&#13;");
                default -> out.append(c);
            }
        }
    }
}
