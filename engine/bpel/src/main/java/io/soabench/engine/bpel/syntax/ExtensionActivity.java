package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.XmlElement;
import java.util.Optional;

/**
 * An {@code extensionActivity} as written: an activity of another namespace (WS-BPEL 2.0, section 10.9). The engine
 * understands no extension. So the activity does what {@code empty} does, with the standard attributes and elements of
 * the element inside. Rule SA00009 refuses a process whose declaration of the extension has {@code
 * mustUnderstand="yes"}.
 *
 * @param header the standard attributes and elements
 * @param content the element inside; empty if it is missing
 */
public record ExtensionActivity(ActivityHeader header, Optional<XmlElement> content) implements ActivityElement {}
