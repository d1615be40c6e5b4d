package io.soabench.mutation;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Processes that differ from a right one in one place: a call that is left out, or made twice; an answer that is not copied, or not added;
 * a branch that is left out, or taken when the other one should be; a loop that turns once less or more.
 */
final class BpelMutants {

    private static final String BPEL = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

    private static final Set<String> ACTIVITIES =
            Set.of("sequence", "assign", "invoke", "flow", "empty", "if", "scope");

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final byte[] right;
    private final Map<String, byte[]> mutants = new LinkedHashMap<>();

    private BpelMutants(byte[] right) {
        this.right = right;
    }

    /** The mutants of a process, by what was done to it. */
    static Map<String, byte[]> of(byte[] right) throws Exception {
        BpelMutants mutants = new BpelMutants(right);
        mutants.make();
        return mutants.mutants;
    }

    private void make() throws Exception {
        Document document = parsed();
        List<Element> invokes = all(document, "invoke");
        for (int i = 0; i < invokes.size(); i++) {
            String name = invokes.get(i).getAttribute("name");
            add("call " + name + " left out", "invoke", i, BpelMutants::emptied);
            if (!invokes.get(i).getAttribute("outputVariable").isEmpty()) {
                add("call " + name + " made twice", "invoke", i, BpelMutants::doubled);
            }
        }
        List<Element> froms = all(document, "from");
        Set<String> answers = answers(document);
        for (int i = 0; i < froms.size(); i++) {
            String text = froms.get(i).getTextContent();
            String[] terms = text.split(" \\+ ");
            for (int k = 0; terms.length > 1 && k < terms.length; k++) {
                if (terms[k].startsWith("$")) {
                    List<String> rest = new ArrayList<>(Arrays.asList(terms));
                    rest.remove(k);
                    add(
                            terms[k] + " not added in " + assign(froms.get(i)),
                            "from",
                            i,
                            from -> from.setTextContent(String.join(" + ", rest)));
                }
            }
            if (answers.stream().anyMatch(variable -> text.matches(".*\\$" + variable + "\\b.*"))) {
                add("copy of " + text + " left out", "from", i, BpelMutants::uncopied);
            }
        }
        for (int i = 0; i < all(document, "if").size(); i++) {
            String name = all(document, "if").get(i).getAttribute("name");
            add("if " + name + " the other way", "condition", conditionOf(document, i), BpelMutants::negated);
            add("if " + name + " without its first branch", "if", i, branch -> emptied(activity(branch)));
            if (all(document, "if").get(i).getElementsByTagNameNS(BPEL, "else").getLength() > 0) {
                add(
                        "if " + name + " without its other branch",
                        "if",
                        i,
                        branch -> emptied(activity((Element)
                                branch.getElementsByTagNameNS(BPEL, "else").item(0))));
            }
        }
        for (int i = 0; i < all(document, "while").size(); i++) {
            add("one turn less, " + i, "while", i, loop -> turns(loop, -1));
            add("one turn more, " + i, "while", i, loop -> turns(loop, 1));
        }
    }

    private Document parsed() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(right));
    }

    private static List<Element> all(Document document, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = document.getElementsByTagNameNS(BPEL, name);
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }

    /** Variables that hold what partners say. */
    private static Set<String> answers(Document document) {
        Set<String> variables = new TreeSet<>();
        all(document, "invoke").forEach(invoke -> variables.add(invoke.getAttribute("outputVariable")));
        all(document, "onMessage").forEach(message -> variables.add(message.getAttribute("variable")));
        variables.remove("");
        return variables;
    }

    private void add(String name, String element, int number, Consumer<Element> change) throws Exception {
        Document document = parsed();
        change.accept(all(document, element).get(number));
        StringWriter text = new StringWriter();
        TransformerFactory.newDefaultInstance()
                .newTransformer()
                .transform(new DOMSource(document), new StreamResult(text));
        String unique = mutants.containsKey(name) ? name + " (" + mutants.size() + ")" : name;
        mutants.put(unique, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String assign(Element from) {
        return ((Element) from.getParentNode().getParentNode()).getAttribute("name");
    }

    private static int conditionOf(Document document, int number) {
        Element branch = all(document, "if").get(number);
        return all(document, "condition").indexOf((Element)
                branch.getElementsByTagNameNS(BPEL, "condition").item(0));
    }

    /** The activity stays, with its links, and does nothing. */
    private static void emptied(Element activity) {
        Element empty = activity.getOwnerDocument().createElementNS(BPEL, "empty");
        for (Node child = activity.getFirstChild(); child != null; ) {
            Node next = child.getNextSibling();
            if ("targets".equals(child.getLocalName()) || "sources".equals(child.getLocalName())) {
                empty.appendChild(child);
            }
            child = next;
        }
        activity.getParentNode().replaceChild(empty, activity);
    }

    private static void doubled(Element invoke) {
        Element sequence = invoke.getOwnerDocument().createElementNS(BPEL, "sequence");
        invoke.getParentNode().replaceChild(sequence, invoke);
        for (Node child = invoke.getFirstChild(); child != null; ) {
            Node next = child.getNextSibling();
            if ("targets".equals(child.getLocalName()) || "sources".equals(child.getLocalName())) {
                sequence.appendChild(child);
            }
            child = next;
        }
        sequence.appendChild(invoke);
        sequence.appendChild(invoke.cloneNode(true));
    }

    /** An assignment needs a copy: what is copied is the variable to itself. */
    private static void uncopied(Element from) {
        Element to = (Element) ((Element) from.getParentNode())
                .getElementsByTagNameNS(BPEL, "to")
                .item(0);
        if (to.hasAttribute("variable")) {
            from.setTextContent(
                    "$" + to.getAttribute("variable") + (to.hasAttribute("part") ? "." + to.getAttribute("part") : ""));
        } else {
            from.setTextContent(to.getTextContent());
        }
    }

    private static void negated(Element condition) {
        condition.setTextContent("not(" + condition.getTextContent() + ")");
    }

    private static Element activity(Element branch) {
        for (Node child = branch.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && ACTIVITIES.contains(element.getLocalName())) {
                return element;
            }
        }
        throw new IllegalArgumentException("a branch without activity");
    }

    private static void turns(Element loop, int more) {
        Element condition =
                (Element) loop.getElementsByTagNameNS(BPEL, "condition").item(0);
        Matcher number = NUMBER.matcher(condition.getTextContent());
        condition.setTextContent(
                number.replaceFirst(found -> Integer.toString(Integer.parseInt(found.group()) + more)));
    }
}
