package io.soabench.engine.server.request;

import io.soabench.engine.runtime.durable.ReplyDestinations;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;

/**
 * The destinations of answers to requests that a previous start of the engine has received. The answers are posted to
 * the addresses in the requests, with the message identifiers they had before. Thread-safe.
 *
 * @param invoker sends the answers
 */
public record RecoveredReplies(PartnerInvoker invoker) implements ReplyDestinations {
    @Override
    public ReplyTo destination(ServiceOperation operation, Addressing addressing, String form) {
        return PostedReply.again(invoker, operation, addressing, form);
    }
}
