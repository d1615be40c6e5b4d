package io.soabench.engine.bpel.syntax;

import io.soabench.engine.bpel.source.XmlElement;
import java.util.Optional;

/**
 * {@code extensionActivity}: an activity of another namespace (section 10.9); understood by no standard.
 */
public record ExtensionActivity(ActivityHeader header, Optional<XmlElement> content) implements Activity {}
