package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.XmlElement;
import java.util.Optional;

/** A step of an assign of another namespace. No extension is understood here, so it is ignored (section 8.4). */
public record ExtensionAssignOperation(Optional<XmlElement> content, Location location) implements AssignOperation {}
