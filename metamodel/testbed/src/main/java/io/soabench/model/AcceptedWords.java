package io.soabench.model;

import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TextValue;
import java.util.List;
import java.util.TreeSet;
import org.eclipse.emf.common.util.TreeIterator;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.resource.Resource;

/**
 * The deviations from the standard that the engines of a model accept: the values of their parameter {@code accept}.
 */
public final class AcceptedWords {
    private static final String PARAMETER = "accept";

    private AcceptedWords() {}

    /** Returns the words of all servers of the model that an element belongs to, with commas between them; empty for none. */
    public static String of(EObject element) {
        Resource resource = element.eResource();
        if (resource == null) {
            return "";
        }
        List<Resource> resources = resource.getResourceSet() == null
                ? List.of(resource)
                : List.copyOf(resource.getResourceSet().getResources());
        TreeSet<String> words = new TreeSet<>();
        for (Resource one : resources) {
            for (TreeIterator<EObject> all = one.getAllContents(); all.hasNext(); ) {
                if (all.next() instanceof Server server) {
                    server.getParameters().stream()
                            .filter(AcceptedWords::isMeant)
                            .forEach(value -> words.add(((TextValue) value.getValue()).getText()));
                }
            }
        }
        return String.join(",", words);
    }

    private static boolean isMeant(ParameterValue value) {
        return value.getParameter() != null
                && PARAMETER.equals(value.getParameter().getName())
                && value.getValue() instanceof TextValue text
                && text.getText() != null;
    }
}
