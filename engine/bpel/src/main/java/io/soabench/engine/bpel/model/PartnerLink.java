package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.PartnerLinkType;
import io.soabench.contracts.wsdl.PortType;
import java.util.Optional;

/**
 * A partner link with its roles looked up. Immutable.
 *
 * @param index dense in the process, from 0
 * @param scope the number of the scope whose instance holds it
 * @param slot dense among the partner links of that scope, from 0
 * @param name as written
 * @param type its partner link type
 * @param myRole the role of the process
 * @param myPortType the port type that the process provides
 * @param partnerRole the role of the partner
 * @param partnerPortType the port type that the process may call
 * @param initializePartnerRole true if the partner must be known before the link is used
 * @param location its declaration
 */
public record PartnerLink(
        int index,
        int scope,
        int slot,
        String name,
        PartnerLinkType type,
        Optional<String> myRole,
        Optional<PortType> myPortType,
        Optional<String> partnerRole,
        Optional<PortType> partnerPortType,
        boolean initializePartnerRole,
        Location location) {}
