package io.soabench.dsl.validation;

import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.ParameterRange;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.TextValue;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.Variation;
import io.soabench.model.testbed.WordValue;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.validation.Check;

/** Rules for parameters of servers and events. Values fit their declarations, and declarations are consistent. */
public final class ParameterRules extends Rules {

    /** Checks that a value has the declared kind and is in range. */
    @Check
    public void value(ParameterValue value) {
        if (known(value.getParameter()) && value.getValue() != null) {
            check(value.getParameter(), value.getValue());
        }
    }

    /** Checks that each of the values among which is searched has the declared kind and is in range. */
    @Check
    public void values(ParameterRange range) {
        if (known(range.getParameter())) {
            range.getValues().forEach(value -> check(range.getParameter(), value));
        }
    }

    /** Checks that no parameter is varied twice. */
    @Check
    public void ranges(Variation variation) {
        Set<ParameterDeclaration> varied = new HashSet<>();
        for (ParameterRange range : variation.getRanges()) {
            if (known(range.getParameter()) && !varied.add(range.getParameter())) {
                error(
                        IssueCode.PARAMETER_TWICE,
                        "parameter \"" + range.getParameter().getName()
                                + "\" is varied more than once; write all of its values into one list",
                        range,
                        TestbedPackage.Literals.PARAMETER_RANGE__PARAMETER);
            }
        }
    }

    /** Checks that the default and the bounds of a declaration fit it. */
    @Check
    public void declaration(ParameterDeclaration declaration) {
        if (declaration.getDefault() != null) {
            check(declaration, declaration.getDefault());
        }
        String what = "bound of parameter \"" + declaration.getName() + "\"";
        for (Quantity bound : bounds(declaration)) {
            Dimension dimension = dimension(declaration.getKind());
            if (dimension == null) {
                error(
                        IssueCode.PARAMETER_TYPE,
                        what + " is " + text(bound) + ", but a parameter of this kind has no bounds; remove it",
                        bound,
                        null);
            } else {
                has(dimension, bound, what);
            }
        }
        Set<String> seen = new HashSet<>();
        for (String choice : declaration.getChoices()) {
            if (!seen.add(choice)) {
                error(
                        IssueCode.NAME_DUPLICATE,
                        "parameter \"" + declaration.getName() + "\" lists \"" + choice + "\" twice; remove one",
                        declaration,
                        TestbedPackage.Literals.PARAMETER_DECLARATION__CHOICES);
            }
        }
    }

    private static List<Quantity> bounds(ParameterDeclaration declaration) {
        return Stream.of(declaration.getMin(), declaration.getMax())
                .filter(bound -> bound != null)
                .toList();
    }

    /** Checks that no parameter is set twice, and none without a default is left out. */
    @Check
    public void parameters(Server server) {
        complete(server, server.getType(), server.getParameters(), "server \"" + server.getName() + "\"");
    }

    /** Checks that no parameter is set twice, and none without a default is left out. */
    @Check
    public void parameters(PluginEvent event) {
        complete(event, event.getType(), event.getParameters(), "the event");
    }

    private void complete(EObject owner, ParameterizedType type, List<ParameterValue> values, String what) {
        if (!known(type)) {
            return;
        }
        Set<ParameterDeclaration> given = new HashSet<>();
        for (ParameterValue value : values) {
            if (known(value.getParameter()) && !given.add(value.getParameter())) {
                error(
                        IssueCode.PARAMETER_TWICE,
                        what + " sets parameter \"" + value.getParameter().getName() + "\" more than once; remove one",
                        value,
                        TestbedPackage.Literals.PARAMETER_VALUE__PARAMETER);
            }
        }
        String missing = type.getParameters().stream()
                .filter(declaration -> declaration.getDefault() == null && !given.contains(declaration))
                .map(ParameterDeclaration::getName)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            error(
                    IssueCode.PARAMETER_MISSING,
                    what + " must set the parameters without a default: " + missing,
                    owner,
                    owner instanceof Server
                            ? TestbedPackage.Literals.NAMED_ELEMENT__NAME
                            : TestbedPackage.Literals.PLUGIN_EVENT__TYPE);
        }
    }

    private void check(ParameterDeclaration declaration, Value value) {
        String what = "parameter \"" + declaration.getName() + "\"";
        if (!fits(declaration, value)) {
            error(
                    IssueCode.PARAMETER_TYPE,
                    what + " is " + text(value) + ", but must be " + expected(declaration),
                    value,
                    null);
        } else if (value instanceof Quantity quantity && !meant(quantity)) {
            tooMuch(quantity, what);
        } else if (value instanceof Quantity quantity) {
            range(declaration, quantity, what);
        }
    }

    /** Returns whether a value has the kind of a parameter; bounds are ignored. */
    static boolean fits(ParameterDeclaration declaration, Value value) {
        return switch (declaration.getKind()) {
            case TEXT -> value instanceof TextValue || value instanceof WordValue;
            case BOOLEAN ->
                value instanceof WordValue word
                        && (word.getWord().equals("true") || word.getWord().equals("false"));
            case CHOICE ->
                value instanceof WordValue word && declaration.getChoices().contains(word.getWord());
            case INTEGER ->
                value instanceof Quantity quantity
                        && Dimension.of(quantity.getUnit()) == Dimension.NUMBER
                        && quantity.getValue().stripTrailingZeros().scale() <= 0;
            case DECIMAL, SIZE, DURATION ->
                value instanceof Quantity quantity
                        && Dimension.of(quantity.getUnit()) == dimension(declaration.getKind());
        };
    }

    private void range(ParameterDeclaration declaration, Quantity quantity, String what) {
        BigDecimal value = Measure.of(quantity).value();
        boolean below = declaration.getMin() != null
                && value.compareTo(Measure.of(declaration.getMin()).value()) < 0;
        boolean above = declaration.getMax() != null
                && value.compareTo(Measure.of(declaration.getMax()).value()) > 0;
        if (below || above) {
            error(
                    IssueCode.PARAMETER_RANGE,
                    what + " is " + text(quantity) + ", but must be "
                            + (below
                                    ? "at least " + text(declaration.getMin())
                                    : "at most " + text(declaration.getMax())),
                    quantity,
                    null);
        }
    }

    private static Dimension dimension(ParameterKind kind) {
        return switch (kind) {
            case INTEGER, DECIMAL -> Dimension.NUMBER;
            case SIZE -> Dimension.SIZE;
            case DURATION -> Dimension.TIME;
            case BOOLEAN, TEXT, CHOICE -> null;
        };
    }

    private static String expected(ParameterDeclaration declaration) {
        return switch (declaration.getKind()) {
            case TEXT -> "a text in double quotes";
            case BOOLEAN -> "true or false";
            case CHOICE -> "one of: " + String.join(", ", declaration.getChoices());
            case INTEGER -> "a whole number without a unit";
            case DECIMAL -> Dimension.NUMBER.description();
            case SIZE -> Dimension.SIZE.description();
            case DURATION -> Dimension.TIME.description();
        };
    }

    private static String text(Value value) {
        if (value instanceof WordValue word) {
            return "\"" + word.getWord() + "\"";
        }
        return value instanceof TextValue text ? "the text \"" + text.getText() + "\"" : Rules.text((Quantity) value);
    }
}
