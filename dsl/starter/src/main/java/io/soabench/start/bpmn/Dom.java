package io.soabench.start.bpmn;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Elements of BPMN documents, to be read and changed. */
final class Dom {

    /** Namespace of BPMN 2.0. */
    static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";

    /** Namespace of the attributes that Camunda 7, its forks and Flowable read. */
    static final String CAMUNDA = "http://camunda.org/schema/1.0/bpmn";

    private Dom() {}

    /** Returns the BPMN elements directly in an element, in document order, as a list of its own. */
    static List<Element> children(Element xmlElement) {
        List<Element> found = new ArrayList<>();
        for (Node each = xmlElement.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element element && BPMN.equals(element.getNamespaceURI())) {
                found.add(element);
            }
        }
        return found;
    }

    /** Returns the BPMN elements of a name directly in an element. */
    static Stream<Element> children(Element element, String name) {
        return children(element).stream().filter(each -> each.getLocalName().equals(name));
    }

    /** Returns the name of a part for people, on one line; its id where it has none. */
    static String label(Element part) {
        String name = part.getAttribute("name").strip().replaceAll("\\s+", " ");
        return name.isEmpty() ? part.getAttribute("id") : name;
    }

    /** Returns whether an element is a node, which sequence flows connect. */
    static boolean isNode(Element element) {
        String name = element.getLocalName();
        return name.endsWith("Event")
                || name.endsWith("Gateway")
                || isTask(element)
                || name.equals("callActivity")
                || isScope(element);
    }

    /** Returns whether an element is a task of any kind. */
    static boolean isTask(Element element) {
        return element.getLocalName().equals("task") || element.getLocalName().endsWith("Task");
    }

    /** Returns whether an element has nodes of its own. */
    static boolean isScope(Element element) {
        return element.getLocalName().equals("subProcess")
                || element.getLocalName().equals("transaction");
    }

    /** Returns the value of the first attribute of that local name in any other namespace, such as that of an engine. */
    static Optional<String> foreign(Element element, String name) {
        return attributes(element).stream()
                .filter(each -> each.getNamespaceURI() != null && name.equals(each.getLocalName()))
                .map(Attr::getValue)
                .findFirst();
    }

    /** Returns the attributes of an element, as a list of its own. */
    static List<Attr> attributes(Element element) {
        List<Attr> found = new ArrayList<>();
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            found.add((Attr) element.getAttributes().item(i));
        }
        return found;
    }

    /** Removes all attributes except those of these names, and the whole content except the elements that are kept. */
    static void strip(Element element, List<String> attributes, Predicate<Element> kept) {
        for (Attr each : attributes(element)) {
            boolean namespace = "http://www.w3.org/2000/xmlns/".equals(each.getNamespaceURI());
            if (!namespace && (each.getNamespaceURI() != null || !attributes.contains(each.getName()))) {
                element.removeAttributeNode(each);
            }
        }
        keep(element, kept);
    }

    /** Removes the whole content of an element except the elements that are kept. */
    static void keep(Element xmlElement, Predicate<Element> kept) {
        for (Node each = xmlElement.getFirstChild(); each != null; ) {
            Node next = each.getNextSibling();
            if (!(each instanceof Element element) || !BPMN.equals(element.getNamespaceURI()) || !kept.test(element)) {
                xmlElement.removeChild(each);
            }
            each = next;
        }
    }

    /** Removes a sequence flow, also where a node names it as its default. */
    static void removeFlow(Element scope, Element flow) {
        String id = flow.getAttribute("id");
        for (Element node : children(scope)) {
            if (node.getAttribute("default").equals(id)) {
                node.removeAttribute("default");
            }
        }
        remove(flow);
    }

    /** Removes an element from the document. */
    static void remove(Element element) {
        element.getParentNode().removeChild(element);
    }

    /** Returns the element under another name of BPMN, with its attributes and content. */
    static Element rename(Element element, String name) {
        String prefix = element.getPrefix();
        return (Element)
                element.getOwnerDocument().renameNode(element, BPMN, prefix == null ? name : prefix + ":" + name);
    }

    /** Appends a new element of BPMN to another one. */
    static Element append(Element to, String name) {
        String prefix = to.getPrefix();
        Element made = to.getOwnerDocument().createElementNS(BPMN, prefix == null ? name : prefix + ":" + name);
        to.appendChild(made);
        return made;
    }

    /** Sets an attribute that the engines read. */
    static void engine(Element element, String name, String value) {
        element.setAttributeNS(CAMUNDA, "camunda:" + name, value);
    }
}
