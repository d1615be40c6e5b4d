package io.soabench.engine.server.request;

import io.soabench.engine.runtime.durable.ReplyDestinations;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;

/**
 * The destinations of answers to requests of earlier lives of the engine: they are posted where the requests wanted them, by the
 * names that they had then.
 *
 * @param invoker posts them
 */
public record RecoveredReplies(PartnerInvoker invoker) implements ReplyDestinations {
    @Override
    public ReplyTo destination(ServiceOperation operation, Addressing addressing, String form) {
        return PostedReply.again(invoker, operation, addressing, form);
    }
}
