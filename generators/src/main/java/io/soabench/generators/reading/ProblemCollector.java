package io.soabench.generators.reading;

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
public final class ProblemCollector {

    private final Places places;
    private final Set<Issue> issues = new TreeSet<>();

    /** Creates a collector for a model of which only the files are known. */
    public ProblemCollector() {
        this(Places.FILES);
    }

    /** @param places of the elements of the model */
    public ProblemCollector(Places places) {
        this.places = places;
    }

    /**
     * Adds a problem of an element.
     *
     * @param feature of the element, or {@code null} for the element itself
     */
    public void add(IssueCode code, EObject element, EStructuralFeature feature, String sentence) {
        add(code, places.of(element, feature), sentence);
    }

    /** Adds a warning: a model with it can be compiled. */
    public void warn(IssueCode code, EObject element, EStructuralFeature feature, String sentence) {
        issues.add(new Issue(Issue.Severity.WARNING, code, places.of(element, feature), sentence));
    }

    /** Returns whether the model can be compiled, because no problem is an error. */
    public boolean none() {
        return issues.stream().noneMatch(issue -> issue.severity() == Issue.Severity.ERROR);
    }

    /** Adds a problem of a file that the model names. */
    public void add(IssueCode code, Place place, String sentence) {
        issues.add(new Issue(Issue.Severity.ERROR, code, place, sentence));
    }

    /** Adds the problems of WSDL and BPEL documents. */
    public void add(List<Problem> documents) {
        documents.forEach(problem -> add(
                problem.file().toLowerCase(Locale.ROOT).endsWith(".bpel")
                        ? IssueCode.BPEL_INVALID
                        : IssueCode.WSDL_INVALID,
                List.of(problem)));
    }

    /** Adds the problems of documents of one kind. */
    public void add(IssueCode code, List<Problem> documents) {
        documents.forEach(problem -> add(
                code,
                new Place(
                        Path.of(problem.file()).toAbsolutePath().normalize(),
                        Math.max(1, problem.line()),
                        Math.max(1, problem.column())),
                problem.message() + " (" + problem.code() + ")"));
    }

    /** Returns the problems found so far, sorted by place. */
    public List<Issue> issues() {
        return List.copyOf(issues);
    }
}
