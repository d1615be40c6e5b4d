package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.TextNode;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.counting.NodeCount;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.BuildingContentHandler;
import net.sf.saxon.s9api.DocumentBuilder;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmSequenceIterator;
import net.sf.saxon.s9api.XdmValue;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/** The trees of one evaluation by Saxon, and the way back from its nodes to their originals. */
final class SaxonTrees {
    private static final Reference RESULT = new Reference(0, Reference.NO_SLOT, Reference.Kind.NODE, "result");

    private final List<Tree> trees = new ArrayList<>(2);
    private final NodeCount nodes = new NodeCount();

    /** A tree of message data and its copy. The places of the copy's nodes are found on demand. */
    private static final class Tree {
        final Reference reference;
        final Element element;
        final XdmNode root;
        Map<XdmNode, TreeNode> places;

        Tree(Reference reference, Element element, XdmNode root) {
            this.reference = reference;
            this.element = element;
            this.root = root;
        }

        TreeNode place(XdmNode node) {
            if (places == null) {
                places = new HashMap<>();
                enter(root, TreeNode.root(element, reference));
            }
            return places.get(node);
        }

        private void enter(XdmNode node, TreeNode place) {
            places.put(node, place);
            Element parent = (Element) place.value();
            int item = 0;
            XdmSequenceIterator<XdmNode> children = node.axisIterator(Axis.CHILD);
            while (children.hasNext()) {
                XdmNode child = children.next();
                boolean element = child.getNodeKind() == XdmNodeKind.ELEMENT;
                // Adjacent texts are one node in Saxon's tree.
                while (item < parent.size() && parent.item(item) instanceof Element != element) {
                    item++;
                }
                if (item == parent.size()) {
                    return;
                }
                if (element) {
                    enter(child, place.child(item));
                } else {
                    places.put(child, place.child(item));
                }
                item++;
            }
        }
    }

    /** Returns the count of nodes in these trees. */
    NodeCount nodes() {
        return nodes;
    }

    // ---- from message data to Saxon

    /** Returns the root element of a tree for Saxon. */
    XdmNode root(Reference reference, Element element) throws SaxonApiException {
        // This model keeps names in the nodes. The other one enters them in a table that never shrinks.
        DocumentBuilder builder = SaxonFunctions.PROCESSOR.newDocumentBuilder();
        builder.setTreeModel(net.sf.saxon.om.TreeModel.LINKED_TREE);
        BuildingContentHandler handler = builder.newBuildingContentHandler();
        try {
            handler.startDocument();
            write(element, handler);
            handler.endDocument();
        } catch (SAXException e) {
            throw new SaxonApiException(e);
        }
        XdmNode root = handler.getDocumentNode().axisIterator(Axis.CHILD).next();
        trees.add(new Tree(reference, element, root));
        return root;
    }

    private void write(Element element, ContentHandler handler) throws SAXException {
        nodes.add(1L + element.size());
        String qualified = element.prefix().isEmpty() ? element.name() : element.prefix() + ":" + element.name();
        Map<String, String> declared = new HashMap<>();
        for (int i = 0; i < element.declarationCount(); i++) {
            declared.put(element.declaration(i).prefix(), element.declaration(i).uri());
        }
        declared.put(element.prefix(), element.namespace());
        AttributesImpl attributes = new AttributesImpl();
        for (int i = 0; i < element.attributeCount(); i++) {
            Attribute attribute = element.attribute(i);
            String name = attribute.prefix().isEmpty() ? attribute.name() : attribute.prefix() + ":" + attribute.name();
            attributes.addAttribute(attribute.namespace(), attribute.name(), name, "CDATA", attribute.value());
            if (!attribute.prefix().isEmpty() && !attribute.prefix().equals("xml")) {
                declared.putIfAbsent(attribute.prefix(), attribute.namespace());
            }
        }
        for (Map.Entry<String, String> prefix : declared.entrySet()) {
            handler.startPrefixMapping(prefix.getKey(), prefix.getValue());
        }
        handler.startElement(element.namespace(), element.name(), qualified, attributes);
        for (int i = 0; i < element.size(); i++) {
            if (element.item(i) instanceof Element child) {
                write(child, handler);
            } else {
                char[] text = ((String) element.item(i)).toCharArray();
                handler.characters(text, 0, text.length);
            }
        }
        handler.endElement(element.namespace(), element.name(), qualified);
        for (String prefix : declared.keySet()) {
            handler.endPrefixMapping(prefix);
        }
    }

    /** Returns a value as in {@link CompiledExpression} for Saxon. */
    XdmValue given(Object value) throws SaxonApiException {
        if (value instanceof List<?> values) {
            List<XdmItem> items = new ArrayList<>();
            for (Object one : values) {
                given(one).forEach(items::add);
            }
            return new XdmValue(items);
        }
        if (value instanceof Element element) {
            return root(RESULT, element);
        }
        if (value instanceof Double number) {
            return new XdmAtomicValue(number);
        }
        if (value instanceof Boolean truth) {
            return new XdmAtomicValue(truth);
        }
        return new XdmAtomicValue(XPathValues.toText(value), net.sf.saxon.s9api.ItemType.UNTYPED_ATOMIC);
    }

    // ---- from Saxon to message data

    /** Returns the place of a node; null for one that the expression has made. */
    TreeNode place(XdmNode node) {
        if (node.getNodeKind() == XdmNodeKind.ATTRIBUTE) {
            TreeNode parent = node.getParent() == null ? null : place(node.getParent());
            return parent == null ? null : attribute(parent, node);
        }
        for (Tree tree : trees) {
            TreeNode place = tree.place(node);
            if (place != null) {
                return place;
            }
        }
        return null;
    }

    private static TreeNode attribute(TreeNode parent, XdmNode node) {
        Element element = (Element) parent.value();
        for (int i = 0; i < element.attributeCount(); i++) {
            if (element.attribute(i).name().equals(node.getNodeName().getLocalName())
                    && element.attribute(i)
                            .namespace()
                            .equals(node.getNodeName().getNamespace())) {
                return parent.attribute(i);
            }
        }
        return null;
    }

    /** Returns the result of Saxon as a value of {@link CompiledExpression}. */
    Object value(XdmValue value) {
        if (value.size() == 1) {
            return item(value.itemAt(0));
        }
        List<Object> items = new ArrayList<>(value.size());
        for (XdmItem one : value) {
            // Only a list of nodes is distinct from a single value.
            Object item = item(one);
            items.add(one instanceof XdmNode ? item : new TextNode(XPathValues.toText(item)));
        }
        return items;
    }

    private Object item(XdmItem item) {
        if (item instanceof XdmNode node) {
            return node(node);
        }
        if (!(item instanceof XdmAtomicValue atomic)) {
            throw StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.thrown("The expression yields a function.");
        }
        Object java = atomic.getValue();
        if (java instanceof Boolean) {
            return java;
        }
        if (java instanceof Double || java instanceof Float) {
            return ((Number) java).doubleValue();
        }
        if (java instanceof BigInteger || java instanceof Long || java instanceof Integer) {
            return number(new BigDecimal(java.toString()), atomic);
        }
        return java instanceof BigDecimal decimal ? number(decimal, atomic) : atomic.getStringValue();
    }

    /** Returns a number if it is exact, else its text. */
    private static Object number(BigDecimal exact, XdmAtomicValue atomic) {
        double number = exact.doubleValue();
        return XPathValues.text(number).equals(exact.stripTrailingZeros().toPlainString())
                ? (Object) number
                : atomic.getStringValue();
    }

    private Object node(XdmNode node) {
        if (node.getNodeKind() == XdmNodeKind.DOCUMENT) {
            XdmSequenceIterator<XdmNode> children = node.axisIterator(Axis.CHILD);
            while (children.hasNext()) {
                XdmNode child = children.next();
                if (child.getNodeKind() == XdmNodeKind.ELEMENT) {
                    return node(child);
                }
            }
            return new TextNode(node.getStringValue());
        }
        TreeNode place = place(node);
        return switch (node.getNodeKind()) {
            case ELEMENT -> place == null ? made(node) : place.detached();
            case ATTRIBUTE ->
                new Attribute(
                        node.getNodeName().getPrefix(),
                        node.getNodeName().getNamespace(),
                        node.getNodeName().getLocalName(),
                        node.getStringValue());
            default -> new TextNode(node.getStringValue());
        };
    }

    /** Returns an element that the expression has made. */
    private static Element made(XdmNode node) {
        Element element = Element.empty(
                node.getNodeName().getPrefix(),
                node.getNodeName().getNamespace(),
                node.getNodeName().getLocalName());
        XdmSequenceIterator<XdmNode> namespaces = node.axisIterator(Axis.NAMESPACE);
        while (namespaces.hasNext()) {
            XdmNode namespace = namespaces.next();
            String prefix = namespace.getNodeName() == null
                    ? ""
                    : namespace.getNodeName().getLocalName();
            if (!prefix.equals("xml")) {
                element = element.declaring(new Namespace(prefix, namespace.getStringValue()));
            }
        }
        XdmSequenceIterator<XdmNode> attributes = node.axisIterator(Axis.ATTRIBUTE);
        while (attributes.hasNext()) {
            XdmNode attribute = attributes.next();
            element = element.withAttribute(new Attribute(
                    attribute.getNodeName().getPrefix(),
                    attribute.getNodeName().getNamespace(),
                    attribute.getNodeName().getLocalName(),
                    attribute.getStringValue()));
        }
        List<Object> content = new ArrayList<>();
        XdmSequenceIterator<XdmNode> children = node.axisIterator(Axis.CHILD);
        while (children.hasNext()) {
            XdmNode child = children.next();
            if (child.getNodeKind() == XdmNodeKind.ELEMENT) {
                content.add(made(child));
            } else if (child.getNodeKind() == XdmNodeKind.TEXT) {
                content.add(child.getStringValue());
            }
        }
        return element.withContent(content);
    }
}
