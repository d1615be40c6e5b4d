package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.xml.namespace.QName;

/** A finder of the alias of a property for data of a type (rule SA00021). */
final class Aliases {
    private Aliases() {}

    static Optional<PropertyAlias> find(WsdlDefinitions wsdl, QName property, VariableType type) {
        if (type instanceof MessageType message) {
            return find(wsdl, property, message.message());
        }
        Optional<QName> name = Optional.of(type.name());
        return type instanceof ElementType
                ? first(wsdl, property, alias -> alias.element().equals(name))
                : first(wsdl, property, alias -> alias.type().equals(name));
    }

    /**
     * Finds the alias of a property for a message. A message of one part described by an element may use the alias of
     * that element.
     */
    static Optional<PropertyAlias> find(WsdlDefinitions wsdl, QName property, Message message) {
        Optional<QName> name = Optional.of(message.name());
        Optional<PropertyAlias> alias =
                first(wsdl, property, a -> a.messageType().equals(name));
        if (alias.isEmpty() && message.parts().size() == 1) {
            Optional<QName> element = message.parts().get(0).element();
            return element.flatMap(e -> first(wsdl, property, a -> a.element().equals(element)));
        }
        return alias;
    }

    /** Returns an alias of a document that the process imports itself; if there is none, one of any document. */
    private static Optional<PropertyAlias> first(
            WsdlDefinitions wsdl, QName property, Predicate<PropertyAlias> condition) {
        List<PropertyAlias> all = wsdl.propertyAliases().stream()
                .filter(alias -> alias.property().equals(property) && condition.test(alias))
                .toList();
        return all.stream()
                .filter(alias -> wsdl.isDirect(alias.location().file()))
                .findFirst()
                .or(() -> all.stream().findFirst());
    }
}
