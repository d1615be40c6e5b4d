package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A message for a process.
 *
 * @param operation the operation that it is for
 * @param parts its parts in the order of the input message; null for a part that does not travel
 * @param replyTo the destination of the answer; {@link ReplyTo#NOBODY} for one-way operations
 * @param receipt the acknowledgement for which the sender waits; {@link Receipt#NONE} for none
 * @param addressing its addressing properties; null for none
 */
public record InboundMessage(
        ServiceOperation operation, List<Element> parts, ReplyTo replyTo, Receipt receipt, Addressing addressing) {
    private static final int OWN_BYTES = 256;

    /** Creates a message without addressing properties whose sender waits for no acknowledgement. */
    public InboundMessage(ServiceOperation operation, List<Element> parts, ReplyTo replyTo) {
        this(operation, parts, replyTo, Receipt.NONE, null);
    }

    /** Returns the same message for the corresponding operation of another version of the process. */
    InboundMessage of(ServiceOperation counterpart) {
        return new InboundMessage(counterpart, parts, replyTo, receipt, addressing);
    }

    /** Returns the estimated size in bytes. */
    public long weight() {
        return OWN_BYTES + weight(parts) + addressingWeight();
    }

    /** Returns the estimated size of the addressing properties in bytes. */
    public long addressingWeight() {
        return addressing == null ? 0 : addressing.weight();
    }

    /** Returns the estimated size of the parts of a message in bytes. */
    static long weight(List<Element> parts) {
        long sum = 0;
        for (int i = 0; i < parts.size(); i++) {
            Element part = parts.get(i);
            sum += part == null ? 0 : part.weight();
        }
        return sum;
    }
}
