package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;

/** A maker of the destinations of answers to requests that an engine received before its last start. */
@FunctionalInterface
public interface ReplyDestinations {
    /**
     * Returns the destination of the answer to a request.
     *
     * @param operation the operation that was asked
     * @param addressing the addressing of the request
     * @param form the text that {@link ReplyTo#form} has given
     */
    ReplyTo destination(ServiceOperation operation, Addressing addressing, String form);
}
