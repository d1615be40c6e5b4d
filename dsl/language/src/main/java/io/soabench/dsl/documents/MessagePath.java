package io.soabench.dsl.documents;

import io.soabench.contracts.sample.TypePlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaAll;
import org.apache.ws.commons.schema.XmlSchemaAny;
import org.apache.ws.commons.schema.XmlSchemaChoice;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaGroup;
import org.apache.ws.commons.schema.XmlSchemaGroupRef;
import org.apache.ws.commons.schema.XmlSchemaSequence;
import org.apache.ws.commons.schema.XmlSchemaType;

/**
 * Steps of prefixed element names below the SOAP body, such as {@code q:request/q:id}, followed through the
 * schemas. The last of several steps may be an attribute, {@code q:request/@id}.
 */
public final class MessagePath {

    private final Map<String, String> prefixes;
    private final XmlSchemaCollection schemas;

    /**
     * Paths of one set of documents.
     *
     * @param prefixes namespace by prefix
     * @param schemas where elements are declared
     */
    public MessagePath(Map<String, String> prefixes, XmlSchemaCollection schemas) {
        this.prefixes = prefixes;
        this.schemas = schemas;
    }

    /**
     * Returns the problem of a path, in words; empty if the path leads to an element, or to a place where any
     * element is allowed.
     *
     * @param path the steps
     * @param roots the elements that a message may begin with
     */
    public Optional<String> problem(String path, List<QName> roots) {
        List<QName> steps = new ArrayList<>();
        boolean attribute = false;
        for (String written : path.split("/", -1)) {
            if (attribute || (written.startsWith("@") && steps.isEmpty())) {
                return Optional.of("has an attribute that is not the last of several steps; write: q:request/@id");
            }
            attribute = written.startsWith("@");
            String step = attribute ? written.substring(1) : written;
            int colon = step.indexOf(':');
            String prefix = colon < 0 ? "" : step.substring(0, colon);
            String local = step.substring(colon + 1);
            if (local.isBlank() || !local.equals(local.strip())) {
                return Optional.of("is not made of names like q:request/q:id or q:request/@id");
            }
            if (!prefix.isEmpty() && !prefixes.containsKey(prefix)) {
                return Optional.of("has a prefix \"" + prefix + "\" that the WSDL does not declare; it declares: "
                        + prefixes.keySet().stream()
                                .filter(known -> !known.isEmpty())
                                .sorted()
                                .collect(Collectors.joining(", ")));
            }
            steps.add(new QName(prefix.isEmpty() ? "" : prefixes.get(prefix), local));
        }
        if (!roots.contains(steps.get(0))) {
            return Optional.of("begins with " + steps.get(0) + ", but requests begin with "
                    + roots.stream().map(QName::toString).sorted().collect(Collectors.joining(" or ")));
        }
        return attribute ? followAttribute(steps) : follow(steps);
    }

    private Optional<String> followAttribute(List<QName> steps) {
        List<QName> elements = steps.subList(0, steps.size() - 1);
        Optional<String> problem = follow(elements);
        Optional<TypePlace> place = TypePlace.element(schemas, elements.get(0));
        for (QName step : elements.subList(1, elements.size())) {
            place = place.flatMap(within -> within.child(step));
        }
        QName wanted = steps.get(steps.size() - 1);
        if (problem.isPresent() || place.isEmpty() || place.get().hasAttribute(wanted)) {
            return problem;
        }
        List<String> names =
                place.get().attributes().stream().map(QName::toString).sorted().toList();
        return Optional.of("has an attribute " + wanted + " that " + elements.get(elements.size() - 1)
                + " does not have; it has "
                + (names.isEmpty() ? "no attributes" : "the attributes: " + String.join(", ", names)));
    }

    private Optional<String> follow(List<QName> steps) {
        XmlSchemaElement element = schemas.getElementByQName(steps.get(0));
        for (int i = 1; i < steps.size() && element != null; i++) {
            Content content = new Content();
            content.addType(type(element));
            if (content.open) {
                return Optional.empty();
            }
            QName wanted = steps.get(i);
            XmlSchemaElement next = content.elements.stream()
                    .filter(candidate -> wanted.equals(candidate.getWireName()))
                    .findFirst()
                    .orElse(null);
            if (next == null) {
                return Optional.of(
                        "has a step " + wanted + " that " + steps.get(i - 1) + " does not contain; it contains: "
                                + content.elements.stream()
                                        .map(candidate -> String.valueOf(candidate.getWireName()))
                                        .sorted()
                                        .collect(Collectors.joining(", ")));
            }
            element = target(next);
        }
        return Optional.empty();
    }

    /**
     * Returns the paths to the elements of messages that the schemas declare, the messages' root elements included.
     *
     * @param roots the elements that a message may begin with
     * @param depth greatest number of steps
     */
    public List<String> paths(List<QName> roots, int depth) {
        List<String> paths = new ArrayList<>();
        for (QName root : roots) {
            name(root).ifPresent(name -> collect(name, schemas.getElementByQName(root), depth - 1, paths));
        }
        return paths;
    }

    /**
     * Returns the paths to elements and their declared attributes, each element before its attributes.
     *
     * @param roots the elements that a message may begin with
     * @param depth elements at most
     */
    public List<String> pathsWithAttributes(List<QName> roots, int depth) {
        List<String> paths = new ArrayList<>();
        for (String path : paths(roots, depth)) {
            paths.add(path);
            List<QName> steps =
                    Stream.of(path.split("/", -1)).map(this::element).toList();
            Optional<TypePlace> place = TypePlace.element(schemas, steps.get(0));
            for (QName step : steps.subList(1, steps.size())) {
                place = place.flatMap(within -> within.child(step));
            }
            place.stream()
                    .flatMap(each -> each.attributes().stream())
                    .flatMap(each -> name(each).stream())
                    .forEach(each -> paths.add(path + "/@" + each));
        }
        return paths;
    }

    private void collect(String path, XmlSchemaElement element, int depth, List<String> paths) {
        paths.add(path);
        if (element == null || depth == 0) {
            return;
        }
        Content content = new Content();
        content.addType(type(element));
        for (XmlSchemaElement inner : content.elements) {
            name(inner.getWireName()).ifPresent(name -> collect(path + "/" + name, target(inner), depth - 1, paths));
        }
    }

    private QName element(String written) {
        int colon = written.indexOf(':');
        return new QName(colon < 0 ? "" : prefixes.get(written.substring(0, colon)), written.substring(colon + 1));
    }

    /** Returns a name as it is written in a path; empty if its namespace has no prefix. */
    private Optional<String> name(QName name) {
        if (name.getNamespaceURI().isEmpty()) {
            return Optional.of(name.getLocalPart());
        }
        return prefixes.entrySet().stream()
                .filter(prefix -> prefix.getValue().equals(name.getNamespaceURI())
                        && !prefix.getKey().isEmpty())
                .map(prefix -> prefix.getKey() + ":" + name.getLocalPart())
                .findFirst();
    }

    private static XmlSchemaElement target(XmlSchemaElement element) {
        return element.isRef() ? element.getRef().getTarget() : element;
    }

    private XmlSchemaType type(XmlSchemaElement element) {
        if (element.getSchemaType() != null) {
            return element.getSchemaType();
        }
        return element.getSchemaTypeName() == null ? null : schemas.getTypeByQName(element.getSchemaTypeName());
    }

    /** The elements that a type may contain, and whether there may be others. */
    private final class Content {
        private final List<XmlSchemaElement> elements = new ArrayList<>();
        private final Set<Object> seen = new HashSet<>();
        private boolean open;

        void addType(XmlSchemaType type) {
            if (!(type instanceof XmlSchemaComplexType complex) || !seen.add(type)) {
                return;
            }
            add(complex.getParticle());
            Object content = complex.getContentModel() == null
                    ? null
                    : complex.getContentModel().getContent();
            if (content instanceof XmlSchemaComplexContentExtension extension) {
                addType(schemas.getTypeByQName(extension.getBaseTypeName()));
                add(extension.getParticle());
            } else if (content instanceof XmlSchemaComplexContentRestriction restriction) {
                add(restriction.getParticle());
            }
        }

        private void add(Object particle) {
            if (particle instanceof XmlSchemaElement element) {
                elements.add(element);
            } else if (particle instanceof XmlSchemaAny) {
                open = true;
            } else if (particle instanceof XmlSchemaSequence sequence) {
                sequence.getItems().forEach(this::add);
            } else if (particle instanceof XmlSchemaChoice choice) {
                choice.getItems().forEach(this::add);
            } else if (particle instanceof XmlSchemaAll all) {
                all.getItems().forEach(this::add);
            } else if (particle instanceof XmlSchemaGroup group) {
                add(group.getParticle());
            } else if (particle instanceof XmlSchemaGroupRef reference) {
                add(reference.getParticle());
            }
        }
    }
}
