package io.soabench.orchestra.front;

import io.soabench.orchestra.front.SoapFault.Code;
import java.util.List;
import org.ow2.orchestra.facade.uuid.ProcessDefinitionUUID;
import org.w3c.dom.Element;

/**
 * A process that answers.
 *
 * @param path where it is offered
 * @param id by which Orchestra knows it
 */
record DeployedProcess(String path, ProcessDefinitionUUID id, List<ServiceOperation> operations) {

    /**
     * The operation that a request is for: that with the body's element; when several share it, the one among them with that
     * SOAPAction, else the first.
     *
     * @throws SoapFault when there is none
     */
    ServiceOperation operation(Element body, String soapAction) throws SoapFault {
        List<ServiceOperation> possible =
                operations.stream().filter(o -> o.takes(body)).toList();
        if (possible.isEmpty()) {
            throw new SoapFault(
                    Code.CLIENT,
                    "no operation of " + path + " takes {" + body.getNamespaceURI() + '}' + body.getLocalName());
        }
        return possible.stream()
                .filter(o -> o.soapAction().equals(soapAction))
                .findFirst()
                .orElse(possible.get(0));
    }
}
