package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.validation.Schema;
import javax.xml.validation.TypeInfoProvider;
import javax.xml.validation.ValidatorHandler;
import org.w3c.dom.TypeInfo;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The texts in a value whose types a schema defines. They are found by validating the value without its texts, as the
 * name of an element and those around it determine its type, or {@code xsi:type} does. Belongs to one thread.
 */
final class TypedTexts extends DefaultHandler {
    private final TypeInfoProvider types;
    /** The elements by their number in document order. */
    private final List<Boolean> elements = new ArrayList<>();
    /** The numbers of types with the qualified names of attributes. */
    private final Set<String> attributes = new HashSet<>();

    private final List<String> texts = new ArrayList<>();
    private int number;

    private TypedTexts(TypeInfoProvider types) {
        this.types = types;
    }

    /** Returns the texts of elements without children, and of attributes. */
    static List<String> of(Schema schema, Element root) {
        ValidatorHandler validator = schema.newValidatorHandler();
        TypedTexts found = new TypedTexts(validator.getTypeInfoProvider());
        validator.setContentHandler(found);
        // Mistakes are found when the value is validated.
        validator.setErrorHandler(new DefaultHandler());
        XmlOutput output = new XmlOutput();
        output.element(hollow(root));
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            XMLReader reader = factory.newSAXParser().getXMLReader();
            reader.setContentHandler(validator);
            reader.parse(new InputSource(new ByteArrayInputStream(output.array(), 0, output.size())));
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        found.collect(root);
        return found.texts;
    }

    private static Element hollow(Element element) {
        Element hollow = element;
        for (int i = 0; i < element.attributeCount(); i++) {
            Attribute one = element.attribute(i);
            if (!one.namespace().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
                hollow = hollow.withAttribute(new Attribute(one.prefix(), one.namespace(), one.name(), ""));
            }
        }
        return hollow.withContent(
                element.elements().stream().map(TypedTexts::hollow).toList());
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes given) {
        elements.add(isDefined(types.getElementTypeInfo()));
        for (int i = 0; i < given.getLength(); i++) {
            if (isDefined(types.getAttributeTypeInfo(i))) {
                attributes.add(key(elements.size() - 1, given.getURI(i), given.getLocalName(i)));
            }
        }
    }

    private static String key(int element, String namespace, String name) {
        return element + " {" + namespace + "}" + name;
    }

    /** Returns whether a type may have a pattern of its own. The built-in types have none that takes time. */
    private static boolean isDefined(TypeInfo type) {
        return type != null && !XMLConstants.W3C_XML_SCHEMA_NS_URI.equals(type.getTypeNamespace());
    }

    private void collect(Element element) {
        int own = number++;
        for (int i = 0; i < element.attributeCount(); i++) {
            Attribute one = element.attribute(i);
            if (attributes.contains(key(own, one.namespace(), one.name()))) {
                texts.add(one.value());
            }
        }
        List<Element> children = element.elements();
        if (children.isEmpty() && elements.get(own)) {
            texts.add(element.text());
        }
        children.forEach(this::collect);
    }
}
