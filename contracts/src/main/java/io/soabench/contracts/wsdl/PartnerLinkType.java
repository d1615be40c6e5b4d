package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A partner link type with its one or two roles.
 */
public record PartnerLinkType(QName name, List<Role> roles, Location location) {
    public PartnerLinkType {
        roles = List.copyOf(roles);
    }

    /** Returns the role of that name. */
    public Optional<Role> role(String roleName) {
        return roles.stream().filter(role -> role.name().equals(roleName)).findFirst();
    }
}
