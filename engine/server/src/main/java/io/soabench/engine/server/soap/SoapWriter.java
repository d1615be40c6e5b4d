package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.FaultShape;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A writer of SOAP envelopes, directly from the data of a message to bytes. No state. */
public final class SoapWriter {
    private static final String PREFIX = "soapenv";
    private static final byte[] CLOSING = ascii("</soapenv:Body></soapenv:Envelope>");

    private SoapWriter() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes an envelope around the parts of a message, with further headers. */
    public static void message(
            XmlOutput output, SoapVersion version, MessageShape shape, List<Element> parts, List<Element> headers) {
        output.clear();
        if (!headers.isEmpty() || shape.hasHeaders()) {
            output.raw(version.envelope());
            output.declared(PREFIX, version.namespace());
            output.raw("<soapenv:Header>");
            headers.forEach(output::element);
            for (int i = 0; i < parts.size(); i++) {
                if (shape.parts().get(i).place() == MessageShape.Place.HEADER) {
                    output.element(element(shape.parts().get(i), parts.get(i)));
                }
            }
            output.raw("</soapenv:Header><soapenv:Body>");
        } else {
            output.raw(version.opening());
            output.declared(PREFIX, version.namespace());
        }
        if (shape.wrapper() == null) {
            for (int i = 0; i < parts.size(); i++) {
                if (shape.parts().get(i).place() == MessageShape.Place.BODY) {
                    output.element(element(shape.parts().get(i), parts.get(i)));
                }
            }
        } else {
            output.element(wrapped(shape, parts));
        }
        output.raw(CLOSING);
    }

    /**
     * Returns the value of a part under the name of the part, since a process may have copied it from an element with
     * another name.
     */
    private static Element element(MessageShape.Part part, Element value) {
        QualifiedName name = part.inDocument();
        return value.is(name.namespace(), name.name())
                ? value
                : value.named(name.namespace().isEmpty() ? "" : "ns", name.namespace(), name.name());
    }

    private static Element wrapped(MessageShape shape, List<Element> parts) {
        Element wrapper =
                Element.empty("ns", shape.wrapper().namespace(), shape.wrapper().name());
        for (int i = 0; i < shape.parts().size() && i < parts.size(); i++) {
            MessageShape.Part part = shape.parts().get(i);
            if (part.place() == MessageShape.Place.BODY) {
                wrapper = wrapper.withAppended(
                        part.element() == null
                                ? parts.get(i).named("", "", part.name())
                                : Element.empty("", "", part.name()).withAppended(element(part, parts.get(i))));
            }
        }
        return wrapper;
    }

    /** Writes an envelope with the fault that ended an operation. */
    public static void fault(
            XmlOutput output, SoapVersion version, Fault fault, List<FaultShape> declared, List<Element> headers) {
        List<Element> detail = fault.data();
        for (FaultShape shape : declared) {
            if (shape.isOf(fault)) {
                detail = new ArrayList<>(fault.data().size());
                for (int i = 0; i < fault.data().size(); i++) {
                    detail.add(
                            element(shape.message().parts().get(i), fault.data().get(i)));
                }
            }
        }
        fault(output, version, fault.name(), null, fault.reason(), detail, headers);
    }

    /** Writes an envelope with the fault for a refused message. */
    public static void refusal(XmlOutput output, SoapVersion version, RefusedSoapException refused) {
        fault(
                output,
                version,
                refused.subcode(),
                refused.code(),
                refused.getMessage(),
                List.of(),
                headers(version, refused));
    }

    /** Returns the headers that SOAP 1.2 demands with such a fault (part 1, sections 5.4.7 and 5.4.8). */
    private static List<Element> headers(SoapVersion version, RefusedSoapException refused) {
        if (version == SoapVersion.V11) {
            return List.of();
        }
        if (refused.header() != null) {
            return List.of(Element.empty(PREFIX, version.namespace(), "NotUnderstood")
                    .declaring(new Namespace("h", refused.header().namespace()))
                    .withAttribute(new Attribute(
                            "", "", "qname", "h:" + refused.header().name())));
        }
        if (!refused.code().equals("VersionMismatch")) {
            return List.of();
        }
        Element upgrade = Element.empty(PREFIX, version.namespace(), "Upgrade");
        for (SoapVersion spoken : new SoapVersion[] {SoapVersion.V12, SoapVersion.V11}) {
            upgrade = upgrade.withAppended(Element.empty(PREFIX, version.namespace(), "SupportedEnvelope")
                    .declaring(new Namespace("e", spoken.namespace()))
                    .withAttribute(new Attribute("", "", "qname", "e:Envelope")));
        }
        return List.of(upgrade);
    }

    private static void fault(
            XmlOutput output,
            SoapVersion version,
            QualifiedName name,
            String code,
            String reason,
            List<Element> detail,
            List<Element> headers) {
        output.clear();
        output.raw(version.envelope());
        output.declared(PREFIX, version.namespace());
        if (!headers.isEmpty()) {
            output.raw("<soapenv:Header>");
            headers.forEach(output::element);
            output.raw("</soapenv:Header>");
        }
        output.raw("<soapenv:Body>");
        boolean prefixed = name != null && !name.namespace().isEmpty();
        String declaration = prefixed ? " xmlns:flt=\"" : "";
        if (version == SoapVersion.V11) {
            output.raw("<soapenv:Fault><faultcode");
            namespace(output, declaration, name);
            output.raw('>');
            output.raw(name == null ? PREFIX + ":" + code : (prefixed ? "flt:" : "") + name.name());
            output.raw("</faultcode><faultstring>");
            output.escaped(reason, false);
            output.raw("</faultstring>");
            if (!detail.isEmpty()) {
                output.raw("<detail>");
                detail.forEach(output::element);
                output.raw("</detail>");
            }
        } else {
            String code12 = code == null
                    ? "Receiver"
                    : switch (code) {
                        case "Client" -> "Sender";
                        case "Server" -> "Receiver";
                        default -> code;
                    };
            output.raw("<soapenv:Fault><soapenv:Code><soapenv:Value>soapenv:" + code12 + "</soapenv:Value>");
            if (name != null) {
                output.raw("<soapenv:Subcode><soapenv:Value");
                namespace(output, declaration, name);
                output.raw('>');
                output.raw((prefixed ? "flt:" : "") + name.name());
                output.raw("</soapenv:Value></soapenv:Subcode>");
            }
            output.raw("</soapenv:Code><soapenv:Reason><soapenv:Text xml:lang=\"en\">");
            output.escaped(reason, false);
            output.raw("</soapenv:Text></soapenv:Reason>");
            if (!detail.isEmpty()) {
                output.raw("<soapenv:Detail>");
                detail.forEach(output::element);
                output.raw("</soapenv:Detail>");
            }
        }
        output.raw("</soapenv:Fault>");
        output.raw(CLOSING);
    }

    private static void namespace(XmlOutput output, String declaration, QualifiedName name) {
        if (!declaration.isEmpty()) {
            output.raw(declaration);
            output.escaped(name.namespace(), true);
            output.raw('"');
        }
    }
}
