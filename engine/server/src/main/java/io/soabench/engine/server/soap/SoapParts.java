package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.FaultShape;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.NamespaceScope;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.List;

/** A converter from the payload of a body to the parts of a message. No state. */
public final class SoapParts {
    private SoapParts() {}

    /**
     * Returns the parts of a message.
     *
     * @return the parts in the order of the message; null for a part that is not transmitted
     * @throws RefusedSoapException if it is another message, or has unknown headers that must be understood
     */
    public static List<Element> read(MessageShape shape, SoapReader.Envelope envelope) throws RefusedSoapException {
        SoapHeaders.check(envelope, shape);
        Element payload = envelope.payload();
        QualifiedName expected = shape.payload();
        if (expected == null
                ? payload != null
                : payload == null || !payload.is(expected.namespace(), expected.name())) {
            throw new RefusedSoapException(
                    "The body should hold " + (expected == null ? "nothing" : "'" + expected + "'") + ", but holds "
                            + (payload == null ? "nothing" : "'" + payload.qualifiedName() + "'") + ".");
        }
        if (shape.wrapper() != null || shape.bodyParts() < 2) {
            envelope.requireOneElement();
        }
        if (shape.isOneElement()) {
            return List.of(checked(shape.parts().get(0), payload));
        }
        List<Element> parts = new ArrayList<>(shape.parts().size());
        int inBody = 0;
        for (MessageShape.Part part : shape.parts()) {
            switch (part.place()) {
                case BODY -> {
                    parts.add(shape.wrapper() == null ? inBody(part, inBody, envelope) : wrapped(part, payload));
                    inBody++;
                }
                case HEADER -> parts.add(header(part, envelope));
                default -> parts.add(null);
            }
        }
        if (shape.wrapper() == null && envelope.others().size() >= Math.max(1, inBody)) {
            throw new RefusedSoapException("The body holds '"
                    + envelope.others().get(inBody - 1).qualifiedName() + "' after the last part of '"
                    + shape.message().name() + "'.");
        }
        if (shape.wrapper() != null && elementCount(payload) != inBody) {
            throw new RefusedSoapException("'" + payload.qualifiedName() + "' holds more than the parts of '"
                    + shape.message().name() + "', once each.");
        }
        return parts;
    }

    /** Returns a part in document style, which is the element at a place in the body. */
    private static Element inBody(MessageShape.Part part, int index, SoapReader.Envelope envelope)
            throws RefusedSoapException {
        QualifiedName expected = part.inDocument();
        Element found = index == 0
                ? envelope.payload()
                : index <= envelope.others().size() ? envelope.others().get(index - 1) : null;
        if (found == null || !found.is(expected.namespace(), expected.name())) {
            throw new RefusedSoapException("The body should hold '" + expected + "' as element " + (index + 1)
                    + ", but holds " + (found == null ? "nothing" : "'" + found.qualifiedName() + "'") + " there.");
        }
        return checked(part, found);
    }

    private static Element header(MessageShape.Part part, SoapReader.Envelope envelope) throws RefusedSoapException {
        Element block = SoapHeaders.block(envelope, part);
        if (block == null) {
            throw new RefusedSoapException("The header '" + part.element() + "' is missing.");
        }
        return checked(part, block);
    }

    /** Returns a part in the wrapper, with the surrounding namespaces that it may use. */
    private static Element wrapped(MessageShape.Part part, Element wrapper) throws RefusedSoapException {
        Element found = wrapper.element("", part.name());
        if (found == null) {
            // Wrong (Basic Profile 1.1, R2735), but without ambiguity.
            found = wrapper.element(wrapper.namespace(), part.name());
        }
        if (found == null) {
            throw new RefusedSoapException(
                    "Part '" + part.name() + "' is missing in '" + wrapper.qualifiedName() + "'.");
        }
        if (part.element() != null && found.firstElement() != null) {
            found = NamespaceScope.detached(found, found.firstElement());
        }
        return checked(part, NamespaceScope.detached(wrapper, found));
    }

    private static Element checked(MessageShape.Part part, Element value) throws RefusedSoapException {
        String problem = part.check().problem(value);
        if (problem != null) {
            throw new RefusedSoapException(problem);
        }
        return value;
    }

    private static int elementCount(Element wrapper) throws RefusedSoapException {
        int count = 0;
        for (int i = 0; i < wrapper.size(); i++) {
            if (wrapper.item(i) instanceof Element) {
                count++;
            } else if (!((String) wrapper.item(i)).isBlank()) {
                throw new RefusedSoapException("There is text between the parts in '" + wrapper.qualifiedName() + "'.");
            }
        }
        return count;
    }

    /**
     * Returns the fault in the answer of a partner. If its detail fits a declared fault, it is that fault. Otherwise,
     * its name is its code, unless that is a code of SOAP; then its name is that of the element in the detail. Without
     * code and detail, it is a partner failure.
     */
    public static Fault fault(SoapVersion version, Element payload, List<FaultShape> declared, String partner) {
        boolean old = version == SoapVersion.V11;
        Element detail = old ? payload.element("", "detail") : payload.element(version.namespace(), "Detail");
        String reason = old ? text(payload.element("", "faultstring")) : reason(payload, version);
        String sentence = partner + " answered with a fault: " + reason;
        QualifiedName code = code(version, payload);
        List<Element> entries = detail == null ? List.of() : entries(payload, detail);
        for (int i = 0; i < entries.size(); i++) {
            FaultShape shape = declared(declared, entries.subList(i, entries.size()), code);
            if (shape != null) {
                return new Fault(
                        shape.name(),
                        shape.message().message(),
                        entries.subList(i, i + shape.message().parts().size()),
                        sentence);
            }
        }
        FaultShape bare = entries.isEmpty() ? withoutParts(declared, code) : null;
        if (bare != null) {
            return new Fault(bare.name(), bare.message().message(), List.of(), sentence);
        }
        Element content = entries.isEmpty() ? null : entries.get(0);
        QualifiedName name = code == null && content != null ? content.qualifiedName() : code;
        return new Fault(
                name == null ? StandardFault.PARTNER_FAILURE.qualifiedName() : name,
                null,
                content == null ? List.of() : List.of(content),
                name == null ? sentence : partner + undeclared(name, declared) + reason);
    }

    /** Returns the entries of a detail, with the surrounding namespaces that they may use. */
    private static List<Element> entries(Element fault, Element detail) {
        NamespaceScope inner = new NamespaceScope(detail);
        NamespaceScope outer = new NamespaceScope(fault);
        return detail.elements().stream()
                .map(entry -> outer.detached(inner.detached(entry)))
                .toList();
    }

    /**
     * Returns the declared fault whose parts are the first entries of a detail. Among several, the one that has the
     * code as its name comes first, then the one with most parts, then the first.
     */
    private static FaultShape declared(List<FaultShape> declared, List<Element> entries, QualifiedName code) {
        FaultShape first = null;
        FaultShape sameName = null;
        for (FaultShape shape : declared) {
            if (isOf(shape, entries)) {
                if (shape.name().equals(code)) {
                    return shape;
                }
                first = first == null || parts(shape) > parts(first) ? shape : first;
                boolean same = code != null && shape.name().name().equals(code.name());
                sameName = same && sameName == null ? shape : sameName;
            }
        }
        return sameName == null ? first : sameName;
    }

    /** Returns the declared fault that has a code as its name, if its message has no parts; null if there is none. */
    private static FaultShape withoutParts(List<FaultShape> declared, QualifiedName code) {
        for (FaultShape shape : declared) {
            if (shape.name().equals(code) && parts(shape) == 0) {
                return shape;
            }
        }
        return null;
    }

    private static int parts(FaultShape shape) {
        return shape.message().parts().size();
    }

    private static String undeclared(QualifiedName name, List<FaultShape> declared) {
        List<String> names = declared.stream().map(shape -> shape.name().name()).toList();
        return " answered with fault '" + name + "', "
                + (names.isEmpty() ? "but declares none: " : "which is none that it declares " + names + ": ");
    }

    /**
     * Returns the code of a fault, or its subcode; null for a code of SOAP and for a text that is not a qualified name.
     */
    private static QualifiedName code(SoapVersion version, Element fault) {
        Element code = version == SoapVersion.V11
                ? fault.element("", "faultcode")
                : child(child(fault.element(version.namespace(), "Code"), version, "Subcode"), version, "Value");
        String value = text(code);
        int colon = value.indexOf(':');
        String namespace = colon <= 0 ? null : namespace(value.substring(0, colon), code, fault);
        boolean known = namespace != null
                && java.util.Arrays.stream(SoapVersion.values())
                        .noneMatch(soap -> soap.namespace().equals(namespace));
        return known ? new QualifiedName(namespace, value.substring(colon + 1)) : null;
    }

    private static Element child(Element element, SoapVersion version, String name) {
        return element == null ? null : element.element(version.namespace(), name);
    }

    private static String namespace(String prefix, Element inner, Element outer) {
        for (Element element : new Element[] {inner, outer}) {
            for (int i = 0; i < element.declarationCount(); i++) {
                if (element.declaration(i).prefix().equals(prefix)) {
                    return element.declaration(i).uri();
                }
            }
        }
        return null;
    }

    private static boolean isOf(FaultShape shape, List<Element> entries) {
        List<MessageShape.Part> parts = shape.message().parts();
        if (parts.isEmpty() || parts.size() > entries.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            QualifiedName expected = parts.get(i).element();
            Element entry = entries.get(i);
            // Some senders write the part of a type in another namespace.
            boolean named = expected == null
                    ? entry.name().equals(parts.get(i).name())
                    : entry.is(expected.namespace(), expected.name());
            if (!named || parts.get(i).check().problem(entry) != null) {
                return false;
            }
        }
        return true;
    }

    private static String reason(Element fault, SoapVersion version) {
        Element reason = fault.element(version.namespace(), "Reason");
        return reason == null ? "" : text(reason.firstElement());
    }

    private static String text(Element element) {
        return element == null ? "" : element.text().strip();
    }
}
