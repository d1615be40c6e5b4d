package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A WSDL 1.1 service with its ports in document order.
 */
public record Service(QName name, List<Port> ports, Location location) {
    public Service {
        ports = List.copyOf(ports);
    }

    /** Returns the port of that name. */
    public Optional<Port> port(String portName) {
        return ports.stream().filter(port -> port.name().equals(portName)).findFirst();
    }
}
