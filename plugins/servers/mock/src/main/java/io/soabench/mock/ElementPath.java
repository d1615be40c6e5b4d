package io.soabench.mock;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamReader;

/**
 * A path from the body's element down to an element or attribute. Each step is an expanded name {@code
 * {namespace}local}; a last step {@code @name} is an attribute. Immutable; each message gets its own {@link Walk}.
 */
final class ElementPath {

    private final String[] namespaces;
    private final String[] names;
    private final String attributeNamespace;
    /** The attribute's name; empty when the path leads to an element. */
    private final String attribute;

    private ElementPath(List<String> elements, String attribute) {
        namespaces = new String[elements.size()];
        names = new String[elements.size()];
        for (int i = 0; i < names.length; i++) {
            namespaces[i] = namespace(elements.get(i));
            names[i] = local(elements.get(i));
        }
        attributeNamespace = namespace(attribute);
        this.attribute = local(attribute);
    }

    /** Creates the path with these steps; a path without steps finds nothing. */
    static ElementPath of(List<String> steps) {
        List<String> elements = new ArrayList<>(steps);
        String attribute = "";
        if (!steps.isEmpty() && steps.get(steps.size() - 1).startsWith("@")) {
            attribute = elements.remove(elements.size() - 1).substring(1);
        }
        return new ElementPath(elements, attribute);
    }

    /**
     * Returns the defect of the steps.
     *
     * @return empty when the steps make a path
     */
    static String defect(List<String> steps) {
        for (int i = 0; i < steps.size(); i++) {
            String step = steps.get(i);
            boolean isAttribute = step.startsWith("@");
            if (local(isAttribute ? step.substring(1) : step).isEmpty()) {
                return "step " + (i + 1) + " has no name";
            }
            if (isAttribute && (i == 0 || i < steps.size() - 1)) {
                return "attribute " + step + " is not the last of several steps";
            }
        }
        return "";
    }

    private static String namespace(String expanded) {
        return expanded.startsWith("{") ? expanded.substring(1, Math.max(1, expanded.indexOf('}'))) : "";
    }

    private static String local(String expanded) {
        return expanded.substring(expanded.indexOf('}') + 1);
    }

    Walk walk() {
        return new Walk(this);
    }

    /** A walk along a path through one message. */
    static final class Walk {
        private final ElementPath path;
        /** The number of leading steps that the open elements match. */
        private int matched;
        /** The text of the target element while it is open. */
        private StringBuilder text;

        private String found = "";
        private boolean ended;

        private Walk(ElementPath path) {
            this.path = path;
            ended = path.names.length == 0;
        }

        boolean ended() {
            return ended;
        }

        /** Returns the text or attribute without surrounding white space, or empty. */
        String found() {
            return found;
        }

        void start(int depth, XMLStreamReader reader) {
            if (ended || matched != depth - 1 || depth > path.names.length) {
                return;
            }
            String namespace = reader.getNamespaceURI();
            if (!path.names[depth - 1].equals(reader.getLocalName())
                    || !path.namespaces[depth - 1].equals(namespace == null ? "" : namespace)) {
                return;
            }
            matched = depth;
            if (matched < path.names.length) {
                return;
            }
            if (path.attribute.isEmpty()) {
                text = new StringBuilder();
            } else {
                attribute(reader);
            }
        }

        private void attribute(XMLStreamReader reader) {
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                String namespace = reader.getAttributeNamespace(i);
                if (path.attribute.equals(reader.getAttributeLocalName(i))
                        && path.attributeNamespace.equals(namespace == null ? "" : namespace)) {
                    found(reader.getAttributeValue(i));
                    return;
                }
            }
        }

        void end(int depth) {
            if (ended || matched != depth) {
                return;
            }
            if (text != null) {
                found(text.toString());
            }
            matched = depth - 1;
        }

        boolean takesText(int depth) {
            return !ended && text != null && depth == path.names.length;
        }

        void text(String part) {
            // One character more than allowed is enough to see that it is too long.
            int room = 2 * RequestScanner.LONGEST_UIID - text.length();
            text.append(part, 0, Math.min(part.length(), Math.max(0, room)));
        }

        private void found(String value) {
            String stripped = value.strip();
            found = stripped.length() > RequestScanner.LONGEST_UIID ? "" : stripped;
            ended = true;
        }
    }
}
