package io.soabench.orchestra.front;

import io.soabench.front.FrontRefused;
import io.soabench.orchestra.ProcessDescriptor.Port;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.wsdl.Definition;
import javax.wsdl.Service;
import javax.wsdl.extensions.soap.SOAPAddress;
import javax.xml.namespace.QName;

/**
 * The ports of all WSDL documents of a process, and the partners' addresses in them. Orchestra gives a partner link the address
 * of any port of the role's port type. So every port of that type gets the partner's address, and two links
 * of one type cannot have two addresses.
 */
final class PartnerAddresses {

    private final Set<Definition> definitions = new LinkedHashSet<>();

    PartnerAddresses(Collection<Definition> roots) {
        roots.forEach(this::add);
    }

    private void add(Definition definition) {
        if (definitions.add(definition)) {
            for (List<?> imports : OrchestraOperation.values(definition.getImports(), List.class)) {
                for (Object each : imports) {
                    Definition imported = ((javax.wsdl.Import) each).getDefinition();
                    if (imported != null) {
                        add(imported);
                    }
                }
            }
        }
    }

    /**
     * Gives every partner its address.
     *
     * @throws FrontRefused when Orchestra could not separate two partners; the message is for the user
     */
    void set(List<Port> partners) throws FrontRefused {
        Map<QName, Port> known = new HashMap<>();
        for (Port partner : partners) {
            QName type = port(partner).getBinding().getPortType().getQName();
            Port other = known.putIfAbsent(type, partner);
            if (other != null && !other.address().equals(partner.address())) {
                throw new FrontRefused("partner links " + other.link() + " and " + partner.link()
                        + " have the same port type " + type + " and different addresses, " + other.address() + " and "
                        + partner.address() + "; Orchestra calls all partners of one port type at one address");
            }
            setOfType(type, partner.address());
        }
    }

    /** Returns the port that a descriptor names. */
    javax.wsdl.Port port(Port named) throws FrontRefused {
        QName service = new QName(named.namespace(), named.service());
        for (Definition definition : definitions) {
            Service found = (Service) definition.getServices().get(service);
            if (found != null && found.getPort(named.port()) != null) {
                return found.getPort(named.port());
            }
        }
        throw new FrontRefused("partner link " + named.link() + " needs port " + named.port() + " of service " + service
                + ", which no WSDL document of the package defines");
    }

    /** Gives an address to every port of a port type. */
    private void setOfType(QName portType, String address) {
        for (Definition definition : definitions) {
            for (Service service : OrchestraOperation.values(definition.getServices(), Service.class)) {
                for (javax.wsdl.Port port : OrchestraOperation.values(service.getPorts(), javax.wsdl.Port.class)) {
                    SOAPAddress at = Extensions.first(port, SOAPAddress.class);
                    if (at != null && port.getBinding().getPortType().getQName().equals(portType)) {
                        at.setLocationURI(address);
                    }
                }
            }
        }
    }
}
