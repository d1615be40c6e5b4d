package io.soabench.messages;

import io.soabench.front.SoapFault;
import io.soabench.plugin.ServiceOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The messages that clients exchange with a process. */
public final class ClientMessages {

    private final String path;
    private final List<Accepted> accepted = new ArrayList<>();

    private record Accepted(
            ServiceOperation operation, List<String> names, MessageFormat input, Optional<MessageFormat> output) {}

    /**
     * Creates the messages of some operations.
     *
     * @param path of the process in sentences
     */
    public ClientMessages(String path, List<ServiceOperation> operations) {
        this.path = path;
        for (ServiceOperation operation : operations) {
            accepted.add(new Accepted(
                    operation,
                    operation.input().names(),
                    new MessageFormat(operation.input()),
                    Optional.ofNullable(operation.output()).map(MessageFormat::new)));
        }
    }

    /**
     * A request.
     *
     * @param operation its name
     * @param values by the names of {@link io.soabench.plugin.MessageTemplate#names}, in document order; {@code null} for a value that it does not have
     * @param answer format of the answer; empty for a one-way operation
     */
    public record Request(String operation, Map<String, Object> values, Optional<MessageFormat> answer) {}

    /**
     * Reads a request.
     *
     * @throws SoapFault when it is not a message of an operation of this process
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
                Map<String, Object> named = new LinkedHashMap<>();
                Object[] values = each.input().read(in);
                for (int i = 0; i < values.length; i++) {
                    // Of a repeated element, only the first has a value.
                    named.putIfAbsent(each.names().get(i), values[i]);
                }
                return new Request(each.operation().name(), named, each.output());
            }
        }
        throw new SoapFault(
                SoapFault.Code.CLIENT,
                "no operation of " + path + " takes {" + in.getNamespaceURI() + '}' + in.getLocalName());
    }
}
