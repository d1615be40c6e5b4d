package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A partner link as written (section 6.2).
 */
public record PartnerLinkDeclaration(
        String name,
        QName partnerLinkType,
        Optional<String> myRole,
        Optional<String> partnerRole,
        Optional<Boolean> initializePartnerRole,
        Location location) {}
