package io.soabench.engine.server.batch;

import io.soabench.contracts.sample.DefaultInstances;
import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapParts;
import io.soabench.engine.server.soap.SoapReader;
import io.soabench.engine.server.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** A maker of messages of a process: from a text of the user, or from their schemas. Used by one thread. */
final class MessageTexts {
    private final WsdlDefinitions wsdl;
    private final DefaultInstances instances;

    MessageTexts(WsdlDefinitions wsdl) {
        this.wsdl = wsdl;
        this.instances = new DefaultInstances(wsdl.schemas());
    }

    /**
     * Reads a message.
     *
     * @param text the element in the body, an envelope, or nothing for an empty body
     */
    static SoapReader.Envelope envelope(String text) throws RefusedSoapException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (text.isBlank()) {
            return new SoapReader.Envelope(SoapVersion.V11, null, null);
        }
        Element root = element(bytes);
        for (SoapVersion version : SoapVersion.values()) {
            if (root.is(version.namespace(), "Envelope")) {
                return new SoapReader(XmlLimits.DEFAULT).read(bytes, 0, bytes.length);
            }
        }
        return new SoapReader.Envelope(SoapVersion.V11, null, root);
    }

    private static Element element(byte[] bytes) throws RefusedSoapException {
        try {
            return new ElementReader(XmlLimits.DEFAULT).read(bytes);
        } catch (RefusedXmlException e) {
            throw new RefusedSoapException(e.getMessage());
        }
    }

    /** Returns the parts of a message that a user has written. */
    static List<Element> parts(MessageShape shape, String text) throws RefusedSoapException {
        return SoapParts.read(shape, envelope(text));
    }

    /** Returns the default instance of a message: valid against its schema, see {@link DefaultInstances}. */
    List<Element> byDefault(MessageShape shape) throws NoInstanceException {
        List<Element> parts = new ArrayList<>();
        for (MessageShape.Part part : shape.parts()) {
            parts.add(part.place() == MessageShape.Place.NOWHERE ? null : byDefault(shape.message(), part));
        }
        return parts;
    }

    private Element byDefault(QualifiedName message, MessageShape.Part part) throws NoInstanceException {
        String text;
        if (part.element() != null) {
            text = XmlText.element(instances.element(
                    new QName(part.element().namespace(), part.element().name())));
        } else {
            QName type = wsdl.message(new QName(message.namespace(), message.name()))
                    .flatMap(found -> found.part(part.name()))
                    .flatMap(Part::type)
                    .orElseThrow(() -> new IllegalStateException("part '" + part.name() + "' has no type"));
            text = XmlText.element(instances.ofType(new QName(part.name()), type));
        }
        try {
            return element(text.getBytes(StandardCharsets.UTF_8));
        } catch (RefusedSoapException e) {
            throw new IllegalStateException("the default instance of " + part.name() + " cannot be read", e);
        }
    }
}
