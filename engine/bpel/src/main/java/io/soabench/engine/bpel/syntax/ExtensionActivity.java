package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.XmlElement;
import java.util.Optional;

/**
 * An {@code extensionActivity} as written: an activity of another namespace (section 10.9). No extension is understood
 * here. So it is {@code empty} with the standard attributes and elements of the element inside. Rule SA00009 refuses a
 * process that requires its understanding.
 *
 * @param header the standard attributes and elements
 * @param content the element inside; empty if it is missing
 */
public record ExtensionActivity(ActivityHeader header, Optional<XmlElement> content) implements ActivityElement {}
