package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A partner link as written (section 6.2).
 *
 * @param name its name
 * @param partnerLinkType its partner link type
 * @param myRole the name of the role of the process
 * @param partnerRole the name of the role of the partner
 * @param initializePartnerRole empty if not written
 * @param location the element
 */
public record PartnerLinkDeclaration(
        String name,
        QName partnerLinkType,
        Optional<String> myRole,
        Optional<String> partnerRole,
        Optional<Boolean> initializePartnerRole,
        Location location) {}
