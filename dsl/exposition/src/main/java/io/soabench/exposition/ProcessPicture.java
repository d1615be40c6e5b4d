package io.soabench.exposition;

import io.soabench.contracts.source.XmlElement;
import io.soabench.engine.bpel.syntax.Bpel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A picture of the activities of a process, as nested boxes. Activities in sequence stand below each other;
 * parallel or alternative ones stand side by side.
 */
final class ProcessPicture {

    private static final Set<String> SIDE_BY_SIDE = Set.of("flow", "if", "pick");
    private static final Set<String> STRUCTURES = Set.of(
            "sequence",
            "flow",
            "if",
            "pick",
            "while",
            "repeatUntil",
            "forEach",
            "scope",
            "elseif",
            "else",
            "onMessage",
            "onAlarm",
            "onEvent",
            "faultHandlers",
            "eventHandlers",
            "compensationHandler",
            "terminationHandler",
            "catch",
            "catchAll");
    private static final Set<String> BASIC = Set.of(
            "receive",
            "reply",
            "invoke",
            "assign",
            "throw",
            "rethrow",
            "wait",
            "empty",
            "exit",
            "validate",
            "compensate",
            "compensateScope",
            "extensionActivity");
    private static final double PAD = 8;
    private static final double TITLE = 20;
    private static final double LEAF = 24;
    private static final int SIZE = 11;

    private final String name;

    private ProcessPicture(String name) {
        this.name = name;
    }

    /** A box with what is in it. */
    private record Box(String kind, String title, List<Box> inside, double width, double height) {

        boolean isBasic() {
            return BASIC.contains(kind);
        }
    }

    /** Returns the picture of a process, from its root element. */
    static String svg(XmlElement process) {
        return new ProcessPicture(process.attribute("name").orElse("")).draw(process);
    }

    private String draw(XmlElement process) {
        Box root = box("process", "process " + name, inside(process));
        Svg svg = new Svg(root.width() + 12, root.height() + 12);
        place(svg, root, 6, 6, 0);
        return svg.picture("Structure of process " + name, outline(root));
    }

    private static List<Box> inside(XmlElement element) {
        List<Box> boxes = new ArrayList<>();
        element.elements()
                .filter(child -> child.namespace().equals(Bpel.NAMESPACE))
                .forEach(child -> {
                    if (child.localName().equals("sequence") && isNameless(child) && alone(element)) {
                        // A nameless sequence that is the only child of its parent gets no box of its own.
                        boxes.addAll(inside(child));
                    } else if (BASIC.contains(child.localName())) {
                        boxes.add(basic(child));
                    } else if (STRUCTURES.contains(child.localName())) {
                        boxes.add(box(child.localName(), title(child), inside(child)));
                    }
                });
        if (element.localName().equals("if")) {
            return branches(element, boxes);
        }
        return boxes;
    }

    /**
     * Returns the branches of an activity. BPEL gives the first branch of an {@code if} no element, so it gets a
     * box here.
     */
    private static List<Box> branches(XmlElement element, List<Box> boxes) {
        List<Box> first = boxes.stream()
                .filter(box -> !box.kind().equals("elseif") && !box.kind().equals("else"))
                .toList();
        List<Box> all = new ArrayList<>();
        all.add(box("then", "if " + expression(element, "condition"), first));
        boxes.stream().filter(box -> !first.contains(box)).forEach(all::add);
        return all;
    }

    private static boolean isNameless(XmlElement sequence) {
        return sequence.elements()
                .noneMatch(child ->
                        child.localName().equals("targets") || child.localName().equals("sources"));
    }

    private static boolean alone(XmlElement parent) {
        long activities = parent.elements()
                .filter(child -> STRUCTURES.contains(child.localName()) || BASIC.contains(child.localName()))
                .count();
        return activities == 1 && !SIDE_BY_SIDE.contains(parent.localName());
    }

    private static Box basic(XmlElement element) {
        String title = title(element);
        List<Box> handlers =
                inside(element).stream().filter(box -> !box.isBasic()).toList();
        if (!handlers.isEmpty()) {
            List<Box> all = new ArrayList<>();
            all.add(leaf(element.localName(), title));
            all.addAll(handlers);
            return box("scope", "with handlers", all);
        }
        return leaf(element.localName(), title);
    }

    private static Box leaf(String kind, String title) {
        String shown = Svg.fitted(title, SIZE, 260);
        return new Box(kind, shown, List.of(), Svg.wide(shown, SIZE) + 22, LEAF);
    }

    private static Box box(String kind, String title, List<Box> inside) {
        String shown = Svg.fitted(title, SIZE, 300);
        double width = Svg.wide(shown, SIZE) + 2 * PAD;
        double height = TITLE;
        if (SIDE_BY_SIDE.contains(kind) || kind.endsWith("Handlers")) {
            double sum = inside.stream().mapToDouble(Box::width).sum() + PAD * (inside.size() + 1);
            width = Math.max(width, sum);
            height += inside.stream().mapToDouble(Box::height).max().orElse(0) + PAD;
        } else {
            width = Math.max(
                    width, inside.stream().mapToDouble(Box::width).max().orElse(0) + 2 * PAD);
            height += inside.stream().mapToDouble(each -> each.height() + PAD).sum();
        }
        return new Box(kind, shown, inside, width, height + 2);
    }

    private static void place(Svg svg, Box box, double x, double y, int depth) {
        if (box.isBasic()) {
            String fill =
                    switch (box.kind()) {
                        case "receive", "reply" -> "#e3eefb";
                        case "invoke" -> "#fdebdd";
                        case "throw", "rethrow", "exit" -> "#f8dede";
                        default -> "#ffffff";
                    };
            svg.box(x, y, box.width(), box.height(), fill, Svg.LINE, 10);
            svg.text(x + box.width() / 2, y + 16, box.title(), "middle", SIZE, false);
            return;
        }
        svg.box(x, y, box.width(), box.height(), depth % 2 == 0 ? "#fbfcfe" : "#f1f4f8", "#9aa7b8", 4);
        svg.text(x + PAD, y + 14, box.title(), "start", SIZE, true);
        boolean side = SIDE_BY_SIDE.contains(box.kind()) || box.kind().endsWith("Handlers");
        double across = x + PAD;
        double down = y + TITLE;
        Box before = null;
        for (Box each : box.inside()) {
            double left = side ? across : x + (box.width() - each.width()) / 2;
            if (!side
                    && before != null
                    && !each.kind().endsWith("Handlers")
                    && !each.kind().endsWith("Handler")) {
                svg.line(x + box.width() / 2, down - PAD, x + box.width() / 2, down, Svg.LINE);
            }
            place(svg, each, left, down, depth + 1);
            if (side) {
                across += each.width() + PAD;
            } else {
                down += each.height() + PAD;
            }
            before = each;
        }
    }

    private static String title(XmlElement element) {
        String kind = element.localName();
        String named = element.attribute("name").map(each -> " " + each).orElse("");
        return switch (kind) {
            case "receive", "reply", "invoke", "onMessage", "onEvent" ->
                kind + " " + element.attribute("partnerLink").orElse("") + "."
                        + element.attribute("operation").orElse("");
            case "while", "repeatUntil", "elseif" -> kind + " " + expression(element, "condition");
            case "forEach" ->
                "forEach " + element.attribute("counterName").orElse("") + " from "
                        + expression(element, "startCounterValue") + " to " + expression(element, "finalCounterValue")
                        + (element.attribute("parallel").filter("yes"::equals).isPresent() ? ", parallel" : "");
            case "wait", "onAlarm" ->
                kind + " "
                        + Optional.of(expression(element, "for"))
                                .filter(text -> !text.isEmpty())
                                .orElse(expression(element, "until"));
            case "throw", "catch" -> kind + " " + element.attribute("faultName").orElse("");
            case "scope" ->
                "scope" + named
                        + (element.attribute("isolated").filter("yes"::equals).isPresent() ? ", isolated" : "");
            case "faultHandlers" -> "fault handlers";
            case "eventHandlers" -> "event handlers";
            case "compensationHandler" -> "compensation handler";
            case "terminationHandler" -> "termination handler";
            default -> kind + named;
        };
    }

    private static String expression(XmlElement element, String child) {
        return element.element(Bpel.NAMESPACE, child)
                .map(each -> each.text().strip().replaceAll("\\s+", " "))
                .orElse("");
    }

    /** Returns the picture as text, for readers who cannot see it. */
    private static String outline(Box box) {
        if (box.inside().isEmpty()) {
            return box.title();
        }
        return box.title() + " ("
                + String.join(
                        "; ", box.inside().stream().map(ProcessPicture::outline).toList()) + ")";
    }
}
