package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import java.util.function.Predicate;
import javax.xml.XMLConstants;

/**
 * Values of a built-in simple type: character data of that type, no elements, no attributes but those of XML Schema instances
 * (XML Schema Part 1, section 3.3.4).
 *
 * @param type local name of the type, for messages
 * @param nillable whether the element may be nil
 * @param lexical the test for texts that are values
 */
record SimpleContent(String type, boolean nillable, Predicate<String> lexical) implements PartCheck {
    private static final int SHOWN_CHARS = 40;

    @Override
    public String problem(Element value) {
        boolean nil = false;
        for (int i = 0; i < value.attributeCount(); i++) {
            Attribute attribute = value.attribute(i);
            if (!attribute.namespace().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
                return "'" + value.qualifiedName() + "' is of the simple type '" + type + "' and takes no attribute '"
                        + attribute.name() + "'.";
            }
            nil |= attribute.name().equals("nil") && BuiltInTypes.isTrue(attribute.value());
        }
        if (nil) {
            return nillable && value.size() == 0 ? null : "'" + value.qualifiedName() + "' cannot be nil here.";
        }
        for (int i = 0; i < value.size(); i++) {
            if (value.item(i) instanceof Element child) {
                return "'" + value.qualifiedName() + "' is of the simple type '" + type + "' and takes no element '"
                        + child.name() + "'.";
            }
        }
        String text = value.text();
        return lexical.test(text)
                ? null
                : "'" + value.qualifiedName() + "' holds '" + shown(text) + "', which is no '" + type + "'.";
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    }
}
