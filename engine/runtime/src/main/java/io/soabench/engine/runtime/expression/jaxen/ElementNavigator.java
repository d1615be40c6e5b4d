package io.soabench.engine.runtime.expression.jaxen;

import io.soabench.engine.runtime.expression.TextNode;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import org.jaxen.DefaultNavigator;
import org.jaxen.JaxenException;
import org.jaxen.UnsupportedAxisException;
import org.jaxen.XPath;

/**
 * A navigator by which jaxen walks {@link TreeNode}s, for one evaluation. It counts the nodes that it reads, because an
 * axis inside a predicate may take the square of a document, or more.
 */
final class ElementNavigator extends DefaultNavigator {
    /** The largest number of nodes that one evaluation may read, repeated ones included; some seconds of work. */
    static final int MAX_NODES = 10_000_000;

    /** Characters of an element's text that count as one node. */
    private static final int CHARS_A_NODE = 16;

    /** The declaration that every element has (XPath 1.0, section 5.4). */
    private static final Namespace XML = new Namespace(XMLConstants.XML_NS_PREFIX, XMLConstants.XML_NS_URI);

    private static final long serialVersionUID = 1L;

    private final long most;
    private long spent;

    /** Creates a navigator with a limit of visited nodes. */
    ElementNavigator(long most) {
        this.most = most;
    }

    /** Returns the number of nodes read. */
    long spent() {
        return spent;
    }

    /**
     * Notes that so many nodes are read.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException limitExceeded when there are too many
     */
    void spend(long nodes) {
        spent += nodes;
        if (spent > most) {
            throw StandardFault.LIMIT_EXCEEDED.thrown("An expression looks at more than " + most + " nodes.");
        }
    }

    @Override
    public Iterator<?> getChildAxisIterator(Object node) {
        TreeNode place = (TreeNode) node;
        if (place.isDocument()) {
            return List.of(TreeNode.root((Element) place.value(), place.reference()))
                    .iterator();
        }
        if (!place.isElement()) {
            return Collections.emptyIterator();
        }
        int size = ((Element) place.value()).size();
        spend(1L + size);
        List<TreeNode> children = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            children.add(place.child(i));
        }
        return children.iterator();
    }

    @Override
    public Iterator<?> getParentAxisIterator(Object node) {
        TreeNode parent = ((TreeNode) node).parent();
        spend(1);
        return parent == null ? Collections.emptyIterator() : List.of(parent).iterator();
    }

    @Override
    public Iterator<?> getAttributeAxisIterator(Object node) {
        TreeNode place = (TreeNode) node;
        if (!place.isElement()) {
            return Collections.emptyIterator();
        }
        int count = ((Element) place.value()).attributeCount();
        spend(1L + count);
        List<TreeNode> attributes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            attributes.add(place.attribute(i));
        }
        return attributes.iterator();
    }

    @Override
    public Iterator<?> getNamespaceAxisIterator(Object node) {
        TreeNode place = (TreeNode) node;
        if (!place.isElement()) {
            return Collections.emptyIterator();
        }
        Map<String, TreeNode> found = new LinkedHashMap<>();
        for (TreeNode at = place; at != null && !at.isDocument(); at = at.parent()) {
            Element element = (Element) at.value();
            spend(1L + element.declarationCount() + element.attributeCount());
            for (Namespace namespace : element.declarations()) {
                found.putIfAbsent(namespace.prefix(), place.namespace(namespace));
            }
            // An element keeps no declarations that only its name and the names of its attributes need.
            found.putIfAbsent(element.prefix(), place.namespace(new Namespace(element.prefix(), element.namespace())));
            for (int i = 0; i < element.attributeCount(); i++) {
                Attribute attribute = element.attribute(i);
                if (!attribute.prefix().isEmpty()) {
                    found.putIfAbsent(
                            attribute.prefix(),
                            place.namespace(new Namespace(attribute.prefix(), attribute.namespace())));
                }
            }
        }
        found.putIfAbsent(XML.prefix(), place.namespace(XML));
        found.values().removeIf(declared -> ((Namespace) declared.value()).uri().isEmpty());
        return found.values().iterator();
    }

    /**
     * Returns the siblings before a node. Attributes and namespaces have none; the library would take the content of
     * their element.
     */
    @Override
    public Iterator<?> getPrecedingSiblingAxisIterator(Object node) throws UnsupportedAxisException {
        return isContent(node) ? super.getPrecedingSiblingAxisIterator(node) : Collections.emptyIterator();
    }

    @Override
    public Iterator<?> getPrecedingAxisIterator(Object node) throws UnsupportedAxisException {
        return super.getPrecedingAxisIterator(isContent(node) ? node : getParentNode(node));
    }

    /**
     * Returns the nodes after a node. After an attribute or namespace they begin with the content of its element (XPath
     * 1.0, section 5).
     */
    @Override
    public Iterator<?> getFollowingAxisIterator(Object node) throws UnsupportedAxisException {
        if (isContent(node)) {
            return super.getFollowingAxisIterator(node);
        }
        Object element = getParentNode(node);
        Iterator<?> inside = getDescendantAxisIterator(element);
        Iterator<?> behind = super.getFollowingAxisIterator(element);
        List<Object> following = new ArrayList<>();
        inside.forEachRemaining(following::add);
        behind.forEachRemaining(following::add);
        return following.iterator();
    }

    private boolean isContent(Object node) {
        return !isAttribute(node) && !isNamespace(node);
    }

    @Override
    public Object getDocumentNode(Object node) {
        TreeNode at = (TreeNode) node;
        while (!at.isDocument()) {
            at = at.parent();
        }
        return at;
    }

    @Override
    public Object getParentNode(Object node) {
        return ((TreeNode) node).parent();
    }

    @Override
    public boolean isDocument(Object object) {
        return object instanceof TreeNode node && node.isDocument();
    }

    @Override
    public boolean isElement(Object object) {
        return object instanceof TreeNode node && node.isElement();
    }

    @Override
    public boolean isAttribute(Object object) {
        return object instanceof TreeNode node && node.value() instanceof Attribute;
    }

    @Override
    public boolean isNamespace(Object object) {
        return object instanceof TreeNode node && node.value() instanceof Namespace;
    }

    @Override
    public boolean isComment(Object object) {
        return false;
    }

    @Override
    public boolean isText(Object object) {
        return object instanceof TreeNode node && node.value() instanceof TextNode;
    }

    @Override
    public boolean isProcessingInstruction(Object object) {
        return false;
    }

    @Override
    public String getElementNamespaceUri(Object element) {
        return ((Element) ((TreeNode) element).value()).namespace();
    }

    @Override
    public String getElementName(Object element) {
        return ((Element) ((TreeNode) element).value()).name();
    }

    @Override
    public String getElementQName(Object element) {
        Element value = (Element) ((TreeNode) element).value();
        return value.prefix().isEmpty() ? value.name() : value.prefix() + ":" + value.name();
    }

    @Override
    public String getAttributeNamespaceUri(Object attribute) {
        return ((Attribute) ((TreeNode) attribute).value()).namespace();
    }

    @Override
    public String getAttributeName(Object attribute) {
        return ((Attribute) ((TreeNode) attribute).value()).name();
    }

    @Override
    public String getAttributeQName(Object attribute) {
        Attribute value = (Attribute) ((TreeNode) attribute).value();
        return value.prefix().isEmpty() ? value.name() : value.prefix() + ":" + value.name();
    }

    @Override
    public String getCommentStringValue(Object comment) {
        return "";
    }

    @Override
    public String getElementStringValue(Object element) {
        String text = ((Element) ((TreeNode) element).value()).text();
        spend(1 + text.length() / CHARS_A_NODE);
        return text;
    }

    @Override
    public String getAttributeStringValue(Object attribute) {
        return ((Attribute) ((TreeNode) attribute).value()).value();
    }

    @Override
    public String getNamespaceStringValue(Object namespace) {
        return ((Namespace) ((TreeNode) namespace).value()).uri();
    }

    @Override
    public String getTextStringValue(Object text) {
        return ((TextNode) ((TreeNode) text).value()).text();
    }

    @Override
    public String getNamespacePrefix(Object namespace) {
        return ((Namespace) ((TreeNode) namespace).value()).prefix();
    }

    @Override
    public XPath parseXPath(String xpath) throws JaxenException {
        return new org.jaxen.BaseXPath(xpath, this);
    }
}
