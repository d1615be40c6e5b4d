package io.soabench.maven;

import io.soabench.dsl.words.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.Parameter;
import org.apache.maven.plugin.descriptor.PluginDescriptor;

/**
 * The properties with which a user sets the parameters of goals, such as {@code -Dsoabench.profile=short}. Maven
 * ignores an unknown property, so that a misspelt one could cost a run of an hour.
 */
final class GoalProperties {

    private static final String PREFIX = "soabench.";

    /** The properties of the project's own tests and programs, which a build may set for all that it runs. */
    private static final Set<String> PROJECT_PROPERTIES = Set.of("soabench.slow", "soabench.workbench.required");

    /** The prefixes of the properties of its random tests and simulations. */
    private static final List<String> OF_TESTS = List.of("soabench.fuzz.", "soabench.random.", "soabench.simulation");

    private GoalProperties() {}

    /** Returns the names of the properties of all goals of the plug-in. */
    static Set<String> of(PluginDescriptor plugin) {
        return plugin.getMojos().stream()
                .map(MojoDescriptor::getParameters)
                .flatMap(List::stream)
                .map(Parameter::getExpression)
                .filter(expression -> expression != null && expression.startsWith("${" + PREFIX))
                .map(expression -> expression.substring(2, expression.length() - 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean ofTests(String name) {
        return PROJECT_PROPERTIES.contains(name) || OF_TESTS.stream().anyMatch(name::startsWith);
    }

    /**
     * Returns a sentence for each unknown property.
     *
     * @param given names of all properties that the user has set
     * @param known names of the properties of all goals
     */
    static List<String> unknown(Collection<String> given, Set<String> known) {
        return given.stream()
                .filter(name -> name.startsWith(PREFIX) && !known.contains(name) && !ofTests(name))
                .sorted()
                .map(name -> {
                    List<String> near = Spelling.nearest(name, known);
                    return "no goal has a parameter -D" + name + "; "
                            + (near.isEmpty()
                                    ? "known are " + String.join(", ", known)
                                    : "did you mean -D" + near.get(0) + "?");
                })
                .toList();
    }
}
