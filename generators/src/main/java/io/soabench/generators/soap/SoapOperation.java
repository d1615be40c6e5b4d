package io.soabench.generators.soap;

import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.BindingOperation;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Service;
import io.soabench.contracts.wsdl.Style;
import java.util.List;
import java.util.Optional;

/**
 * An operation as it is called at a port.
 *
 * @param binding empty when the binding does not mention the operation; document/literal is then assumed
 */
public record SoapOperation(
        Service service, Port port, Operation operation, Optional<BindingOperation> binding, Style style) {

    /** Returns the operations of a port in the order of its port type; none when the port has no binding or port type. */
    public static List<SoapOperation> of(Service service, Port port) {
        Optional<Binding> binding = port.binding();
        return binding.flatMap(Binding::portType).stream()
                .flatMap(portType -> portType.operations().stream())
                .map(operation -> {
                    Optional<BindingOperation> bound = binding.flatMap(b -> b.operation(operation.name()));
                    Style style = bound.map(BindingOperation::style)
                            .or(() -> binding.map(Binding::style))
                            .orElse(Style.DOCUMENT);
                    return new SoapOperation(service, port, operation, bound, style);
                })
                .toList();
    }

    /** Returns its name. */
    public String name() {
        return operation.name();
    }

    /** Returns whether no answer message is expected. */
    public boolean oneWay() {
        return operation.isOneWay();
    }

    /** Returns the value of the SOAPAction header without quotes, or empty. */
    public String soapAction() {
        return binding.flatMap(BindingOperation::soapAction).orElse("");
    }
}
