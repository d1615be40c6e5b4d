package io.soabench.bpmn;

import io.soabench.plugin.ContractDescriptor.Partner;
import io.soabench.plugin.MessageTemplate.Value;
import io.soabench.plugin.ServiceOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A partner as expressions of a process see it. The methods {@code call} take the operation's name and the values of its message in document order.
 * They return the value of the answer; with several values a map from names to values; {@code null} for a one-way operation. The expression
 * languages of the engines know no variable number of arguments, hence one method for each number up to eight.
 */
public final class PartnerBean {

    private static final int ACCEPTED = 202;
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    private final Partner partner;
    private final PartnerCalls client;
    private final Function<PartnerFault, RuntimeException> errors;
    private final Map<String, Exchange> operations = new LinkedHashMap<>();

    private record Exchange(ServiceOperation operation, MessageFormat input, MessageFormat output) {}

    /**
     * Creates the bean of a partner.
     *
     * @param errors makes the engine's own BPMN error of a fault
     */
    public PartnerBean(Partner partner, PartnerCalls client, Function<PartnerFault, RuntimeException> errors) {
        this.partner = partner;
        this.client = client;
        this.errors = errors;
        for (ServiceOperation operation : partner.operations()) {
            operations.put(
                    operation.name(),
                    new Exchange(
                            operation,
                            new MessageFormat(operation.input()),
                            operation.output() == null ? null : new MessageFormat(operation.output())));
        }
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

    private Object send(String name, List<Object> values) {
        Exchange exchange = operations.get(name);
        if (exchange == null) {
            throw new IllegalArgumentException("partner " + partner.name() + " has no operation \"" + name
                    + "\"; it has " + String.join(", ", operations.keySet()));
        }
        PartnerCalls.Answer answer;
        try {
            answer = client.send(
                    partner.address(),
                    exchange.operation().soapAction(),
                    exchange.input().write(values));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "partner " + partner.name() + " at " + partner.address() + ": " + e.getMessage(), e);
        }
        if (exchange.output() == null && (answer.status() == ACCEPTED || answer.status() == OK)) {
            return null;
        }
        if (answer.status() != OK && answer.status() != SERVER_ERROR) {
            throw new UncheckedIOException(
                    "partner " + partner.name() + " answered HTTP status " + answer.status(),
                    new IOException("HTTP status " + answer.status()));
        }
        try {
            return read(exchange, answer.body());
        } catch (XMLStreamException e) {
            throw new UncheckedIOException(
                    "partner " + partner.name() + " answered no SOAP message: " + e.getMessage(), new IOException(e));
        }
    }

    private Object read(Exchange exchange, byte[] envelope) throws XMLStreamException {
        XMLStreamReader in = MessageFormat.body(envelope);
        try {
            if (MessageFormat.isSoap(in, "Fault")) {
                throw errors.apply(fault(in));
            }
            MessageFormat output = exchange.output();
            if (output == null || !output.matches(in.getNamespaceURI(), in.getLocalName())) {
                throw new IllegalStateException(
                        "partner " + partner.name() + " answered {" + in.getNamespaceURI() + '}' + in.getLocalName()
                                + " to operation " + exchange.operation().name());
            }
            return result(output.message().values(), output.read(in));
        } finally {
            in.close();
        }
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

    private PartnerFault fault(XMLStreamReader in) throws XMLStreamException {
        String code = "fault";
        String sentence = "";
        boolean detail = false;
        int depth = 1;
        while (depth > 0) {
            int event = in.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                if (detail && depth == 3) {
                    code = in.getLocalName();
                    detail = false;
                } else if (depth == 2 && in.getLocalName().equals("faultstring")) {
                    sentence = in.getElementText();
                    depth--;
                } else if (depth == 2) {
                    detail = in.getLocalName().equals("detail");
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
        return new PartnerFault(code, "partner " + partner.name() + " answered a fault: " + sentence);
    }
}
