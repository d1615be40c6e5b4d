package io.soabench.bpmn;

import io.soabench.messages.PartnerFault;
import io.soabench.messages.PartnerMessages;
import io.soabench.plugin.ContractDescriptor.Partner;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A partner as expressions of a process see it. The methods {@code call} take the operation's name and the values of its message in document order.
 * They return the value of the answer; with several values a map from names to values; {@code null} for a one-way operation. A bean with threads
 * of its own returns a future of that, for engines that wait for several at a time. The expression
 * languages of the engines know no variable number of arguments, hence one method for each number up to eight.
 */
public final class PartnerBean {

    private final PartnerMessages messages;
    private final SoapPartnerClient client;
    private final Function<PartnerFault, RuntimeException> errors;
    private final Optional<Executor> threads;

    /**
     * Creates the bean of a partner.
     *
     * @param errors makes the engine's own BPMN error of a fault
     */
    public PartnerBean(Partner partner, SoapPartnerClient client, Function<PartnerFault, RuntimeException> errors) {
        this(partner, client, errors, Optional.empty());
    }

    /**
     * Creates the bean of a partner.
     *
     * @param errors makes the engine's own BPMN error of a fault
     * @param threads that make the calls; without them, the caller makes its call itself
     */
    public PartnerBean(
            Partner partner,
            SoapPartnerClient client,
            Function<PartnerFault, RuntimeException> errors,
            Optional<Executor> threads) {
        this.messages = new PartnerMessages(partner);
        this.client = client;
        this.errors = errors;
        this.threads = threads;
    }

    /** Calls an operation whose message has no value. */
    public Object call(String operation) {
        return send(operation, List.of());
    }

    /** Calls an operation whose message has one value. */
    public Object call(String operation, Object a) {
        return send(operation, Arrays.asList(a));
    }

    /** Calls an operation whose message has two values. */
    public Object call(String operation, Object a, Object b) {
        return send(operation, Arrays.asList(a, b));
    }

    /** Calls an operation whose message has three values. */
    public Object call(String operation, Object a, Object b, Object c) {
        return send(operation, Arrays.asList(a, b, c));
    }

    /** Calls an operation whose message has four values. */
    public Object call(String operation, Object a, Object b, Object c, Object d) {
        return send(operation, Arrays.asList(a, b, c, d));
    }

    /** Calls an operation whose message has five values. */
    public Object call(String operation, Object a, Object b, Object c, Object d, Object e) {
        return send(operation, Arrays.asList(a, b, c, d, e));
    }

    /** Calls an operation whose message has six values. */
    public Object call(String operation, Object a, Object b, Object c, Object d, Object e, Object f) {
        return send(operation, Arrays.asList(a, b, c, d, e, f));
    }

    /** Calls an operation whose message has seven values. */
    public Object call(String operation, Object a, Object b, Object c, Object d, Object e, Object f, Object g) {
        return send(operation, Arrays.asList(a, b, c, d, e, f, g));
    }

    /** Calls an operation whose message has eight values. */
    public Object call(
            String operation, Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h) {
        return send(operation, Arrays.asList(a, b, c, d, e, f, g, h));
    }

    /**
     * Calls an operation whose message has any number of values, from Java.
     *
     * @param values in document order
     */
    public Object callWith(String operation, List<Object> values) {
        return send(operation, values);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The engine takes the future as a value and waits for it.
    private Object send(String name, List<Object> values) {
        PartnerMessages.Operation operation = messages.operation(name);
        if (threads.isEmpty()) {
            return send(operation, values);
        }
        return CompletableFuture.supplyAsync(() -> send(operation, values), threads.get());
    }

    private Object send(PartnerMessages.Operation operation, List<Object> values) {
        SoapPartnerClient.Answer answer;
        try {
            answer = client.send(messages.address(), operation.soapAction(), operation.request(values));
        } catch (IOException e) {
            throw messages.unreachable(e);
        }
        try {
            return operation.answer(answer.status(), answer.body());
        } catch (PartnerFault e) {
            throw errors.apply(e);
        }
    }
}
