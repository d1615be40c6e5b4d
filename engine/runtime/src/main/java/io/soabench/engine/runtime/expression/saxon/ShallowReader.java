package io.soabench.engine.runtime.expression.saxon;

import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * A reader that refuses style sheets of unusual depth, in elements or in nested variables: compiling them takes the
 * square of the depth.
 */
final class ShallowReader extends XMLFilterImpl {
    private static final int MOST_NESTED = 500;

    /** Depth of the declarations of a style sheet. */
    private static final int TOP = 2;

    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";

    /**
     * The number of variables for each open element: those declared within it so far, and those within the elements
     * around it.
     */
    private final int[] variables = new int[MOST_NESTED + 1];

    private int depth;

    ShallowReader(XMLReader reader) {
        super(reader);
    }

    @Override
    public void startDocument() throws SAXException {
        depth = 0;
        super.startDocument();
    }

    @Override
    public void startElement(String namespace, String name, String qualified, Attributes attributes)
            throws SAXException {
        depth++;
        if (depth > MOST_NESTED) {
            throw new SAXException("elements are nested deeper than " + MOST_NESTED);
        }
        variables[depth] = variables[depth - 1];
        if (depth > TOP && name.equals("variable") && namespace.equals(XSLT)) {
            variables[depth - 1]++;
            if (variables[depth - 1] > MOST_NESTED) {
                throw new SAXException("more than " + MOST_NESTED + " variables are declared one behind the other");
            }
        }
        super.startElement(namespace, name, qualified, attributes);
    }

    @Override
    public void endElement(String namespace, String name, String qualified) throws SAXException {
        depth--;
        super.endElement(namespace, name, qualified);
    }
}
