package io.soabench.model;

import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Measurable;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterRange;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TextValue;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.Variation;
import io.soabench.model.testbed.WordValue;
import io.soabench.plan.Halvings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The configurations of a server among which an exploration searches: the product of the values of its parameters, the last parameter changing
 * first. Where those are more than its trials are enough for, some of them are drawn from the seed.
 */
public final class ConfigurationSpace {

    /** The greatest number of configurations. A model with more is a mistake. */
    public static final int MOST_CONFIGURATIONS = 10_000;

    private final Variation variation;
    private final int size;
    private final List<Configuration> tried;

    /**
     * A configuration.
     *
     * @param number in the order of the product, from 1; 0 of the server's own when the product does not have it
     * @param values those that vary, in the order of the model
     * @param own whether it is that with which the model has the server
     */
    public record Configuration(int number, Map<ParameterDeclaration, Value> values, boolean own) {

        /** Returns the values of the configuration as the model writes them, by the names of the parameters. */
        public Map<String, String> parameters() {
            Map<String, String> parameters = new LinkedHashMap<>();
            values.forEach((declaration, value) -> parameters.put(declaration.getName(), text(value)));
            return Collections.unmodifiableMap(parameters);
        }
    }

    private ConfigurationSpace(Variation variation, int size, List<Configuration> tried) {
        this.variation = variation;
        this.size = size;
        this.tried = tried;
    }

    /**
     * Returns the space of an exploration that varies a server and has no errors.
     *
     * @param seed from which configurations are drawn where there are too many
     */
    public static ConfigurationSpace of(Exploration exploration, long seed) {
        Variation variation = exploration.getVariation();
        int size = Math.toIntExact(size(variation));
        int most = most(exploration);
        List<Integer> numbers =
                new ArrayList<>(IntStream.rangeClosed(1, size).boxed().toList());
        if (size > most) {
            Collections.shuffle(numbers, new Random(seed));
            numbers = new ArrayList<>(numbers.subList(0, most));
            Collections.sort(numbers);
        }
        return new ConfigurationSpace(
                variation,
                size,
                numbers.stream().map(number -> configuration(variation, number)).toList());
    }

    /** Returns how many configurations there are; {@link Long#MAX_VALUE} when they cannot be counted. */
    public static long size(Variation variation) {
        long size = 1;
        for (ParameterRange range : variation.getRanges()) {
            long values = range.getValues().size();
            size = values != 0 && size > Long.MAX_VALUE / values ? Long.MAX_VALUE : size * values;
        }
        return variation.getRanges().isEmpty() ? 0 : size;
    }

    /** Returns how many configurations at most the trials of an exploration are enough for, its confirmation included; 0: not even for two. */
    public static int most(Exploration exploration) {
        int trials = exploration.getTrials() == null ? Defaults.CONFIGURATION_TRIALS : exploration.getTrials();
        return Halvings.most(trials - confirming(exploration));
    }

    /** Returns how many trials a confirmation has at most. */
    public static int confirming(Exploration exploration) {
        return (Halvings.FINALISTS + 1) * confirmations(exploration);
    }

    /** Returns the number of blocks of the confirmation. */
    public static int confirmations(Exploration exploration) {
        return exploration.getConfirmations() == null ? Defaults.CONFIRMATIONS : exploration.getConfirmations();
    }

    private static Configuration configuration(Variation variation, int number) {
        int rest = number - 1;
        List<ParameterRange> ranges = variation.getRanges();
        Value[] values = new Value[ranges.size()];
        for (int i = values.length - 1; i >= 0; i--) {
            List<Value> choices = ranges.get(i).getValues();
            values[i] = choices.get(rest % choices.size());
            rest /= choices.size();
        }
        Map<ParameterDeclaration, Value> byName = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            byName.put(ranges.get(i).getParameter(), values[i]);
        }
        return new Configuration(number, byName, same(byName, own(variation)));
    }

    /** Returns the values that the server has in the model, those of its type included. */
    private static Map<ParameterDeclaration, Value> own(Variation variation) {
        Map<ParameterDeclaration, Value> own = new LinkedHashMap<>();
        for (ParameterRange range : variation.getRanges()) {
            Value value = range.getParameter().getDefault();
            for (ParameterValue given : variation.getServer().getParameters()) {
                if (given.getParameter() == range.getParameter()) {
                    value = given.getValue();
                }
            }
            own.put(range.getParameter(), value);
        }
        return own;
    }

    private static boolean same(Map<ParameterDeclaration, Value> one, Map<ParameterDeclaration, Value> other) {
        return one.keySet().stream()
                .allMatch(declaration -> same(declaration, one.get(declaration), other.get(declaration)));
    }

    /** Returns whether two values of a parameter are the same however they are written. */
    public static boolean same(ParameterDeclaration declaration, Value one, Value other) {
        return one != null
                && other != null
                && ServerSettings.canonical(declaration.getKind(), one)
                        .equals(ServerSettings.canonical(declaration.getKind(), other));
    }

    /** Returns how many configurations the model names. */
    public int size() {
        return size;
    }

    /** Returns those that are tried, in their order. */
    public List<Configuration> tried() {
        return tried;
    }

    /** Returns the configuration of the server in the model, tried or not. */
    public Configuration own() {
        Map<ParameterDeclaration, Value> own = own(variation);
        for (int number = 1; number <= size; number++) {
            Configuration each = configuration(variation, number);
            if (each.own()) {
                return each;
            }
        }
        return new Configuration(0, own, true);
    }

    /** Returns the name under which the server is run with a configuration: its own for its own, else one that nothing in the testbed has. */
    public String engine(WholeTestbed testbed, Configuration configuration) {
        Server server = variation.getServer();
        if (configuration.own()) {
            return server.getName();
        }
        String name = server.getName() + "-" + configuration.number();
        boolean taken = testbed.files().stream()
                .flatMap(file -> file.getElements().stream())
                .anyMatch(each -> each instanceof Measurable measurable && name.equalsIgnoreCase(measurable.getName()));
        // No name of a model has two hyphens in a row.
        return taken ? server.getName() + "--" + configuration.number() : name;
    }

    private static String text(Value value) {
        if (value instanceof WordValue word) {
            return word.getWord();
        }
        return value instanceof TextValue text ? "\"" + text.getText() + "\"" : Measure.text((Quantity) value);
    }
}
