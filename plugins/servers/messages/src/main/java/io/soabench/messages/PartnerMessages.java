package io.soabench.messages;

import io.soabench.plugin.ContractDescriptor.Partner;
import io.soabench.plugin.MessageTemplate.Value;
import io.soabench.plugin.ServiceOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The messages that a process exchanges with a partner. How they travel is up to its user. */
public final class PartnerMessages {

    private static final int ACCEPTED = 202;
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    private final Partner partner;
    private final Map<String, Operation> operations = new LinkedHashMap<>();

    /** An operation of the partner. */
    public final class Operation {

        private final ServiceOperation operation;
        private final MessageFormat input;
        private final MessageFormat output;

        private Operation(ServiceOperation operation) {
            this.operation = operation;
            this.input = new MessageFormat(operation.input());
            this.output = operation.output() == null ? null : new MessageFormat(operation.output());
        }

        /** Returns the value of the HTTP header, without quotes. */
        public String soapAction() {
            return operation.soapAction();
        }

        /** Returns the names of the request's values, in document order. */
        public List<String> names() {
            return operation.input().names();
        }

        /**
         * Returns the envelope of a request.
         *
         * @param values in document order
         * @throws IllegalArgumentException when their number is another one
         */
        public byte[] request(List<?> values) {
            return input.write(values);
        }

        /**
         * Returns the value of an answer: with several values a map from names to values; {@code null} for a one-way
         * operation.
         *
         * @param status of HTTP
         * @param body the envelope
         * @throws PartnerFault when the partner answered a SOAP fault
         * @throws UncheckedIOException when it answered something that is not a SOAP message
         * @throws IllegalStateException when it answered another message
         */
        public Object answer(int status, byte[] body) {
            if (output == null && (status == ACCEPTED || status == OK)) {
                return null;
            }
            if (status != OK && status != SERVER_ERROR) {
                throw new UncheckedIOException(
                        "partner " + partner.name() + " answered HTTP status " + status,
                        new IOException("HTTP status " + status));
            }
            try {
                return read(body);
            } catch (XMLStreamException e) {
                throw new UncheckedIOException(
                        "partner " + partner.name() + " answered no SOAP message: " + e.getMessage(),
                        new IOException(e));
            }
        }

        private Object read(byte[] envelope) throws XMLStreamException {
            XMLStreamReader in = MessageFormat.body(envelope);
            try {
                if (MessageFormat.isSoap(in, "Fault")) {
                    throw PartnerFault.read(partner.name(), in);
                }
                if (output == null || !output.matches(in.getNamespaceURI(), in.getLocalName())) {
                    throw new IllegalStateException("partner " + partner.name() + " answered {" + in.getNamespaceURI()
                            + '}' + in.getLocalName() + " to operation " + operation.name());
                }
                return result(output.message().values(), output.read(in));
            } finally {
                in.close();
            }
        }
    }

    /** Creates the messages of a partner. */
    public PartnerMessages(Partner partner) {
        this.partner = partner;
        partner.operations().forEach(operation -> operations.put(operation.name(), new Operation(operation)));
    }

    /** Returns the name by which the process file knows the partner. */
    public String name() {
        return partner.name();
    }

    /** Returns the URI of the service. */
    public String address() {
        return partner.address();
    }

    /**
     * Returns an operation.
     *
     * @throws IllegalArgumentException when the partner has none of that name; the message states those that it has
     */
    public Operation operation(String name) {
        Operation operation = operations.get(name);
        if (operation == null) {
            throw new IllegalArgumentException("partner " + partner.name() + " has no operation \"" + name
                    + "\"; it has " + String.join(", ", operations.keySet()));
        }
        return operation;
    }

    /** Returns the exception for a partner that cannot be reached or does not answer in time. */
    public UncheckedIOException unreachable(IOException cause) {
        return new UncheckedIOException(
                "partner " + partner.name() + " at " + partner.address() + ": " + cause.getMessage(), cause);
    }

    private static Object result(List<Value> declared, Object[] values) {
        if (values.length == 1) {
            return values[0];
        }
        Map<String, Object> result = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            result.putIfAbsent(declared.get(i).name(), values[i]);
        }
        return result;
    }
}
