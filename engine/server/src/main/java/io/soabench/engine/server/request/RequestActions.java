package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.server.soap.AddressingHeaders;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapReader;
import java.util.stream.Collectors;

/** The check of the action that a request has in its header (WS-Addressing 1.0 SOAP Binding, section 6.4.4). No state. */
final class RequestActions {
    /** The length at which an action is cut in a sentence: it may be as long as a request. */
    private static final int MOST_CHARACTERS = 200;

    private RequestActions() {}

    /**
     * Returns the operation of an addressed request. A request without an action has the operation of its body. The action of
     * WS-Addressing decides among several operations with the same payload when that of SOAP is empty.
     *
     * @param found the operation by the body
     * @param soapAction the SOAPAction, or the action of SOAP 1.2; empty for none
     * @throws RefusedSoapException if both actions differ, or the operation does not have that action
     */
    static ServiceOperation operation(
            Service service,
            ServiceOperation found,
            SoapReader.Envelope envelope,
            Addressing addressing,
            String soapAction)
            throws RefusedSoapException {
        String action = AddressingHeaders.action(envelope);
        if (action.isEmpty()) {
            return found;
        }
        if (!soapAction.isEmpty()
                && !soapAction.equals(action)
                && addressing.namespace().equals(Addressing.V10)) {
            throw RefusedSoapException.invalidAddressing(
                    addressing.namespace(),
                    "The header 'Action' is '" + shown(action) + "', but the action of SOAP is '" + shown(soapAction)
                            + "'; send the same twice, or leave the latter empty.");
        }
        ServiceOperation meant = soapAction.isEmpty() ? service.operation(envelope.payload(), () -> action) : found;
        if (!isAccepted(meant, action)) {
            throw RefusedSoapException.actionNotSupported(
                    addressing.namespace(),
                    "The operation '" + meant.name() + "' has no action '" + shown(action) + "'; send "
                            + meant.actions().stream()
                                    .map(each -> "'" + each + "'")
                                    .collect(Collectors.joining(" or "))
                            + ", or no header 'Action'.");
        }
        return meant;
    }

    /** Returns whether the documents give an action to an operation, or may do so, or its last word is the operation's name. */
    private static boolean isAccepted(ServiceOperation operation, String action) {
        return operation.actions().isEmpty()
                || operation.actions().contains(action)
                || Service.endsWith(action, operation);
    }

    private static String shown(String action) {
        return action.length() <= MOST_CHARACTERS ? action : action.substring(0, MOST_CHARACTERS) + "…";
    }
}
