package io.soabench.generators.soap;

import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.PropertyAlias;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A path from the element in the body of a message down to the element that a property alias names. */
public final class AliasPath {

    private AliasPath() {}

    /** Returns the steps of an alias into a message whose part is an element; empty when they are not that simple. */
    public static List<QName> of(PropertyAlias alias, Optional<Message> message) {
        Optional<QName> root = message.stream()
                .flatMap(each -> each.parts().stream())
                .filter(part -> alias.part().isEmpty() || alias.part().get().equals(part.name()))
                .flatMap(part -> part.element().stream())
                .findFirst();
        if (root.isEmpty()) {
            return List.of();
        }
        if (alias.query().isEmpty()) {
            return List.of(root.get());
        }
        List<QName> steps = new ArrayList<>(steps(
                        alias.query().get().text().strip().replaceFirst("^\\.?/{1,2}", ""),
                        alias.query().get().namespaces())
                .orElse(List.of()));
        if (steps.isEmpty()) {
            return List.of();
        }
        if (!steps.get(0).equals(root.get())) {
            steps.add(0, root.get());
        }
        return steps;
    }

    /**
     * Returns the steps of a path from an element down, child by child.
     *
     * @param path as written in a query; it begins with a name
     * @param namespaces of its prefixes
     * @return empty when the path is not that simple
     */
    public static Optional<List<QName>> steps(String path, Map<String, String> namespaces) {
        List<QName> steps = new ArrayList<>();
        for (String step : path.replaceFirst("/text\\(\\)$", "").split("/", -1)) {
            String name = step.replaceFirst("^child::", "").replaceFirst("\\[1\\]$", "");
            int colon = name.indexOf(':');
            String namespace = colon < 0 ? "" : namespaces.get(name.substring(0, colon));
            if (!name.matches("([\\w.-]+:)?[\\w.-]+") || namespace == null) {
                return Optional.empty();
            }
            steps.add(new QName(namespace, name.substring(colon + 1)));
        }
        return Optional.of(steps);
    }

    /**
     * Returns the text of the first element at a path.
     *
     * @param envelope a well-formed envelope of SOAP 1.1
     * @param path from the element in the body on; nothing stands at an empty one
     * @return empty when there is no such element, or it has elements
     */
    public static Optional<String> text(String envelope, List<QName> path) {
        if (path.isEmpty()) {
            return Optional.empty();
        }
        try {
            XMLStreamReader reader = RequestText.reader(new StringReader(envelope));
            int depth = 0;
            int matched = 0;
            boolean inBody = false;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    depth++;
                    inBody |= depth == 2 && reader.getLocalName().equals("Body");
                    // Depth 1 is the envelope, depth 2 the body.
                    if (inBody && depth == matched + 3 && reader.getName().equals(path.get(matched))) {
                        matched++;
                        if (matched == path.size()) {
                            return Optional.of(reader.getElementText());
                        }
                    }
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    depth--;
                    matched = Math.min(matched, Math.max(0, depth - 2));
                }
            }
            return Optional.empty();
        } catch (XMLStreamException e) {
            // It has elements, or is not XML, which is an issue of its own.
            return Optional.empty();
        }
    }
}
