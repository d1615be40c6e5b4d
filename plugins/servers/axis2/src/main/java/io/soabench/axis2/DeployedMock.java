package io.soabench.axis2;

import io.soabench.mock.MockService;
import io.soabench.mock.PlannedReply;
import io.soabench.mock.RequestScan;
import io.soabench.mock.RequestScan.Defect;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.SoapVersion;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.kernel.http.HTTPConstants;

/**
 * A deployed service together with its mock. It is a parameter of the {@link AxisService}, where dispatcher and
 * receivers find it.
 *
 * @param mock source of the answers
 * @param operations by name
 */
record DeployedMock(MockService mock, Map<String, AxisOperation> operations) {

    /** The name of the parameter of the service. */
    static final String PARAMETER = "soabench.mock";

    /** The attribute of the servlet request for the instant of its arrival, a {@link Long}. */
    static final String ARRIVAL = "soabench.arrival";

    /** The attribute of the servlet request for the planned {@link PlannedReply}. */
    static final String REPLY = "soabench.reply";

    /**
     * Returns the mock of a service.
     *
     * @throws AxisFault when the service was not deployed by the mock host
     */
    static DeployedMock of(AxisService service) throws AxisFault {
        if (service.getParameterValue(PARAMETER) instanceof DeployedMock mocked) {
            return mocked;
        }
        throw new AxisFault("service " + service.getName()
                + " answers in the SOABench mock host only; start io.soabench.axis2.Axis2MockHost");
    }

    /** Returns the operation of a message, or {@code null}, as Axis2 requires, when there is none. */
    AxisOperation operation(MessageContext message) {
        OMElement element = message.getEnvelope().getBody().getFirstElement();
        Optional<MockOperation> operation = mock.operation(message.getSoapAction(), expandedName(element));
        return operation.map(found -> operations.get(found.name())).orElse(null);
    }

    /** Plans the answer to a message and leaves it with the servlet request. */
    PlannedReply reply(MessageContext message) throws AxisFault {
        HttpServletRequest request = (HttpServletRequest) message.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST);
        String header = mock.uiidHeader();
        PlannedReply reply = mock.reply(
                (Long) request.getAttribute(ARRIVAL),
                message.getSoapAction(),
                header.isEmpty() ? null : request.getHeader(header),
                scan(message));
        request.setAttribute(REPLY, reply);
        return reply;
    }

    /** Returns the version of SOAP that the mock speaks. */
    SoapVersion soap() {
        return mock.folder().plan().soapVersion();
    }

    private RequestScan scan(MessageContext message) throws AxisFault {
        if (message.isSOAP11() != (soap() == SoapVersion.SOAP_11)) {
            return RequestScan.of(Defect.VERSION);
        }
        SOAPEnvelope envelope = message.getEnvelope();
        OMElement element = envelope.getBody().getFirstElement();
        if (element == null) {
            return new RequestScan(Defect.NONE, "", "", "");
        }
        try {
            XMLStreamReader reader = element.getXMLStreamReader(true);
            while (reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
                reader.next();
            }
            return mock.scan(reader);
        } catch (XMLStreamException | OMException e) {
            throw AxisFault.makeFault(e);
        }
    }

    private static String expandedName(OMElement element) {
        if (element == null) {
            return "";
        }
        String namespace = element.getNamespaceURI();
        return '{' + (namespace == null ? "" : namespace) + '}' + element.getLocalName();
    }
}
