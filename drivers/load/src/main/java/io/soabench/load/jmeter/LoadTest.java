package io.soabench.load.jmeter;

import io.soabench.load.input.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.jmeter.engine.util.CompoundVariable;
import org.apache.jmeter.functions.InvalidVariableException;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * A case's load test as it is in the {@code .jmx}.
 *
 * @param name of the test plan element
 * @param variables its user-defined variables, functions such as {@code __P} evaluated
 */
public record LoadTest(String name, Map<String, String> variables) {

    /**
     * Reads a {@code .jmx}; there must be an open {@link JMeterHome}.
     *
     * @throws BadInput when it cannot be read
     */
    public static LoadTest read(Path jmx) {
        HashTree tree;
        try {
            tree = SaveService.loadTree(jmx.toFile());
        } catch (IOException | RuntimeException e) {
            // Any RuntimeException: JMeter passes those of its XML library on.
            throw new BadInput(List.of(jmx + " is not a JMeter test plan that JMeter can read: " + firstLine(e)
                    + "; compile the testbed again"));
        }
        SearchByClass<TestPlan> plans = new SearchByClass<>(TestPlan.class);
        tree.traverse(plans);
        Optional<TestPlan> plan = plans.getSearchResults().stream().findFirst();
        if (plan.isEmpty()) {
            throw new BadInput(List.of(jmx + " has no Test Plan element; compile the testbed again"));
        }
        Map<String, String> variables = new LinkedHashMap<>();
        plan.get().getUserDefinedVariables().forEach((name, text) -> variables.put(name, evaluated(jmx, name, text)));
        return new LoadTest(plan.get().getName(), variables);
    }

    private static String evaluated(Path jmx, String name, String text) {
        if (!text.contains("${")) {
            return text;
        }
        CompoundVariable compound = new CompoundVariable();
        try {
            compound.setParameters(text);
        } catch (InvalidVariableException e) {
            throw new BadInput(
                    List.of(jmx + " says " + name + "=" + text + ", which JMeter cannot evaluate: " + firstLine(e)));
        }
        return compound.execute();
    }

    private static String firstLine(Exception e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}
