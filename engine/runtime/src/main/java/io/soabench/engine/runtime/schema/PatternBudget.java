package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.WhiteSpace;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.validation.Schema;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The cost of matching the texts of a value against the patterns of schemas. The validator of the JDK needs the square
 * of a text's length for each repetition without an end, and exponential time for nested ones with an end. Each
 * character of a text has a number of free steps; further steps are added up over a value. Thread-safe.
 */
final class PatternBudget {
    /** The largest number of steps of a value, less than half a second. */
    static final long MOST_STEPS = 1_000_000;

    static final int STEPS_PER_CHARACTER = 50;

    private final List<PatternProgram> programs = new ArrayList<>();

    /** Makes the budget for the patterns of schema documents. */
    PatternBudget(Iterable<String> documents) {
        Set<String> patterns = new LinkedHashSet<>();
        for (String document : documents) {
            if (document.contains("pattern")) {
                read(document, patterns);
            }
        }
        patterns.forEach(pattern -> programs.add(PatternReading.program(pattern)));
    }

    private static void read(String document, Set<String> patterns) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            NodeList facets = builder.parse(new InputSource(new StringReader(document)))
                    .getElementsByTagNameNS(XMLConstants.W3C_XML_SCHEMA_NS_URI, "pattern");
            for (int i = 0; i < facets.getLength(); i++) {
                patterns.add(((org.w3c.dom.Element) facets.item(i)).getAttribute("value"));
            }
        } catch (SAXException | IOException e) {
            // No schema can be compiled from it, so no value is matched against its patterns.
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns whether a value takes more steps than allowed. All its texts are counted first. Where these take too many
     * steps, only the texts with a type of the schemas are counted: others have no pattern.
     */
    boolean isExceeded(Schema schema, Element root) {
        return !programs.isEmpty() && isExceeded(texts(root)) && isExceeded(TypedTexts.of(schema, root));
    }

    private boolean isExceeded(List<String> texts) {
        long left = MOST_STEPS;
        for (String text : texts) {
            left -= excess(text, left);
            if (left < 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the steps beyond the free ones for each character. Counting ends at the limit. */
    private long excess(String text, long most) {
        if (!WhiteSpace.isIn(text)) {
            return excessOfOne(text, most);
        }
        long excess = 0;
        for (String one : forms(text)) {
            excess += excessOfOne(one, most - excess);
            if (excess > most) {
                return excess;
            }
        }
        return excess;
    }

    /**
     * Returns a text in all the forms in which types with another 'whiteSpace' see it, and the items of lists one by
     * one.
     */
    private static Set<String> forms(String text) {
        String collapsed = WhiteSpace.collapsed(text);
        Set<String> forms = new LinkedHashSet<>(List.of(text));
        forms.add(WhiteSpace.replaced(text));
        forms.add(collapsed);
        if (collapsed.indexOf(' ') >= 0) {
            forms.addAll(List.of(collapsed.split(" ", -1)));
        }
        return forms;
    }

    private long excessOfOne(String text, long most) {
        long free = STEPS_PER_CHARACTER * (text.length() + 1L);
        long excess = 0;
        for (PatternProgram program : programs) {
            excess += Math.max(0, program.count(text, free + most - excess) - free);
            if (excess > most) {
                return excess;
            }
        }
        return excess;
    }

    private static List<String> texts(Element root) {
        List<String> texts = new ArrayList<>();
        add(root, texts);
        return texts;
    }

    private static void add(Element element, List<String> texts) {
        for (int i = 0; i < element.attributeCount(); i++) {
            texts.add(element.attribute(i).value());
        }
        if (element.firstElement() == null) {
            texts.add(element.text());
        } else {
            element.elements().forEach(child -> add(child, texts));
        }
    }
}
