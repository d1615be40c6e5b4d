package io.soabench.generators.soap;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.sample.TypePlace;
import io.soabench.contracts.sample.ValueType;
import io.soabench.contracts.tree.Content;
import io.soabench.contracts.tree.Text;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.tree.XmlTree;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.MessageTemplate.Value;
import io.soabench.plugin.ServiceOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * The messages of operations as lists of values, for engines that read no WSDL. The values are the simple elements and the attributes of the
 * default instance. So a choice has the values of its first alternative, and an optional element those of its default instance. For one thread.
 */
public final class MessageTemplates {

    /** A text that no default instance contains. */
    private static final String HOLE = "~value~";

    private final DefaultMessages messages;
    private final WsdlDefinitions wsdl;

    /** Creates templates of the operations of some definitions. */
    public MessageTemplates(DefaultMessages messages) {
        this.messages = messages;
        this.wsdl = messages.definitions();
    }

    /**
     * Returns an operation with its messages.
     *
     * @throws NoInstanceException when a message has no default instance
     */
    public ServiceOperation of(SoapOperation operation) throws NoInstanceException {
        return new ServiceOperation(
                operation.name(),
                operation.soapAction(),
                template(
                        operation,
                        messages.request(operation),
                        operation.operation().input()),
                operation.oneWay()
                        ? null
                        : template(
                                operation,
                                messages.answer(operation),
                                operation.operation().output()));
    }

    private MessageTemplate template(SoapOperation operation, XmlTree envelope, Optional<Message> message)
            throws NoInstanceException {
        XmlTree body = envelope.element(new QName(operation.soap().namespace(), "Body")).stream()
                .flatMap(each -> each.elements().stream())
                .findFirst()
                .orElseThrow(() -> new NoInstanceException("operation \"" + operation.name()
                        + "\" has a message without an element in its body; add one"));
        List<Value> values = new ArrayList<>();
        XmlTree holes = operation.style() == Style.RPC
                ? parts(body, message, values)
                : element(body, "", TypePlace.element(wsdl.schemas(), body.name()), values);
        List<String> text = List.of(XmlText.element(holes).split(Pattern.quote(HOLE), -1));
        return new MessageTemplate(body.name().getNamespaceURI(), body.name().getLocalPart(), text, values);
    }

    private XmlTree parts(XmlTree wrapper, Optional<Message> message, List<Value> values) {
        List<Content> changed = new ArrayList<>();
        for (XmlTree part : wrapper.elements()) {
            Optional<TypePlace> place = message.map(Message::parts).stream()
                    .flatMap(List::stream)
                    .filter(each -> each.name().equals(part.name().getLocalPart()))
                    .findFirst()
                    .flatMap(Part::type)
                    .flatMap(type -> TypePlace.ofType(wsdl.schemas(), type));
            changed.add(element(part, part.name().getLocalPart(), place, values));
        }
        return wrapper.withContent(changed);
    }

    private XmlTree element(XmlTree element, String path, Optional<TypePlace> place, List<Value> values) {
        List<XmlTree.Attribute> attributes = new ArrayList<>();
        for (XmlTree.Attribute attribute : element.attributes()) {
            if (attribute.name().getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
                attributes.add(attribute);
            } else {
                values.add(new Value(
                        joined(path, '@' + attribute.name().getLocalPart()),
                        type(place.flatMap(each -> each.attribute(attribute.name())))));
                attributes.add(new XmlTree.Attribute(attribute.name(), Text.of(HOLE)));
            }
        }
        List<Content> content = new ArrayList<>();
        if (element.elements().isEmpty()) {
            Optional<ValueType> simple = place.flatMap(TypePlace::text);
            if (simple.isPresent() || !element.content().isEmpty()) {
                values.add(new Value(path, type(simple)));
                content.add(Text.of(HOLE));
            }
        }
        for (XmlTree child : element.elements()) {
            content.add(element(
                    child,
                    joined(path, child.name().getLocalPart()),
                    place.flatMap(each -> each.child(child.name())),
                    values));
        }
        return new XmlTree(element.name(), attributes, content);
    }

    private static String joined(String path, String step) {
        return path.isEmpty() ? step : path + '/' + step;
    }

    private static MessageTemplate.Type type(Optional<ValueType> type) {
        return switch (type.map(ValueType::builtIn).orElse("")) {
            case "integer",
                    "long",
                    "int",
                    "short",
                    "byte",
                    "nonNegativeInteger",
                    "positiveInteger",
                    "unsignedInt",
                    "unsignedShort",
                    "unsignedByte",
                    "unsignedLong",
                    "nonPositiveInteger",
                    "negativeInteger" -> MessageTemplate.Type.INTEGER;
            case "decimal" -> MessageTemplate.Type.DECIMAL;
            case "double", "float" -> MessageTemplate.Type.DOUBLE;
            case "boolean" -> MessageTemplate.Type.BOOLEAN;
            default -> MessageTemplate.Type.TEXT;
        };
    }
}
