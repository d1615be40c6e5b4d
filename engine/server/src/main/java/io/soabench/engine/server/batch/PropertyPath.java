package io.soabench.engine.server.batch;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;

/**
 * The place of a property in a message (WS-BPEL 2.0, section 7.3), for aliases that are plain paths. A plain path has
 * names of child elements, and may end with an attribute or {@code text()}. Immutable.
 */
final class PropertyPath {
    private static final Pattern NAME = Pattern.compile("@?([\\w.-]+:)?[\\w.-]+");

    private final int part;
    private final List<PathStep> steps;

    private record PathStep(String namespace, String name, boolean attribute) {}

    private PropertyPath(int part, List<PathStep> steps) {
        this.part = part;
        this.steps = List.copyOf(steps);
    }

    /** Returns the path of an alias; empty if the alias is for another message, or has no plain path. */
    static Optional<PropertyPath> of(PropertyAlias alias, MessageShape shape) {
        boolean same = alias.messageType()
                .filter(type -> type.getNamespaceURI().equals(shape.message().namespace())
                        && type.getLocalPart().equals(shape.message().name()))
                .isPresent();
        if (!same || alias.part().isEmpty()) {
            return Optional.empty();
        }
        int index = -1;
        for (int i = 0; i < shape.parts().size(); i++) {
            index = shape.parts().get(i).name().equals(alias.part().get()) ? i : index;
        }
        int found = index;
        return index < 0 ? Optional.empty() : steps(alias.query()).map(steps -> new PropertyPath(found, steps));
    }

    private static Optional<List<PathStep>> steps(Optional<Expression> query) {
        String text = query.map(Expression::text).map(String::strip).orElse("");
        List<PathStep> steps = new ArrayList<>();
        for (String word : text.isEmpty() || text.equals(".") ? new String[0] : text.split("/", -1)) {
            boolean last = steps.size() == text.chars().filter(c -> c == '/').count();
            if (word.equals("text()") && last) {
                continue;
            }
            boolean attribute = word.startsWith("@");
            if (!NAME.matcher(word).matches() || (attribute && !last)) {
                return Optional.empty();
            }
            String name = attribute ? word.substring(1) : word;
            int colon = name.indexOf(':');
            String namespace = colon < 0
                    ? XMLConstants.NULL_NS_URI
                    : query.get().namespaces().get(name.substring(0, colon));
            if (namespace == null) {
                return Optional.empty();
            }
            steps.add(new PathStep(namespace, name.substring(colon + 1), attribute));
        }
        return Optional.of(steps);
    }

    /** Returns the value in a message; null if it is not there. */
    String read(List<Element> parts) {
        Element at = parts.get(part);
        for (int i = 0; at != null && i < steps.size(); i++) {
            PathStep step = steps.get(i);
            if (step.attribute()) {
                return at.attribute(step.namespace(), step.name());
            }
            at = at.element(step.namespace(), step.name());
        }
        return at == null ? null : at.text();
    }

    /** Returns the message with another value; the same message if it has no place for the value. */
    List<Element> write(List<Element> parts, String value) {
        Element before = parts.get(part);
        if (before == null) {
            return parts;
        }
        Element after = write(before, 0, value);
        if (after == null) {
            return parts;
        }
        if (parts.size() == 1) {
            return List.of(after);
        }
        // Parts that do not travel are null.
        List<Element> changed = new ArrayList<>(parts);
        changed.set(part, after);
        return changed;
    }

    private Element write(Element element, int index, String value) {
        if (index == steps.size()) {
            return element.withText(value);
        }
        PathStep step = steps.get(index);
        if (step.attribute()) {
            return element.attribute(step.namespace(), step.name()) == null
                    ? null
                    : element.withAttribute(new Attribute(prefix(element, step), step.namespace(), step.name(), value));
        }
        for (int i = 0; i < element.size(); i++) {
            if (element.item(i) instanceof Element child && child.is(step.namespace(), step.name())) {
                Element changed = write(child, index + 1, value);
                return changed == null ? null : element.withItem(i, changed);
            }
        }
        return null;
    }

    private static String prefix(Element element, PathStep step) {
        for (Attribute attribute : element.attributes()) {
            if (attribute.namespace().equals(step.namespace())
                    && attribute.name().equals(step.name())) {
                return attribute.prefix();
            }
        }
        return "";
    }
}
