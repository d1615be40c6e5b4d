package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.XmlElement;
import java.util.Optional;

/**
 * {@code extensionActivity}: an activity of another namespace (section 10.9). As no extension is understood here, it is
 * {@code empty} with the standard attributes and elements of the element inside; a process that requires its
 * understanding is refused by rule SA00009.
 */
public record ExtensionActivity(ActivityHeader header, Optional<XmlElement> content) implements ActivityElement {}
