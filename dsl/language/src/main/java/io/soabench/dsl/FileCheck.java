package io.soabench.dsl;

import io.soabench.dsl.documents.FilePlaces;
import io.soabench.dsl.repair.RepairedText;
import io.soabench.dsl.repair.SyntaxFault;
import io.soabench.dsl.scoping.LinkingMessages;
import io.soabench.dsl.text.SyntaxMessages;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.XtextResource;
import org.eclipse.xtext.util.CancelIndicator;
import org.eclipse.xtext.validation.CheckMode;
import org.eclipse.xtext.validation.IResourceValidator;

/**
 * The check of one file. A text with syntax errors is checked in its repaired form. The check keeps the issues that
 * the errors cannot have caused. Their places are places of the written text.
 */
final class FileCheck {

    /** The codes of issues about missing elements. An element may stand in a part that cannot be understood. */
    private static final Set<IssueCode> OF_WHAT_IS_MISSING = EnumSet.of(
            IssueCode.UNUSED,
            IssueCode.TESTBED_WITHOUT_NAME,
            IssueCode.TESTBED_WITHOUT_SUITE,
            IssueCode.SERVICE_NOT_SERVED,
            IssueCode.CLIENTS_NOWHERE,
            IssueCode.EVENT_ORDER,
            IssueCode.SEED_MISSING);

    /** The codes of issues that remain certain in a part with errors: they concern a wrong word, number or file. */
    private static final Set<IssueCode> OF_WHAT_IS_THERE = EnumSet.of(
            IssueCode.SYNTAX,
            IssueCode.PARAMETER_TYPE,
            IssueCode.PARAMETER_RANGE,
            IssueCode.PARAMETER_TWICE,
            IssueCode.PORT_RANGE,
            IssueCode.NAME_DUPLICATE,
            IssueCode.FILE_MISSING,
            IssueCode.IMPORT_MISSING,
            IssueCode.WSDL_INVALID,
            IssueCode.BPEL_INVALID,
            IssueCode.BPMN_INVALID,
            IssueCode.BPMN_NO_PROCESS,
            IssueCode.CAMEL_INVALID,
            IssueCode.REALISATION_TWICE,
            IssueCode.OPERATION_UNKNOWN,
            IssueCode.ENDPOINT_INVALID,
            IssueCode.HEADER_INVALID,
            IssueCode.ANSWERS_FILE,
            IssueCode.PARTNER_UNKNOWN,
            IssueCode.PARTNER_BOUND_TWICE,
            IssueCode.PARTNER_TYPE_MISMATCH,
            IssueCode.UIID_PATH,
            IssueCode.ANSWERS_PATH,
            IssueCode.NOT_POSITIVE,
            IssueCode.TOO_MUCH,
            IssueCode.TOO_SHORT,
            IssueCode.PERCENT_RANGE,
            IssueCode.UNIT_MISMATCH,
            IssueCode.DISTRIBUTION_IMPOSSIBLE,
            IssueCode.DISTRIBUTION_FILE,
            IssueCode.STATISTIC_UNKNOWN,
            IssueCode.DATA_INVALID,
            IssueCode.DATA_ROOT);

    static {
        OF_WHAT_IS_THERE.addAll(LinkingMessages.codes());
    }

    private final XtextResource resource;
    private final Path file;
    private final Optional<RepairedText> repaired;
    private final boolean incomplete;
    private final Set<String> lost;
    private final Lines lines;
    private final List<Issue> issues = new ArrayList<>();
    private final Set<EObject> faulty = new HashSet<>();

    /**
     * @param resource as it was read, repaired where it had to be
     * @param repaired repairs of this file and of those that are read with it
     */
    FileCheck(XtextResource resource, Path file, Map<Path, RepairedText> repaired) {
        this.resource = resource;
        this.file = file;
        this.repaired = Optional.ofNullable(repaired.get(file));
        this.incomplete = repaired.values().stream().anyMatch(RepairedText::isIncomplete);
        this.lost = repaired.values().stream()
                .flatMap(each -> each.lost().stream())
                .collect(Collectors.toUnmodifiableSet());
        this.lines = new Lines(this.repaired.map(RepairedText::written).orElse(""));
        this.repaired.ifPresent(each -> each.faults().forEach(this::fault));
        Set<EObject> torn = torn();
        for (var found : TestbedReader.INJECTOR
                .getInstance(IResourceValidator.class)
                .validate(resource, CheckMode.ALL, CancelIndicator.NullImpl)) {
            issue(found, torn);
        }
    }

    List<Issue> issues() {
        return issues;
    }

    /** Returns the elements with errors. */
    Set<EObject> faulty() {
        return faulty;
    }

    private void fault(SyntaxFault fault) {
        issues.add(
                new Issue(Issue.Severity.ERROR, IssueCode.SYNTAX, lines.place(file, fault.offset()), fault.message()));
    }

    private void issue(org.eclipse.xtext.validation.Issue found, Set<EObject> torn) {
        Issue.Severity severity =
                switch (found.getSeverity()) {
                    case ERROR -> Issue.Severity.ERROR;
                    case WARNING -> Issue.Severity.WARNING;
                    default -> Issue.Severity.INFO;
                };
        EObject element = found.getUriToProblem() == null
                ? null
                : resource.getEObject(found.getUriToProblem().fragment());
        IssueCode code = code(found.getCode());
        if (code != IssueCode.SYNTAX
                && element != null
                && torn.contains(unit(element))
                && !LinkingMessages.codes().contains(code)) {
            return;
        }
        if (!isCertain(code, found, element)) {
            return;
        }
        issues.add(new Issue(
                severity, code, FilePlaces.ofData(found.getData()).orElseGet(() -> place(found)), found.getMessage()));
        if (severity == Issue.Severity.ERROR && element != null) {
            faulty.add(element);
        }
    }

    /** Returns whether an issue is certain, and not only caused by syntax errors. */
    private boolean isCertain(IssueCode code, org.eclipse.xtext.validation.Issue found, EObject element) {
        if (incomplete && OF_WHAT_IS_MISSING.contains(code)) {
            return false;
        }
        if (LinkingMessages.codes().contains(code) && lost.contains(words(found))) {
            return false;
        }
        return repaired.isEmpty() || isCertain(repaired.get(), code, found, element);
    }

    private static boolean isCertain(
            RepairedText repaired, IssueCode code, org.eclipse.xtext.validation.Issue found, EObject element) {
        int offset = found.getOffset() == null ? -1 : found.getOffset();
        if (RepairedText.isOfAGap(found.getMessage()) || repaired.isInvented(offset, offset + 1)) {
            return false;
        }
        ICompositeNode node = element == null ? null : NodeModelUtils.findActualNodeFor(element);
        if (node == null || !repaired.isDoubtful(repaired.original(node.getOffset()))) {
            return true;
        }
        return LinkingMessages.codes().contains(code)
                || (OF_WHAT_IS_THERE.contains(code) && !isBesideAGap(repaired, element));
    }

    /** Returns whether a value, or the value it is compared with, is unknown. */
    private static boolean isBesideAGap(RepairedText repaired, EObject element) {
        EObject unit = unit(element);
        for (EObject each = element; each != unit && each.eContainer() != null; each = each.eContainer()) {
            ICompositeNode node = NodeModelUtils.findActualNodeFor(each);
            if (node != null && repaired.isInvented(node.getOffset(), node.getEndOffset())) {
                return true;
            }
        }
        return false;
    }

    private Place place(org.eclipse.xtext.validation.Issue found) {
        if (repaired.isPresent() && found.getOffset() != null) {
            return lines.place(file, repaired.get().original(found.getOffset()));
        }
        return new Place(
                file,
                found.getLineNumber() == null ? 1 : found.getLineNumber(),
                found.getColumn() == null ? 1 : found.getColumn());
    }

    /** Returns the text at an issue's place. */
    private String words(org.eclipse.xtext.validation.Issue found) {
        return found.getOffset() == null || found.getLength() == null
                ? ""
                : resource.getParseResult()
                        .getRootNode()
                        .getText()
                        .substring(found.getOffset(), found.getOffset() + found.getLength());
    }

    /** Returns the elements of a file with syntax errors. Issues of rules in them only follow from these errors. */
    private Set<EObject> torn() {
        Set<EObject> torn = new HashSet<>();
        if (TestbedReader.syntaxErrors(resource)) {
            for (INode error : resource.getParseResult().getSyntaxErrors()) {
                EObject element = NodeModelUtils.findActualSemanticObjectFor(error);
                torn.add(element == null ? resource.getContents().get(0) : unit(element));
            }
        }
        return torn;
    }

    /** Returns the element of a testbed to which something belongs; of the testbed itself, the testbed. */
    private static EObject unit(EObject element) {
        EObject unit = element;
        while (unit.eContainer() != null && unit.eContainer().eContainer() != null) {
            unit = unit.eContainer();
        }
        return unit;
    }

    /** Returns the code of an issue. Issues of Xtext itself have none of our codes; they are syntax errors. */
    private static IssueCode code(String code) {
        return code == null || code.startsWith("org.eclipse") || code.equals(SyntaxMessages.VALUE)
                ? IssueCode.SYNTAX
                : IssueCode.of(code)
                        .orElseThrow(() -> new IllegalStateException(
                                "a rule has the code \"" + code + "\", which IssueCode does not know"));
    }

    /** The starts of the lines of a text. */
    private static final class Lines {
        private final int[] starts;

        Lines(String text) {
            int[] found = new int[(int) text.chars().filter(c -> c == '\n').count() + 1];
            int line = 0;
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) == '\n') {
                    line++;
                    found[line] = i + 1;
                }
            }
            this.starts = found;
        }

        Place place(Path file, int offset) {
            int found = Arrays.binarySearch(starts, offset);
            int line = found >= 0 ? found : -found - 2;
            return new Place(file, line + 1, offset - starts[line] + 1);
        }
    }
}
