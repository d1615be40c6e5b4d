package io.soabench.engine.runtime.random;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlWriting;
import io.soabench.contracts.wsdl.Part;
import io.soabench.engine.bpel.model.BoundCopy;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.ElementType;
import io.soabench.engine.bpel.model.ExpressionSource;
import io.soabench.engine.bpel.model.ExpressionTarget;
import io.soabench.engine.bpel.model.FromSpec;
import io.soabench.engine.bpel.model.LiteralSource;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.PropertySource;
import io.soabench.engine.bpel.model.PropertyTarget;
import io.soabench.engine.bpel.model.PropertyUse;
import io.soabench.engine.bpel.model.ToSpec;
import io.soabench.engine.bpel.model.Variable;
import io.soabench.engine.bpel.model.VariableSource;
import io.soabench.engine.bpel.model.VariableTarget;
import io.soabench.engine.bpel.model.VariableUse;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathEvaluationResult;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathNodes;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Expressions and copies of the reference (WS-BPEL 2.0, sections 8.2 to 8.4): documents and XPath of the Java platform. Used by one
 * thread at a time.
 */
final class ReferenceData {
    private static final QName SIMPLE = new QName("value");

    private final Map<Expression, XPathExpression> compiled = new HashMap<>();
    private final XPathFactory xpaths = XPathFactory.newInstance();
    private final DocumentBuilder documents;
    private final Document nowhere;
    private BoundExpression bound;
    private ReferenceScope scope;
    private Element replaced;

    ReferenceData() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            documents = factory.newDocumentBuilder();
            nowhere = documents.newDocument();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    Element parse(String text) {
        try {
            return documents.parse(new InputSource(new StringReader(text))).getDocumentElement();
        } catch (Exception e) {
            throw new IllegalStateException(text, e);
        }
    }

    static String key(Variable variable, Optional<Part> part) {
        return variable.index() + part.map(found -> "." + found.name()).orElse("");
    }

    /** The one part of a message. */
    static Optional<Part> onlyPart(Variable variable) {
        return variable.type() instanceof MessageType type
                ? Optional.of(type.message().parts().get(0))
                : Optional.empty();
    }

    Element value(ReferenceScope from, Variable variable, Optional<Part> part) {
        Element value = from.holder(variable.scope()).values.get(key(variable, part));
        if (value == null) {
            throw ReferenceFault.standard("uninitializedVariable");
        }
        return value;
    }

    void assign(ReferenceScope from, Variable variable, Optional<Part> part, Element value) {
        from.holder(variable.scope()).values.put(key(variable, part), value);
    }

    private XPathExpression compile(Expression expression) {
        return compiled.computeIfAbsent(expression, any -> {
            XPath xpath = xpaths.newXPath();
            xpath.setNamespaceContext(prefixes(expression.namespaces()));
            xpath.setXPathVariableResolver(name -> variable(name.getLocalPart()));
            xpath.setXPathFunctionResolver((name, arity) -> arguments -> property(bound.properties()
                    .get(new BoundExpression.PropertyKey((String) arguments.get(0), (String) arguments.get(1)))));
            try {
                return xpath.compile(expression.text());
            } catch (XPathExpressionException e) {
                throw new IllegalStateException(expression.text(), e);
            }
        });
    }

    private static NamespaceContext prefixes(Map<String, String> namespaces) {
        return new NamespaceContext() {
            @Override
            public String getNamespaceURI(String prefix) {
                return namespaces.getOrDefault(prefix, XMLConstants.NULL_NS_URI);
            }

            @Override
            public String getPrefix(String uri) {
                throw new UnsupportedOperationException();
            }

            @Override
            public java.util.Iterator<String> getPrefixes(String uri) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private Object variable(String name) {
        if (bound.links().containsKey(name)) {
            return scope.status(bound.links().get(name));
        }
        VariableUse use = bound.variables().get(name);
        if (replaced != null) {
            return replaced;
        }
        Element value = value(scope, use.variable(), use.part());
        boolean simple = value.getNodeName().equals(SIMPLE.getLocalPart());
        return simple ? value.getTextContent() : value;
    }

    private String property(PropertyUse use) {
        return select(use, value(scope, use.variable(), onlyPart(use.variable())))
                .getTextContent();
    }

    private Element select(PropertyUse use, Element from) {
        return select(use.alias().query(), from);
    }

    /** The node of a property's alias in a message. */
    Element select(Optional<Expression> query, Element from) {
        return query.map(text -> {
                    NodeList nodes = (NodeList) evaluate(text, from, XPathConstants.NODESET);
                    if (nodes.getLength() != 1) {
                        throw ReferenceFault.standard("selectionFailure");
                    }
                    return (Element) nodes.item(0);
                })
                .orElse(from);
    }

    private Object evaluate(Expression expression, Object context, QName type) {
        try {
            return type == null
                    ? compile(expression).evaluateExpression(context)
                    : compile(expression).evaluate(context, type);
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(expression.text(), e);
        }
    }

    private <T> T evaluate(BoundExpression expression, ReferenceScope from, QName type, Class<T> as) {
        bound = expression;
        scope = from;
        for (VariableUse use : expression.variables().values()) {
            if (replaced == null) {
                value(from, use.variable(), use.part());
            }
        }
        return as.cast(evaluate(expression.expression(), nowhere, type));
    }

    boolean test(BoundExpression expression, ReferenceScope from) {
        return evaluate(expression, from, XPathConstants.BOOLEAN, Boolean.class);
    }

    String string(BoundExpression expression, ReferenceScope from) {
        return evaluate(expression, from, XPathConstants.STRING, String.class);
    }

    /** A number that is an xsd:unsignedInt. */
    long count(BoundExpression expression, ReferenceScope from) {
        double value = evaluate(expression, from, XPathConstants.NUMBER, Double.class);
        if (!(value >= 0) || value != Math.rint(value)) {
            throw ReferenceFault.standard("invalidExpressionValue");
        }
        return (long) value;
    }

    /** An element or a text. */
    private Object one(BoundExpression expression, ReferenceScope from) {
        XPathEvaluationResult<?> result = evaluate(expression, from, null, XPathEvaluationResult.class);
        if (result.type() == XPathEvaluationResult.XPathResultType.NODESET) {
            XPathNodes nodes = (XPathNodes) result.value();
            if (nodes.size() != 1) {
                throw ReferenceFault.standard("selectionFailure");
            }
            Node node = nodes.iterator().next();
            return node instanceof Element element ? element : node.getNodeValue();
        }
        return evaluate(expression, from, XPathConstants.STRING, String.class);
    }

    Object read(FromSpec source, ReferenceScope from) {
        if (source instanceof ExpressionSource expression) {
            return one(expression.expression(), from);
        }
        if (source instanceof LiteralSource literal) {
            Optional<XmlElement> content = literal.literal().elements().findFirst();
            return content.<Object>map(element -> parse(XmlWriting.text(element)))
                    .orElse(literal.literal().text());
        }
        if (source instanceof PropertySource property) {
            PropertyUse use = property.property();
            return select(use, value(from, use.variable(), onlyPart(use.variable())))
                    .getTextContent();
        }
        VariableSource variable = (VariableSource) source;
        return value(from, variable.variable(), variable.part());
    }

    void copy(BoundCopy step, ReferenceScope from) {
        Object value = read(step.source(), from);
        ToSpec target = step.target();
        if (target instanceof VariableTarget whole && whole.query().isEmpty()) {
            write(from, whole.variable(), whole.part(), value);
        } else if (target instanceof PropertyTarget property) {
            PropertyUse use = property.property();
            Optional<Part> part = onlyPart(use.variable());
            Element copy = parentless(value(from, use.variable(), part));
            replace(select(use, copy), value);
            assign(from, use.variable(), part, copy);
        } else {
            BoundExpression place = ((ExpressionTarget) target).expression();
            VariableUse use = place.variables().values().iterator().next();
            if (place.expression().text().matches("\\$[\\w.]+")) {
                write(from, use.variable(), use.part(), value);
                return;
            }
            replaced = parentless(value(from, use.variable(), use.part()));
            try {
                replace((Element) one(place, from), value);
                assign(from, use.variable(), use.part(), replaced);
            } finally {
                replaced = null;
            }
        }
    }

    /** Writes a whole variable or part, whose element has the name that is declared for it. */
    void write(ReferenceScope to, Variable variable, Optional<Part> part, Object value) {
        QName name = variable.type() instanceof ElementType type
                ? type.name()
                : part.flatMap(Part::element).orElse(SIMPLE);
        Element element = documents.newDocument().createElementNS(name.getNamespaceURI(), name.getLocalPart());
        element.getOwnerDocument().appendChild(element);
        replace(element, name.equals(SIMPLE) && value instanceof Element from ? from.getTextContent() : value);
        assign(to, variable, part, element);
    }

    private Element parentless(Element element) {
        Document document = documents.newDocument();
        return (Element) document.appendChild(document.importNode(element, true));
    }

    /** Gives an element the content of another one, or a text; the name stays. */
    private static void replace(Element target, Object value) {
        while (target.hasChildNodes()) {
            target.removeChild(target.getFirstChild());
        }
        Document document = target.getOwnerDocument();
        if (!(value instanceof Element source)) {
            target.appendChild(document.createTextNode((String) value));
            return;
        }
        NamedNodeMap attributes = source.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            target.setAttributeNode((org.w3c.dom.Attr) document.importNode(attributes.item(i), true));
        }
        for (Node child = source.getFirstChild(); child != null; child = child.getNextSibling()) {
            target.appendChild(document.importNode(child, true));
        }
    }
}
