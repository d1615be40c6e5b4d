package io.soabench.generators.reading;

import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.contracts.wsdl.WsdlDocument;
import io.soabench.model.issue.IssueCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;

/** A converter of paths such as {@code q:request/q:id} into expanded names, with the prefixes of a WSDL document. */
public final class WsdlPaths {

    private final WsdlDefinitions wsdl;

    public WsdlPaths(WsdlDefinitions wsdl) {
        this.wsdl = wsdl;
    }

    /**
     * Returns the steps of a path.
     *
     * @param element the element with the path
     * @param feature the feature with the path
     * @param where start of the sentence when something is wrong
     * @return empty steps after a problem was added
     */
    public List<String> steps(
            String path, EObject element, EStructuralFeature feature, String where, ProblemCollector problems) {
        return steps(path, IssueCode.UIID_PATH, element, feature, where, problems);
    }

    /**
     * Returns the steps of a path that does not lead to the identifier.
     *
     * @param code code of the issue for a wrong path
     */
    public List<String> steps(
            String path,
            IssueCode code,
            EObject element,
            EStructuralFeature feature,
            String where,
            ProblemCollector problems) {
        List<String> steps = new ArrayList<>();
        for (String step : path.strip().split("/", -1)) {
            String text = step.strip();
            boolean attribute = text.startsWith("@");
            String name = attribute ? text.substring(1) : text;
            int colon = name.indexOf(':');
            String local = name.substring(colon + 1);
            if (local.isEmpty() || colon == 0) {
                problems.add(
                        code,
                        element,
                        feature,
                        where + ": \"" + path + "\" is not a path of element names; write e.g. q:request/q:id");
                return List.of();
            }
            String expanded = local;
            if (colon > 0) {
                String prefix = name.substring(0, colon);
                Optional<String> namespace = namespace(prefix);
                if (namespace.isEmpty()) {
                    problems.add(
                            code,
                            element,
                            feature,
                            where + ": the prefix \"" + prefix + "\" of \"" + path
                                    + "\" is not declared at the definitions element of its WSDL document; declare it there or use"
                                    + " another");
                    return List.of();
                }
                expanded = "{" + namespace.get() + "}" + local;
            }
            steps.add(attribute ? "@" + expanded : expanded);
        }
        return steps;
    }

    /** Returns the namespace of the first document that declares the prefix. */
    private Optional<String> namespace(String prefix) {
        return wsdl.documents().stream()
                .map(WsdlDocument::namespaces)
                .map(namespaces -> namespaces.get(prefix))
                .filter(namespace -> namespace != null)
                .findFirst();
    }
}
