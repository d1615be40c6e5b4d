package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Network;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.Report;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.Workload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.FoldingRange;
import org.eclipse.lsp4j.FoldingRangeKind;
import org.eclipse.lsp4j.SymbolKind;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** The parts of a model file, as a tree and as blocks that can be folded. */
public final class Outline {

    /** A number greater than the columns of any line, for an order by line and column. */
    private static final int MOST_COLUMNS = 10_000;

    private Outline() {}

    /** Returns the elements of a file with the elements in them. */
    public static List<DocumentSymbol> symbols(Snapshot snapshot) {
        Testbed testbed = snapshot.testbed();
        List<DocumentSymbol> elements = new ArrayList<>();
        for (TestbedElement element : testbed.getElements()) {
            List<DocumentSymbol> children = new ArrayList<>();
            for (EObject inner : element.eContents()) {
                if (isShown(inner)) {
                    children.add(symbol(snapshot, inner, List.of()));
                }
            }
            children.sort(
                    Comparator.comparingInt(child -> child.getRange().getStart().getLine() * MOST_COLUMNS
                            + child.getRange().getStart().getCharacter()));
            elements.add(symbol(snapshot, element, children));
        }
        return elements;
    }

    private static boolean isShown(EObject element) {
        return element instanceof PartnerBinding
                || element instanceof FunctionalCheck
                || element instanceof TestCase
                || element instanceof ParameterDeclaration
                || (element instanceof ClientClass clients && clients.getName() != null);
    }

    private static DocumentSymbol symbol(Snapshot snapshot, EObject element, List<DocumentSymbol> children) {
        Lines lines = snapshot.lines();
        ICompositeNode whole = NodeModelUtils.getNode(element);
        INode name = element instanceof NamedElement named
                ? Snapshot.nameOf(named).map(INode.class::cast).orElse(whole)
                : whole;
        int end = Math.min(whole.getEndOffset(), lines.text().length());
        DocumentSymbol symbol = new DocumentSymbol(
                name(element),
                kind(element),
                lines.range(whole.getOffset(), end),
                lines.range(
                        name.getOffset(),
                        Math.min(name == whole ? firstLine(lines, whole) : name.getEndOffset(), end)));
        symbol.setDetail(detail(element));
        symbol.setChildren(children);
        return symbol;
    }

    private static int firstLine(Lines lines, INode node) {
        return Math.min(node.getEndOffset(), lines.lineEnd(lines.lineOf(node.getOffset())));
    }

    /** Returns the name of an element in a tree; never empty, as the protocol requires. */
    static String name(EObject element) {
        if (element instanceof PartnerBinding binding) {
            return "partner " + binding.getPartnerLink();
        }
        if (element instanceof FunctionalCheck check) {
            return "check " + check.getRequest();
        }
        if (element instanceof Metric metric) {
            return "metric"
                    + (metric.getType() == null || metric.getType().getName() == null
                            ? ""
                            : " " + metric.getType().getName());
        }
        if (element instanceof PublishedResults published) {
            return "published " + published.getSubject();
        }
        if (element instanceof NamedElement named
                && named.getName() != null
                && !named.getName().isBlank()) {
            return named.getName();
        }
        return word(element);
    }

    private static String detail(EObject element) {
        if (element instanceof Service service && service.getType() != null) {
            return "service : " + service.getType().getName();
        }
        if (element instanceof Server server && server.getType() != null) {
            return "server : " + server.getType().getName();
        }
        if (element instanceof TestSuite suite
                && suite.getBaseline() != null
                && suite.getBaseline().getName() != null) {
            return "suite, baseline " + suite.getBaseline().getName();
        }
        return element instanceof NamedElement ? word(element) : null;
    }

    /** Returns the word by which the language calls an element. */
    static String word(EObject element) {
        if (element instanceof Exploration) {
            return "explore";
        }
        if (element instanceof TestSuite) {
            return "suite";
        }
        if (element instanceof TestCase) {
            return "case";
        }
        if (element instanceof ClientClass) {
            return "class";
        }
        if (element instanceof InstancePool) {
            return "data";
        }
        if (element instanceof Workload) {
            return "workload";
        }
        if (element instanceof Process) {
            return "process";
        }
        if (element instanceof ServiceType) {
            return "service type";
        }
        if (element instanceof Event) {
            return "event";
        }
        return element.eClass().getName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** Returns the symbol by which editors draw an element. */
    static SymbolKind kind(EObject element) {
        if (element instanceof ServiceType) {
            return SymbolKind.Interface;
        }
        if (element instanceof Service) {
            return SymbolKind.Class;
        }
        if (element instanceof Process) {
            return SymbolKind.Function;
        }
        if (element instanceof Server || element instanceof Host || element instanceof Network) {
            return SymbolKind.Module;
        }
        if (element instanceof Workload || element instanceof InstancePool) {
            return SymbolKind.Array;
        }
        if (element instanceof TestSuite || element instanceof Profile) {
            return SymbolKind.Namespace;
        }
        if (element instanceof TestCase) {
            return SymbolKind.Method;
        }
        if (element instanceof Event) {
            return SymbolKind.Event;
        }
        if (element instanceof Metric || element instanceof Report || element instanceof PublishedResults) {
            return SymbolKind.Number;
        }
        return element instanceof NamedElement ? SymbolKind.Property : SymbolKind.Field;
    }

    /** Blocks in brackets, and comments, of more than one line; also of a text with errors. */
    public static List<FoldingRange> folds(Snapshot snapshot) {
        Lines lines = snapshot.lines();
        List<FoldingRange> folds = new ArrayList<>();
        Deque<Token> open = new ArrayDeque<>();
        int commentStart = -1;
        int commentEnd = -1;
        for (Token token : snapshot.tokens().all()) {
            int first = lines.lineOf(token.start());
            int last = lines.lineOf(token.end());
            if (token.kind() == Token.Kind.COMMENT) {
                boolean alone = lines.text()
                        .substring(lines.lineStart(first), token.start())
                        .isBlank();
                if (commentStart < 0 || first != commentEnd + 1 || !alone) {
                    fold(folds, commentStart, commentEnd, FoldingRangeKind.Comment);
                    commentStart = first;
                }
                commentEnd = last;
                continue;
            }
            if (token.is("{")) {
                open.push(token);
            } else if (token.is("}") && !open.isEmpty()) {
                fold(folds, lines.lineOf(open.pop().start()), first - 1, FoldingRangeKind.Region);
            }
        }
        fold(folds, commentStart, commentEnd, FoldingRangeKind.Comment);
        return folds;
    }

    private static void fold(List<FoldingRange> folds, int first, int last, String kind) {
        if (first >= 0 && last > first) {
            FoldingRange fold = new FoldingRange(first, last);
            fold.setKind(kind);
            folds.add(fold);
        }
    }
}
