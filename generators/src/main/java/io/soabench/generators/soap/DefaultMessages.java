package io.soabench.generators.soap;

import io.soabench.contracts.sample.DefaultInstances;
import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.tree.Content;
import io.soabench.contracts.tree.Text;
import io.soabench.contracts.tree.XmlTree;
import io.soabench.contracts.wsdl.BindingOperation;
import io.soabench.contracts.wsdl.Fault;
import io.soabench.contracts.wsdl.HeaderBinding;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.MessageBinding;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.plan.SoapVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * The messages of an operation with {@linkplain DefaultInstances default instances} in them, as WSDL 1.1 section 3 and the WS-I Basic Profile
 * lay them out. Style document puts the elements of the parts into the body. Style rpc puts parts, without namespace, into a wrapper named
 * after the operation. Parts bound to headers go there. Parts of style document that have a type and no element put the content of that type
 * into the body. For one thread.
 */
public final class DefaultMessages {

    private final WsdlDefinitions wsdl;
    private final DefaultInstances instances;

    /** Creates the messages of these definitions. */
    public DefaultMessages(WsdlDefinitions wsdl) {
        this.wsdl = wsdl;
        this.instances = new DefaultInstances(wsdl.schemas());
    }

    /** Returns the definitions that the messages are made from. */
    public WsdlDefinitions definitions() {
        return wsdl;
    }

    /** Returns the envelope that asks for an operation. */
    public XmlTree request(SoapOperation operation) throws NoInstanceException {
        return envelope(
                operation,
                operation.operation().input(),
                operation.binding().flatMap(BindingOperation::input),
                operation.operation().writtenName());
    }

    /** Returns the envelope that answers an operation. */
    public XmlTree answer(SoapOperation operation) throws NoInstanceException {
        return envelope(
                operation,
                operation.operation().output(),
                operation.binding().flatMap(BindingOperation::output),
                operation.operation().writtenName() + "Response");
    }

    /**
     * Returns the envelope of the first declared fault whose detail is an element.
     *
     * @param sentence for {@code faultstring}
     * @return empty when the operation declares no such fault
     */
    public Optional<XmlTree> fault(SoapOperation operation, String sentence) throws NoInstanceException {
        for (Fault fault : operation.operation().faults()) {
            Optional<QName> element =
                    fault.message().flatMap(m -> m.parts().stream().findFirst()).flatMap(Part::element);
            if (element.isPresent()) {
                XmlTree detail = instances.element(element.get());
                XmlTree content = XmlTree.of(
                        soap(operation, "Fault"),
                        operation.soap() == SoapVersion.SOAP_12
                                ? fault12(operation, sentence, detail)
                                : fault11(operation, sentence, detail));
                return Optional.of(XmlTree.of(
                        soap(operation, "Envelope"), List.of(XmlTree.of(soap(operation, "Body"), List.of(content)))));
            }
        }
        return Optional.empty();
    }

    private static QName soap(SoapOperation operation, String name) {
        return new QName(operation.soap().namespace(), name);
    }

    private static List<XmlTree> fault11(SoapOperation operation, String sentence, XmlTree detail) {
        return List.of(
                XmlTree.of(new QName("faultcode"), List.of(Text.of(soap(operation, "Server")))),
                XmlTree.of(new QName("faultstring"), sentence),
                XmlTree.of(new QName("detail"), List.of(detail)));
    }

    /** Returns the children of a fault of SOAP 1.2 (part 1, section 5.4). */
    private static List<XmlTree> fault12(SoapOperation operation, String sentence, XmlTree detail) {
        XmlTree reason = new XmlTree(
                soap(operation, "Text"),
                List.of(new XmlTree.Attribute(new QName(XMLConstants.XML_NS_URI, "lang"), Text.of("en"))),
                List.of(Text.of(sentence)));
        return List.of(
                XmlTree.of(
                        soap(operation, "Code"),
                        List.of(XmlTree.of(soap(operation, "Value"), List.of(Text.of(soap(operation, "Receiver")))))),
                XmlTree.of(soap(operation, "Reason"), List.of(reason)),
                XmlTree.of(soap(operation, "Detail"), List.of(detail)));
    }

    /** Returns the expanded name {@code {namespace}local} of the first element in the body of a request; empty when there is none. */
    public String inputElement(SoapOperation operation) throws NoInstanceException {
        Optional<QName> declared = declared(
                operation, operation.operation().input(), operation.binding().flatMap(BindingOperation::input));
        return declared.isPresent() ? expanded(declared.get()) : bodyElement(operation, request(operation));
    }

    /** Returns the only element of the body that a contract declares by its name, whether it has a default instance or not. */
    private static Optional<QName> declared(
            SoapOperation operation, Optional<Message> message, Optional<MessageBinding> binding) {
        List<Part> parts = message.map(Message::parts).orElse(List.of());
        boolean plain = binding.map(
                        each -> each.headers().isEmpty() && each.bodyParts().isEmpty())
                .orElse(true);
        return plain && parts.size() == 1 && operation.style() != Style.RPC
                ? parts.get(0).element()
                : Optional.empty();
    }

    /** Returns the expanded name of the first element in the body of the answer; empty when there is none or the operation is one-way. */
    public String answerElement(SoapOperation operation) throws NoInstanceException {
        return operation.oneWay() ? "" : bodyElement(operation, answer(operation));
    }

    private static String bodyElement(SoapOperation operation, XmlTree envelope) {
        return envelope.element(soap(operation, "Body"))
                .flatMap(body -> body.elements().stream().findFirst())
                .map(element -> expanded(element.name()))
                .orElse("");
    }

    private static String expanded(QName name) {
        return name.getNamespaceURI().isEmpty()
                ? name.getLocalPart()
                : "{" + name.getNamespaceURI() + "}" + name.getLocalPart();
    }

    private XmlTree envelope(
            SoapOperation operation, Optional<Message> message, Optional<MessageBinding> binding, String wrapper)
            throws NoInstanceException {
        if (binding.isPresent() && !binding.get().literal()) {
            throw new NoInstanceException(binding.get().location()
                    + ": SOAP encoding is not supported, as the WS-I Basic Profile forbids it; use=\"literal\"");
        }
        List<XmlTree> headers = new ArrayList<>();
        List<String> inHeader = new ArrayList<>();
        for (HeaderBinding header : binding.map(MessageBinding::headers).orElse(List.of())) {
            Optional<Part> part = wsdl.message(header.message()).flatMap(m -> m.part(header.part()));
            if (message.isPresent() && message.get().name().equals(header.message())) {
                inHeader.add(header.part());
            }
            if (part.isPresent() && part.get().element().isPresent()) {
                headers.add(instances.element(part.get().element().get()));
            }
        }
        List<Content> body = new ArrayList<>();
        for (Part part : message.map(Message::parts).orElse(List.of())) {
            boolean listed = binding.flatMap(MessageBinding::bodyParts)
                    .map(parts -> parts.contains(part.name()))
                    .orElse(!inHeader.contains(part.name()));
            if (listed) {
                body.addAll(part(operation.style(), part));
            }
        }
        if (operation.style() == Style.RPC) {
            String namespace = binding.flatMap(MessageBinding::namespace).orElse("");
            body = List.of(XmlTree.of(new QName(namespace, wrapper), body));
        }
        XmlTree soapBody = XmlTree.of(soap(operation, "Body"), body);
        return XmlTree.of(
                soap(operation, "Envelope"),
                headers.isEmpty()
                        ? List.of(soapBody)
                        : List.of(XmlTree.of(soap(operation, "Header"), headers), soapBody));
    }

    private List<? extends Content> part(Style style, Part part) throws NoInstanceException {
        if (style == Style.RPC) {
            QName name = new QName(part.name());
            return List.of(
                    part.element().isPresent()
                            ? instances.element(part.element().get())
                            : instances.ofType(name, typeOf(part)));
        }
        return part.element().isPresent()
                ? List.of(instances.element(part.element().get()))
                : instances.ofType(new QName(part.name()), typeOf(part)).content();
    }

    private static QName typeOf(Part part) throws NoInstanceException {
        return part.type()
                .orElseThrow(() -> new NoInstanceException(part.location() + ": part \"" + part.name()
                        + "\" has neither an element nor a type; add one of them"));
    }
}
