package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A WSDL 1.1 port type with its operations in document order.
 */
public record PortType(QName name, List<Operation> operations, Location location) {
    public PortType {
        operations = List.copyOf(operations);
    }

    /** Returns the operation of that name; the first one if the name is overloaded. */
    public Optional<Operation> operation(String operationName) {
        return operations.stream()
                .filter(operation -> operation.name().equals(operationName))
                .findFirst();
    }
}
