package io.soabench.start;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.tree.Content;
import io.soabench.contracts.tree.Text;
import io.soabench.contracts.tree.XmlTree;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.SoapOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.xml.namespace.QName;

/** A request and an answer of an operation, made from the WSDL. The user completes them. */
final class MessageSamples {

    private final DefaultMessages messages;
    private final WsdlDefinitions wsdl;

    /**
     * A message.
     *
     * @param text content of a data file
     * @param identified the element with the invocation identifier, from the root of the body on; empty: none
     */
    record Sample(String text, List<QName> identified) {}

    /**
     * An answer.
     *
     * @param text content of a data file
     * @param known whether its content is right, and not only its form
     */
    record Answer(String text, boolean known) {}

    MessageSamples(WsdlDefinitions wsdl) {
        this.wsdl = wsdl;
        this.messages = new DefaultMessages(wsdl);
    }

    /**
     * Returns a request.
     *
     * @param preferred the element for the identifier, if the request has it; empty: an element that may hold any text
     */
    Sample request(SoapOperation operation, List<QName> preferred) throws NoInstanceException {
        XmlTree envelope = messages.request(operation);
        IdentifierPlaces places = IdentifierPlaces.of(body(envelope), wsdl, operation);
        Optional<List<QName>> chosen =
                places.typed().contains(preferred) || places.untyped().contains(preferred)
                        ? Optional.of(preferred)
                        : mostLikely(places.typed()).or(() -> mostLikely(places.untyped()));
        if (chosen.isEmpty()) {
            return new Sample(text(envelope), List.of());
        }
        return new Sample(text(withPlaceholder(envelope, chosen.get())), chosen.get());
    }

    /** Returns an answer, without an identifier. */
    String answer(SoapOperation operation) throws NoInstanceException {
        return text(messages.answer(operation));
    }

    /**
     * Returns an answer.
     *
     * @param right the known part of the right answer, by the element in the body of a sample that is made from the
     *     WSDL
     */
    Answer answer(SoapOperation operation, Function<XmlTree, Optional<XmlTree>> right) throws NoInstanceException {
        XmlTree form = messages.answer(operation);
        List<XmlTree> body = body(form);
        Optional<XmlTree> known =
                body.size() == 1 && form.elements().size() == 1 ? right.apply(body.get(0)) : Optional.empty();
        return new Answer(known.map(IndentedXml::indented).orElseGet(() -> text(form)), known.isPresent());
    }

    /** Returns the first path whose element is called like an identifier, else the first one. */
    private static Optional<List<QName>> mostLikely(List<List<QName>> leaves) {
        return leaves.stream()
                .filter(path -> path.get(path.size() - 1)
                        .getLocalPart()
                        .matches("(?i)(.*[a-z_.-])?(id|identifier|uuid|key|reference)"))
                .findFirst()
                .or(() -> leaves.stream().findFirst());
    }

    private static List<XmlTree> body(XmlTree envelope) {
        return envelope.element(bodyOf(envelope)).map(XmlTree::elements).orElse(List.of());
    }

    /** Returns the name of the body in an envelope of either version of SOAP. */
    private static QName bodyOf(XmlTree envelope) {
        return new QName(envelope.name().getNamespaceURI(), "Body");
    }

    /** Returns the envelope with the placeholder of the identifier in an element of its body. */
    private static XmlTree withPlaceholder(XmlTree envelope, List<QName> path) {
        List<Content> content = new ArrayList<>();
        for (Content each : envelope.content()) {
            content.add(
                    each instanceof XmlTree tree && tree.name().equals(bodyOf(envelope))
                            ? tree.withContent(withPlaceholder(tree.content(), path))
                            : each);
        }
        return envelope.withContent(content);
    }

    private static List<Content> withPlaceholder(List<Content> content, List<QName> path) {
        List<Content> changed = new ArrayList<>();
        boolean done = false;
        for (Content each : content) {
            if (!done && each instanceof XmlTree tree && tree.name().equals(path.get(0))) {
                done = true;
                changed.add(tree.withContent(
                        path.size() == 1
                                ? List.of(Text.of(RequestText.PLACEHOLDER))
                                : withPlaceholder(tree.content(), path.subList(1, path.size()))));
            } else {
                changed.add(each);
            }
        }
        return changed;
    }

    /** Returns the content of the body where that is one element and there is no header, else the envelope. */
    private static String text(XmlTree envelope) {
        List<XmlTree> body = body(envelope);
        return body.size() == 1 && envelope.elements().size() == 1
                ? IndentedXml.indented(body.get(0))
                : IndentedXml.indented(envelope);
    }
}
