package io.soabench.orchestra.front;

import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.front.SoapFault.Code;
import java.util.List;
import org.ow2.orchestra.facade.uuid.ProcessDefinitionUUID;
import org.w3c.dom.Element;

/**
 * A deployed process.
 *
 * @param path where it is offered
 * @param uuid by which Orchestra knows it
 */
record OrchestraProcess(String path, ProcessDefinitionUUID uuid, List<OrchestraOperation> operations)
        implements LibraryEngine.Deployed {

    @Override
    public String id() {
        return uuid.toString();
    }

    /**
     * Returns the operation of a request: that with the body's element; when several share it, the one among them with that
     * SOAPAction, else the first.
     *
     * @throws SoapFault when there is none
     */
    OrchestraOperation operation(Element body, String soapAction) throws SoapFault {
        List<OrchestraOperation> possible =
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
