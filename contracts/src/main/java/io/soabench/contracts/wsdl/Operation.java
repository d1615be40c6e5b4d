package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;

/**
 * An operation of a port type.
 *
 * @param name unique in the port type. WS-BPEL forbids overloading; in a contract that no process imports, an overloaded operation has the
 *     name of its input behind a colon
 * @param exchange which messages flow in which order
 * @param input the message received by the provider; empty also when the message is not defined, which is a problem
 * @param output the message sent by the provider; empty under the same conditions
 * @param faults in document order
 * @param inputName the name that the document gives to the input; empty for none
 * @param inputActions the actions of WS-Addressing that the document gives to the input (1.0 Metadata, section 4.4.1); most documents give none
 * @param location the {@code operation} element
 */
public record Operation(
        String name,
        Exchange exchange,
        Optional<Message> input,
        Optional<Message> output,
        List<Fault> faults,
        Optional<String> inputName,
        List<String> inputActions,
        Location location) {
    public Operation {
        faults = List.copyOf(faults);
        inputActions = List.copyOf(inputActions);
    }

    /**
     * The separator between the names of an overloaded operation and of its input; no name in a document contains it.
     */
    static final char COLON = ':';

    /** Returns the name as the document has it, which wrappers of style rpc have. */
    public String writtenName() {
        int colon = name.indexOf(COLON);
        return colon < 0 ? name : name.substring(0, colon);
    }

    /** Returns a copy of another name. */
    Operation named(String other) {
        return new Operation(other, exchange, input, output, faults, inputName, inputActions, location);
    }

    /** Returns the fault of that name. */
    public Optional<Fault> fault(String faultName) {
        return faults.stream().filter(fault -> fault.name().equals(faultName)).findFirst();
    }

    public boolean isRequestResponse() {
        return exchange == Exchange.REQUEST_RESPONSE;
    }

    public boolean isOneWay() {
        return exchange == Exchange.ONE_WAY;
    }
}
