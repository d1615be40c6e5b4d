package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A message for a process.
 *
 * @param operation what it is for
 * @param parts its parts in the order of the operation's input message; null for one that does not travel
 * @param replyTo where the answer goes; {@link ReplyTo#NOBODY} for one-way operations
 * @param receipt the acknowledgement that its sender waits for; {@link Receipt#NONE} when it waits for none
 * @param addressing how it was addressed; null when it was not
 */
public record InboundMessage(
        ServiceOperation operation, List<Element> parts, ReplyTo replyTo, Receipt receipt, Addressing addressing) {
    private static final int OWN_BYTES = 256;

    /** A message without addressing whose sender waits for no acknowledgement. */
    public InboundMessage(ServiceOperation operation, List<Element> parts, ReplyTo replyTo) {
        this(operation, parts, replyTo, Receipt.NONE, null);
    }

    /** The same for the operation that takes such messages in another version of the process. */
    InboundMessage of(ServiceOperation counterpart) {
        return new InboundMessage(counterpart, parts, replyTo, receipt, addressing);
    }

    /** About how many bytes it takes. */
    public long weight() {
        return OWN_BYTES + weight(parts) + addressingWeight();
    }

    /** About how many bytes of that say where answers go. */
    public long addressingWeight() {
        return addressing == null ? 0 : addressing.weight();
    }

    /** About how many bytes parts of a message take. */
    static long weight(List<Element> parts) {
        long sum = 0;
        for (int i = 0; i < parts.size(); i++) {
            Element part = parts.get(i);
            sum += part == null ? 0 : part.weight();
        }
        return sum;
    }
}
