package io.soabench.start;

import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Property;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.generators.soap.AliasPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** The paths of elements in messages: their text in the testbed language, and the elements by which a process correlates. */
final class MessagePaths {

    private MessagePaths() {}

    /**
     * Returns a path in the language, with prefixes of the documents; empty when one of its namespaces has no
     * prefix there.
     */
    static Optional<String> path(List<QName> path, WsdlDefinitions wsdl) {
        Map<String, String> prefixes = Interfaces.prefixes(wsdl);
        List<String> steps = new ArrayList<>();
        for (QName step : path) {
            if (step.getNamespaceURI().isEmpty()) {
                steps.add(step.getLocalPart());
                continue;
            }
            Optional<String> prefix = prefixes.entrySet().stream()
                    .filter(each -> !each.getKey().isEmpty() && each.getValue().equals(step.getNamespaceURI()))
                    .map(Map.Entry::getKey)
                    .findFirst();
            if (prefix.isEmpty()) {
                return Optional.empty();
            }
            steps.add(prefix.get() + ":" + step.getLocalPart());
        }
        return steps.isEmpty() ? Optional.empty() : Optional.of(String.join("/", steps));
    }

    /**
     * Returns the element of the first message by which a process distinguishes its instances; empty when there is
     * none.
     */
    static List<QName> correlationElement(BoundReceipt reception) {
        return reception.correlations().stream()
                .flatMap(use -> use.requestAliases().stream())
                .map(alias -> AliasPath.of(alias, reception.operation().input()))
                .filter(path -> !path.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /**
     * Returns the element of another message that has the first property by which a reception is correlated; empty when the property has no
     * alias for that message.
     */
    static List<QName> correlatedIn(Message other, BoundReceipt reception, WsdlDefinitions wsdl) {
        return reception.correlations().stream()
                .flatMap(use -> use.set().properties().stream())
                .map(Property::name)
                .flatMap(property -> wsdl.propertyAliases().stream()
                        .filter(alias -> alias.property().equals(property)))
                .filter(alias ->
                        alias.messageType().filter(other.name()::equals).isPresent())
                .map(alias -> AliasPath.of(alias, Optional.of(other)))
                .filter(path -> !path.isEmpty())
                .findFirst()
                .orElse(List.of());
    }
}
