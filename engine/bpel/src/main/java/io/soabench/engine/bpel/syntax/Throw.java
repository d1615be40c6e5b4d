package io.soabench.engine.bpel.syntax;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * {@code throw}: raises a fault (section 10.6).
 */
public record Throw(ActivityHeader header, QName faultName, Optional<String> faultVariable)
        implements ActivityElement {}
