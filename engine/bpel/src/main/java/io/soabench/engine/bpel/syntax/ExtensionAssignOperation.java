package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.XmlElement;
import java.util.Optional;

/**
 * An assign step of another namespace; as no extension is understood here, it is ignored (section 8.4).
 */
public record ExtensionAssignOperation(Optional<XmlElement> content, Location location) implements AssignOperation {}
