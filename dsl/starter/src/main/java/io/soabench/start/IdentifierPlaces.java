package io.soabench.start;

import io.soabench.contracts.sample.TypePlace;
import io.soabench.contracts.sample.ValueType;
import io.soabench.contracts.tree.Text;
import io.soabench.contracts.tree.XmlTree;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.generators.soap.SoapOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** The elements of a request that can hold an invocation identifier, as paths from the root of the body on. */
final class IdentifierPlaces {

    /** Identifiers of the two workloads that are written; a place must take both. */
    private static final List<String> IDENTIFIERS = List.of("steady.1.1", "arrivals.12.123456");

    private final List<List<QName>> typed = new ArrayList<>();
    private final List<List<QName>> untyped = new ArrayList<>();

    private IdentifierPlaces() {}

    /** Returns the places in the elements of a body that is made from the WSDL. */
    static IdentifierPlaces of(List<XmlTree> body, WsdlDefinitions wsdl, SoapOperation operation) {
        IdentifierPlaces places = new IdentifierPlaces();
        for (XmlTree element : body) {
            if (operation.style() == Style.RPC) {
                element.elements()
                        .forEach(part ->
                                places.collect(part, List.of(element.name()), part(part.name(), wsdl, operation)));
            } else {
                Optional<TypePlace> place = TypePlace.element(wsdl.schemas(), element.name());
                places.collect(element, List.of(), place);
            }
        }
        return places;
    }

    /** Returns the elements whose simple type accepts an identifier, in document order. */
    List<List<QName>> typed() {
        return typed;
    }

    /** Returns the empty elements whose type allows any text beside elements, or is not known. */
    List<List<QName>> untyped() {
        return untyped;
    }

    private static Optional<TypePlace> part(QName name, WsdlDefinitions wsdl, SoapOperation operation) {
        Optional<Part> part = operation.operation().input().map(Message::parts).stream()
                .flatMap(List::stream)
                .filter(each ->
                        each.element().map(name::equals).orElse(each.name().equals(name.getLocalPart())))
                .findFirst();
        return part.flatMap(each -> each.element().isPresent()
                ? TypePlace.element(wsdl.schemas(), each.element().get())
                : each.type().flatMap(type -> TypePlace.ofType(wsdl.schemas(), type)));
    }

    private void collect(XmlTree element, List<QName> above, Optional<TypePlace> place) {
        List<QName> path = new ArrayList<>(above);
        path.add(element.name());
        boolean typedByInstance = element.attributes().stream()
                .anyMatch(attribute ->
                        attribute.name().getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI));
        if (element.elements().isEmpty() && !typedByInstance) {
            Optional<ValueType> type = place.flatMap(TypePlace::text);
            if (type.isPresent()) {
                if (takes(type.get(), element)) {
                    typed.add(path);
                }
            } else if ((place.isEmpty() || place.get().isMixed()) && isEmpty(element)) {
                untyped.add(path);
            }
        }
        for (XmlTree child : element.elements()) {
            collect(child, path, place.flatMap(within -> within.child(child.name())));
        }
    }

    /**
     * Returns whether the type accepts an identifier. An optional text is a fixed value or a default of the schema,
     * and stays.
     */
    private static boolean takes(ValueType type, XmlTree element) {
        boolean given = !isEmpty(element) && type.problem("").isEmpty();
        return !given
                && IDENTIFIERS.stream().allMatch(each -> type.problem(each).isEmpty());
    }

    private static boolean isEmpty(XmlTree element) {
        return element.content().stream()
                .allMatch(content -> content instanceof Text text
                        && text.text().isEmpty()
                        && text.qualified().isEmpty());
    }
}
