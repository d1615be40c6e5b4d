package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A binding: the protocol and the message formats of the operations of a port type.
 *
 * @param name of the binding
 * @param portType empty when it is not defined, which is a problem
 * @param soap the version of SOAP; {@code NONE} for other bindings
 * @param style the style of operations that do not name their own
 * @param transport the URI of the transport, as written
 * @param isHttp whether it is WSDL's own for HTTP without SOAP
 * @param operations in document order
 * @param location the {@code binding} element
 */
public record Binding(
        QName name,
        Optional<PortType> portType,
        Soap soap,
        Style style,
        Optional<String> transport,
        boolean isHttp,
        List<BindingOperation> operations,
        Location location) {
    public Binding {
        operations = List.copyOf(operations);
    }

    /** Returns the binding of the operation of that name. */
    public Optional<BindingOperation> operation(String operationName) {
        return operations.stream()
                .filter(operation -> operation.name().equals(operationName))
                .findFirst();
    }
}
