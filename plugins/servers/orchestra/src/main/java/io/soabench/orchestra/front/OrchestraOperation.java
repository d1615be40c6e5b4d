package io.soabench.orchestra.front;

import io.soabench.front.FrontRefused;
import io.soabench.front.SoapFault;
import io.soabench.front.SoapFault.Code;
import io.soabench.front.SoapMessage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.wsdl.BindingOperation;
import javax.wsdl.Operation;
import javax.wsdl.Part;
import javax.wsdl.extensions.ElementExtensible;
import javax.wsdl.extensions.soap.SOAPBody;
import javax.wsdl.extensions.soap.SOAPOperation;
import javax.xml.namespace.QName;
import org.ow2.orchestra.services.OperationKey;
import org.ow2.orchestra.util.BpelSOAPUtil;
import org.ow2.orchestra.var.MessageVariable;
import org.w3c.dom.Element;

/**
 * An operation of a process with its SOAP 1.1 binding. It converts a body into a message of Orchestra and back (WSDL
 * 1.1, section 3.5; document and rpc, literal).
 *
 * @param key by which Orchestra knows it
 * @param lock whether Orchestra must hold the process while it looks for the instance: one of several that can begin it
 * @param rpc whether parts are wrapped in an element of the operation's name
 * @param input the expanded name of the element in the body of a request
 * @param output namespace of the wrapper of an rpc answer
 * @param parts of a request
 * @param oneWay whether there is no answer
 */
record OrchestraOperation(
        OperationKey key,
        boolean lock,
        boolean rpc,
        QName input,
        String output,
        String soapAction,
        List<Part> parts,
        boolean oneWay) {

    /** Reads an operation of a binding. */
    static OrchestraOperation of(QName process, QName portType, BindingOperation bound, String style, boolean lock)
            throws FrontRefused {
        Operation operation = bound.getOperation();
        SOAPOperation soap = Extensions.first(bound, SOAPOperation.class);
        boolean rpc = "rpc".equals(soap != null && soap.getStyle() != null ? soap.getStyle() : style);
        List<Part> parts = values(operation.getInput().getMessage().getParts(), Part.class);
        return new OrchestraOperation(
                new OperationKey(process, portType, operation.getName()),
                lock,
                rpc,
                rpc
                        ? new QName(namespace(bound.getBindingInput()), operation.getName())
                        : element(operation.getName(), parts),
                operation.getOutput() == null ? "" : namespace(bound.getBindingOutput()),
                soap == null || soap.getSoapActionURI() == null ? "" : soap.getSoapActionURI(),
                parts,
                operation.getOutput() == null);
    }

    private static QName element(String operation, List<Part> parts) throws FrontRefused {
        if (parts.size() != 1 || parts.get(0).getElementName() == null) {
            throw new FrontRefused("operation " + operation + " of style document has " + parts.size()
                    + " parts, or one without element; this server needs exactly one part with an element");
        }
        return parts.get(0).getElementName();
    }

    private static String namespace(ElementExtensible message) {
        SOAPBody body = message == null ? null : Extensions.first(message, SOAPBody.class);
        return body == null || body.getNamespaceURI() == null ? "" : body.getNamespaceURI();
    }

    /** Returns the values of one of WSDL4J's maps, which know no types. */
    static <T> List<T> values(Map<?, ?> map, Class<T> type) {
        return map.values().stream().map(type::cast).toList();
    }

    /** Returns whether a request with that element is for this operation. */
    boolean takes(Element body) {
        String namespace = body.getNamespaceURI();
        return input.equals(new QName(namespace == null ? "" : namespace, body.getLocalName()));
    }

    /** Returns the message of a request. */
    MessageVariable message(Element body) throws SoapFault {
        try {
            Collection<Part> all = parts;
            return rpc
                    ? BpelSOAPUtil.buildMessageFromRpcSOAPBodyElement(all, body)
                    : BpelSOAPUtil.buildMessageFromDocumentSOAPBodyElement(all, body);
        } catch (RuntimeException e) {
            throw new SoapFault(Code.CLIENT, "the message does not fit operation " + key.getOperationName() + ": " + e);
        }
    }

    /** Returns the envelope of an answer. */
    byte[] answer(MessageVariable message) {
        String content = content(message);
        if (!rpc) {
            return SoapMessage.envelope(content);
        }
        String name = key.getOperationName() + "Response";
        return SoapMessage.envelope(
                "<r:" + name + " xmlns:r=\"" + SoapMessage.escaped(output) + "\">" + content + "</r:" + name + '>');
    }

    /** Returns the elements in which the parts of a message stand: those of document style bare, those of rpc style by name of part. */
    private String content(MessageVariable message) {
        StringBuilder content = new StringBuilder();
        for (String part : message.getParts().keySet()) {
            content.append(SoapMessage.text(rpc ? message.getPartElement(part) : message.getPartValue(part)));
        }
        return content.toString();
    }

    /** Returns the fault with which a process answered. */
    SoapFault fault(QName name, MessageVariable message) {
        StringBuilder detail = new StringBuilder();
        if (message != null) {
            for (String part : message.getParts().keySet()) {
                detail.append(SoapMessage.text(message.getPartValue(part)));
            }
        }
        return new SoapFault(Code.SERVER, name.toString(), detail.toString());
    }
}
