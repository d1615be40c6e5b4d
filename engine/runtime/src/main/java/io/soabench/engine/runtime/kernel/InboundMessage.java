package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A message for a process.
 *
 * @param operation what it is for
 * @param parts its parts in the order of the operation's input message
 * @param replyTo where the answer goes; {@link ReplyTo#NOBODY} for one-way operations
 */
public record InboundMessage(ServiceOperation operation, List<Element> parts, ReplyTo replyTo) {}
