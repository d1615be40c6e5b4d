package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;

/**
 * An operation of a port type.
 *
 * @param name unique in the port type, since WS-BPEL forbids overloading
 * @param exchange which messages flow in which order
 * @param input the message received by the provider; empty also when the message is not defined, which is a problem
 * @param output the message sent by the provider; empty under the same conditions
 * @param faults in document order
 * @param location the {@code operation} element
 */
public record Operation(
        String name,
        Exchange exchange,
        Optional<Message> input,
        Optional<Message> output,
        List<Fault> faults,
        Location location) {
    public Operation {
        faults = List.copyOf(faults);
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
