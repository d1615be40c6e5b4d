package io.soabench.engine.runtime.kernel;

import java.util.List;

/**
 * An operation that a process provides.
 *
 * @param index number among the operations of the process
 * @param partnerLink number of the partner link it is provided at
 * @param partnerLinkName name of that partner link
 * @param name its name
 * @param soapAction the SOAPAction a client sends, empty when none is said
 * @param actionBase default action of WS-Addressing without its last word: namespace, port type, operation
 * @param input the request
 * @param output the answer, or null for one-way
 * @param faults the declared faults
 * @param createsInstance whether a message may start an instance
 * @param routes how a message finds a running instance, see {@link Router#find(List, List)}
 */
public record ServiceOperation(
        int index,
        int partnerLink,
        String partnerLinkName,
        String name,
        String soapAction,
        String actionBase,
        MessageShape input,
        MessageShape output,
        List<FaultShape> faults,
        boolean createsInstance,
        List<Route> routes) {
    /** Copies the list. */
    public ServiceOperation {
        faults = List.copyOf(faults);
        routes = List.copyOf(routes);
    }

    /** Whether the client gets no answer. */
    public boolean isOneWay() {
        return output == null;
    }
}
