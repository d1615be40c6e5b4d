package io.soabench.bpmn;

import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.ServiceOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A deployed process: requests become variables of an instance, and wait for their answers. Safe for use by many threads. */
public final class BpmnProcess implements LibraryEngine.Deployed {

    private final ContractDescriptor source;
    private final String id;
    private final String deployment;
    private final OpenExchanges exchanges;
    private final List<Accepted> accepted = new ArrayList<>();

    private record Accepted(ServiceOperation operation, MessageFormat input, MessageFormat output) {}

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
        for (ServiceOperation operation : source.operations()) {
            accepted.add(new Accepted(
                    operation,
                    new MessageFormat(operation.input()),
                    operation.output() == null ? null : new MessageFormat(operation.output())));
        }
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
     * Reads a request.
     *
     * @throws SoapFault when it is no message of an operation of this process
     */
    public Request read(byte[] envelope) throws SoapFault {
        try {
            XMLStreamReader in = MessageFormat.body(envelope);
            try {
                return request(in);
            } finally {
                in.close();
            }
        } catch (XMLStreamException | IllegalArgumentException e) {
            throw new SoapFault(SoapFault.Code.CLIENT, "the message cannot be read: " + e.getMessage());
        }
    }

    private Request request(XMLStreamReader in) throws XMLStreamException, SoapFault {
        for (Accepted each : accepted) {
            if (each.input().matches(in.getNamespaceURI(), in.getLocalName())) {
                Map<String, Object> variables = new HashMap<>();
                Object[] values = each.input().read(in);
                for (int i = 0; i < values.length; i++) {
                    variables.putIfAbsent(
                            each.operation().input().values().get(i).name(), values[i]);
                }
                if (each.output() == null) {
                    return new Request(variables, -1, CompletableFuture.completedFuture(new byte[0]));
                }
                OpenExchanges.Exchange exchange = exchanges.open(each.output());
                variables.put(OpenExchanges.VARIABLE, exchange.number());
                return new Request(variables, exchange.number(), exchange.answer());
            }
        }
        throw new SoapFault(
                SoapFault.Code.CLIENT,
                "no operation of " + path() + " takes {" + in.getNamespaceURI() + '}' + in.getLocalName());
    }
}
