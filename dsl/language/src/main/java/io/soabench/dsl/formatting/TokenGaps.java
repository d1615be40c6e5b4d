package io.soabench.dsl.formatting;

import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.DrawnAnswer;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedPackage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.formatting2.regionaccess.IComment;
import org.eclipse.xtext.formatting2.regionaccess.IEObjectRegion;
import org.eclipse.xtext.formatting2.regionaccess.IHiddenRegion;
import org.eclipse.xtext.formatting2.regionaccess.IHiddenRegionPart;
import org.eclipse.xtext.formatting2.regionaccess.ISemanticRegion;

/** The text between the tokens of a file. Brackets are matched once; then each gap can be requested. */
final class TokenGaps {

    private static final String INDENTATION = "    ";
    private static final int MOST_LINE_ENDS = 2;

    /** Keywords that begin a property of a block; a line that begins otherwise continues the one before. */
    private static final Set<String> PROPERTIES = Set.of(
            "testbed",
            "seed",
            "case",
            "class",
            "partner",
            "parameter",
            "instances",
            "uiid",
            "callback",
            "bpel",
            "contract",
            "wsdl",
            "operation",
            "check",
            "black",
            "address",
            "port",
            "user",
            "key",
            "jump",
            "java",
            "directory",
            "serves",
            "registers",
            "runs",
            "licence",
            "clients",
            "batches",
            "think",
            "sends",
            "classes",
            "answer",
            "rate",
            "arrivals",
            "stages",
            "bursts",
            "replay",
            "mix",
            "connections",
            "parallel",
            "aa",
            "baseline",
            "record",
            "repeat",
            "warm",
            "measure",
            "time-out",
            "drain",
            "expect",
            "load",
            "until",
            "trials",
            "within",
            "precision",
            "vary",
            "confirm",
            "trust");

    private static final Set<EStructuralFeature> OWN_LINES = Set.of(
            TestbedPackage.Literals.TESTBED__IMPORTS,
            TestbedPackage.Literals.TESTBED__ELEMENTS,
            TestbedPackage.Literals.SERVICE__QUALITIES,
            TestbedPackage.Literals.SERVICE__ANSWERS,
            TestbedPackage.Literals.SERVICE__ANSWER_FILES,
            TestbedPackage.Literals.BLACK_BOX_PROCESS__HEADERS,
            TestbedPackage.Literals.WHITE_BOX_PROCESS__REALISATIONS,
            TestbedPackage.Literals.WHITE_BOX_PROCESS__PARTNERS,
            TestbedPackage.Literals.PROCESS__CHECKS,
            TestbedPackage.Literals.INSTANCE_POOL__CHUNKS,
            TestbedPackage.Literals.ROWS__ANSWERS,
            TestbedPackage.Literals.WORKLOAD__CLASSES,
            TestbedPackage.Literals.STAGES__STAGES,
            TestbedPackage.Literals.BURSTS__STATES,
            TestbedPackage.Literals.TEST_SUITE__CASES,
            TestbedPackage.Literals.DEPLOY_PLAN__PLACEMENTS,
            TestbedPackage.Literals.METRIC__STATISTICS,
            TestbedPackage.Literals.PARAMETERIZED_TYPE__PARAMETERS,
            TestbedPackage.Literals.SERVER_TYPE__PORTS,
            TestbedPackage.Literals.NETWORK__LATENCIES,
            TestbedPackage.Literals.SERVER__PARAMETERS,
            TestbedPackage.Literals.SERVER__PORTS,
            TestbedPackage.Literals.VARIATION__RANGES,
            TestbedPackage.Literals.PLUGIN_EVENT__PARAMETERS);

    private final List<ISemanticRegion> tokens;
    private final int[] depths;
    private final boolean[] inParentheses;
    private final boolean[] breaks;

    TokenGaps(List<ISemanticRegion> tokens) {
        this.tokens = tokens;
        depths = new int[tokens.size() + 1];
        inParentheses = new boolean[tokens.size() + 1];
        breaks = new boolean[tokens.size() + 1];
        matchBrackets();
    }

    private void matchBrackets() {
        Deque<Integer> open = new ArrayDeque<>();
        int parentheses = 0;
        for (int i = 0; i < tokens.size(); i++) {
            String text = text(i);
            if (text.equals("}") && !open.isEmpty()) {
                int opening = open.pop();
                boolean broken = breaksLine(opening + 1) || (i > opening + 1 && breaksLine(i));
                breaks[opening + 1] = broken;
                breaks[i] = broken;
            }
            depths[i] = open.size();
            if (text.equals("{")) {
                open.push(i);
            }
            parentheses += text.equals(")") ? -1 : 0;
            inParentheses[i] = parentheses > 0;
            parentheses += text.equals("(") ? 1 : 0;
            breaks[i] |= i > 0 && beginsTopLevel(i);
        }
    }

    private String text(int token) {
        return tokens.get(token).getText();
    }

    private boolean breaksLine(int token) {
        for (IHiddenRegionPart part :
                tokens.get(token).getPreviousHiddenRegion().getParts()) {
            if (part.getText().indexOf('\n') >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the text between the token before {@code next} and {@code next}, which may be the end of the file. */
    String gap(IHiddenRegion gap, int next) {
        StringBuilder text = new StringBuilder();
        boolean lineEmpty = next == 0;
        int lineEnds = 0;
        int blanks = 0;
        for (IHiddenRegionPart part : gap.getParts()) {
            String partText = part.getText();
            if (!(part instanceof IComment)) {
                lineEnds += (int) partText.chars().filter(c -> c == '\n').count();
                blanks = partText.indexOf('\t') >= 0 ? 1 : partText.length();
                continue;
            }
            if (lineEnds > 0 && !lineEmpty) {
                endLines(text, lineEnds);
                text.append(INDENTATION.repeat(commentDepth(next)));
            } else if (!lineEmpty) {
                text.append(" ".repeat(Math.max(1, blanks)));
            }
            text.append(partText.stripTrailing());
            lineEmpty = false;
            lineEnds = partText.endsWith("\n") ? 1 : 0;
            blanks = 0;
        }
        if (next == tokens.size()) {
            return text.append('\n').toString();
        }
        if (breaks[next]) {
            lineEnds = Math.max(1, lineEnds);
        }
        if (lineEmpty) {
            return text.toString();
        }
        if (lineEnds > 0) {
            endLines(text, lineEnds);
            return text.append(INDENTATION.repeat(depth(next))).toString();
        }
        return text.append(" ".repeat(next == 0 ? 1 : blanks(next, blanks))).toString();
    }

    private static void endLines(StringBuilder text, int lineEnds) {
        text.append("\n".repeat(Math.min(MOST_LINE_ENDS, lineEnds)));
    }

    private int commentDepth(int next) {
        if (next == tokens.size()) {
            return 0;
        }
        return text(next).equals("}") ? depths[next] + 1 : depth(next);
    }

    private int depth(int token) {
        return depths[token] + (beginsProperty(token) ? 0 : 1);
    }

    private boolean beginsProperty(int token) {
        String text = text(token);
        if (inParentheses[token]) {
            return false;
        }
        return text.equals("}") || text.equals(")") || PROPERTIES.contains(text) || beginsListed(token);
    }

    private boolean beginsTopLevel(int token) {
        String text = text(token);
        EObject element = tokens.get(token).getSemanticElement();
        if (element instanceof Testbed) {
            return text.equals("seed") && depths[token] == 0 && !text(token - 1).equals("testbed");
        }
        EObject listed = beginning(token);
        return listed != null && listed.eContainer() instanceof Testbed;
    }

    private boolean beginsListed(int token) {
        return beginning(token) != null;
    }

    /** Returns the outermost element with its line that begins with a token, or null. */
    private EObject beginning(int token) {
        ISemanticRegion region = tokens.get(token);
        EObject found = null;
        for (EObject element = region.getSemanticElement(); element != null; element = element.eContainer()) {
            IEObjectRegion whole = region.getTextRegionAccess().regionForEObject(element);
            if (whole == null || whole.getPreviousHiddenRegion().getNextSemanticRegion() != region) {
                break;
            }
            // The first element of a library, which has no head, begins with the token with which the whole file does.
            if (element.eContainingFeature() != null && OWN_LINES.contains(element.eContainingFeature())) {
                found = element;
            }
        }
        return found;
    }

    /** Returns whether parentheses of an element follow a name without a blank. */
    private static boolean isCall(EObject element) {
        return element instanceof Distribution || element instanceof DrawnAnswer;
    }

    private int blanks(int next, int found) {
        String before = text(next - 1);
        String after = text(next);
        boolean none = before.equals("(")
                || before.equals("[")
                || after.equals(")")
                || after.equals("]")
                || after.equals("[")
                || after.equals(",")
                || (after.equals("(") && isCall(tokens.get(next).getSemanticElement()))
                || (after.equals(":") && tokens.get(next).getSemanticElement() instanceof Event);
        if (none) {
            return 0;
        }
        boolean unit = tokens.get(next).getSemanticElement() instanceof Quantity
                && tokens.get(next - 1).getSemanticElement() == tokens.get(next).getSemanticElement();
        return unit ? 1 : Math.max(1, found);
    }
}
