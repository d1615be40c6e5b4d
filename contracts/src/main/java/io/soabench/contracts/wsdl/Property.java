package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A message property (WS-BPEL 2.0, section 7.2); exactly one of type and element is present in a correct document.
 */
public record Property(QName name, Optional<QName> type, Optional<QName> element, Location location) {}
