package io.soabench.generators;

import io.soabench.contracts.source.Problem;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.issue.Places;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;

/** A collector of the problems of a model, each once, with its place. */
final class ProblemCollector {

    private final Places places;
    private final Set<Issue> issues = new TreeSet<>();

    /** Of a model of which only the files are known. */
    ProblemCollector() {
        this(Places.FILES);
    }

    /** Of a model whose places are known. */
    ProblemCollector(Places places) {
        this.places = places;
    }

    /**
     * Adds one.
     *
     * @param feature of the element, or {@code null} for the element itself
     */
    void add(IssueCode code, EObject element, EStructuralFeature feature, String sentence) {
        add(code, places.of(element, feature), sentence);
    }

    /** Adds one with which a model can be compiled. */
    void warn(IssueCode code, EObject element, EStructuralFeature feature, String sentence) {
        issues.add(new Issue(Issue.Severity.WARNING, code, places.of(element, feature), sentence));
    }

    /** Returns whether nothing is wrong that keeps a model from being compiled. */
    boolean none() {
        return issues.stream().noneMatch(issue -> issue.severity() == Issue.Severity.ERROR);
    }

    /** Adds one that is in a file which the model names. */
    void add(IssueCode code, Place place, String sentence) {
        issues.add(new Issue(Issue.Severity.ERROR, code, place, sentence));
    }

    /** Adds what is wrong with WSDL and BPEL documents. */
    void add(List<Problem> documents) {
        documents.forEach(problem -> add(
                problem.file().toLowerCase(Locale.ROOT).endsWith(".bpel")
                        ? IssueCode.BPEL_INVALID
                        : IssueCode.WSDL_INVALID,
                List.of(problem)));
    }

    /** Adds what is wrong with documents of one kind. */
    void add(IssueCode code, List<Problem> documents) {
        documents.forEach(problem -> add(
                code,
                new Place(
                        Path.of(problem.file()).toAbsolutePath().normalize(),
                        Math.max(1, problem.line()),
                        Math.max(1, problem.column())),
                problem.message() + " (" + problem.code() + ")"));
    }

    /** Returns everything so far, sorted by place. */
    List<Issue> issues() {
        return List.copyOf(issues);
    }
}
