package io.soabench.engine.runtime.kernel;

import java.util.List;

/**
 * An operation that a process provides.
 *
 * @param index the number among the operations of the process
 * @param partnerLink the number of the partner link that offers it
 * @param partnerLinkName the name of the partner link
 * @param name the name of the operation
 * @param soapAction the SOAPAction that clients send; empty when the binding has none
 * @param actionBase the default action of WS-Addressing without its last part: namespace, port type, operation
 * @param actions the actions of WS-Addressing with which requests come; empty when the documents give none, so that any may come
 * @param input the layout of the request
 * @param output the layout of the answer; null for a one-way operation
 * @param faults the declared faults
 * @param createsInstance whether a message may start an instance
 * @param routes the ways in which a message finds a running instance, see {@link Router#find(List, List)}
 */
public record ServiceOperation(
        int index,
        int partnerLink,
        String partnerLinkName,
        String name,
        String soapAction,
        String actionBase,
        List<String> actions,
        MessageShape input,
        MessageShape output,
        List<FaultShape> faults,
        boolean createsInstance,
        List<Route> routes) {
    /** Copies the lists. */
    public ServiceOperation {
        actions = List.copyOf(actions);
        faults = List.copyOf(faults);
        routes = List.copyOf(routes);
    }

    /** Returns whether the client gets no answer. */
    public boolean isOneWay() {
        return output == null;
    }
}
