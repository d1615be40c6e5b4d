package io.soabench.bpmn;

import io.soabench.front.FrontRefused;
import io.soabench.front.InstanceCounts;
import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.messages.ClientMessages;
import io.soabench.plugin.ContractDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A deployed process: requests become variables of an instance, and wait for their answers. Safe for use by many threads. */
public final class BpmnProcess implements LibraryEngine.Deployed {

    private final ContractDescriptor source;
    private final String id;
    private final String deployment;
    private final OpenExchanges exchanges;
    private final ClientMessages messages;

    /**
     * Creates a process.
     *
     * @param id of the engine's process definition
     * @param deployment by which the engine removes it
     */
    public BpmnProcess(ContractDescriptor source, String id, String deployment, OpenExchanges exchanges) {
        this.source = source;
        this.id = id;
        this.deployment = deployment;
        this.exchanges = exchanges;
        this.messages = new ClientMessages(source.path(), source.operations());
    }

    @Override
    public String path() {
        return source.path();
    }

    @Override
    public String id() {
        return id;
    }

    /** Returns the engine's name of the deployment. */
    public String deployment() {
        return deployment;
    }

    /**
     * A request.
     *
     * @param variables of the instance: the values of the message by name, and the number of the exchange
     * @param exchange its number; -1 for a one-way operation
     * @param answer complete already for a one-way operation
     */
    public record Request(Map<String, Object> variables, long exchange, CompletableFuture<byte[]> answer) {}

    /**
     * Starts an instance for a request. An exception of the engine ends the instance: it counts as faulted, and its client gets a fault with the
     * reason.
     *
     * @param counts of the engine
     * @param start starts the instance with the variables of the request
     * @return the answer; complete already for a one-way operation
     * @throws SoapFault when the envelope is not a message of an operation of this process
     */
    public CompletionStage<byte[]> call(byte[] envelope, InstanceCounts counts, Consumer<Request> start)
            throws SoapFault {
        Request request = read(envelope);
        counts.started();
        try {
            start.accept(request);
        } catch (RuntimeException e) {
            counts.faulted();
            exchanges.fail(request.exchange(), FrontRefused.reason(e));
        }
        return request.answer();
    }

    private Request read(byte[] envelope) throws SoapFault {
        ClientMessages.Request request = messages.read(envelope);
        Map<String, Object> variables = new HashMap<>();
        // An expression names no path: of several values with one name, it gets the first.
        request.values()
                .forEach((name, value) -> variables.putIfAbsent(name.substring(name.lastIndexOf('.') + 1), value));
        if (request.answer().isEmpty()) {
            return new Request(variables, -1, CompletableFuture.completedFuture(new byte[0]));
        }
        OpenExchanges.Exchange exchange = exchanges.open(request.answer().get());
        variables.put(OpenExchanges.VARIABLE, exchange.number());
        return new Request(variables, exchange.number(), exchange.answer());
    }
}
