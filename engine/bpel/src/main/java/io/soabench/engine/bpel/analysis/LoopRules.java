package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.syntax.ForEach;
import io.soabench.engine.bpel.xpath.XPath;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules about forEach, for constant values (WS-BPEL 2.0, section 11.7). */
final class LoopRules {
    private static final double GREATEST_UNSIGNED_INT = 4_294_967_295.0; // largest xsd:unsignedInt

    private LoopRules() {}

    /** A constant: a number, or a string that is not one. */
    private record Constant(Optional<Double> number) {
        boolean isUnsignedInt() {
            return number.filter(value -> value >= 0 && value <= GREATEST_UNSIGNED_INT && value == Math.rint(value))
                    .isPresent();
        }
    }

    private static Optional<Constant> constant(Expression expression) {
        Optional<XPath> parsed = expression.language().equals(Bpel.XPATH)
                ? XPath.parse(expression.text()).expression()
                : Optional.empty();
        Optional<Constant> number = parsed.flatMap(XPath::number).map(value -> new Constant(Optional.of(value)));
        return number.isPresent() ? number : parsed.flatMap(XPath::literal).map(text -> new Constant(parsed(text)));
    }

    private static Optional<Double> parsed(String text) {
        try {
            return Optional.of((double) Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static void counterBounds(AnalysisInput subject, Problems problems) {
        subject.all(ForEach.class)
                .map(AnalysisInput.Found::activity)
                .flatMap(loop -> Stream.of(loop.startCounterValue(), loop.finalCounterValue()))
                .filter(expression -> constant(expression)
                        .filter(value -> !value.isUnsignedInt())
                        .isPresent())
                .forEach(expression -> problems.add(
                        "SA00074",
                        expression.location(),
                        "'" + expression.text() + "' is no xsd:unsignedInt, as the counter of 'forEach' must be"));
    }

    static void branchCount(AnalysisInput subject, Problems problems) {
        subject.all(ForEach.class).map(AnalysisInput.Found::activity).forEach(loop -> loop.completionCondition()
                .flatMap(condition -> condition.branches())
                .filter(branches -> constant(branches)
                        .filter(value -> isTooMany(value, loop))
                        .isPresent())
                .ifPresent(branches -> problems.add(
                        "SA00075",
                        branches.location(),
                        "'" + branches.text()
                                + "' branches can never complete: it must be an integer, not more than the loop has")));
    }

    private static boolean isTooMany(Constant branches, ForEach loop) {
        if (!branches.isUnsignedInt()) {
            return true;
        }
        Optional<Double> first = constant(loop.startCounterValue()).flatMap(Constant::number);
        Optional<Double> last = constant(loop.finalCounterValue()).flatMap(Constant::number);
        return first.isPresent()
                && last.isPresent()
                && branches.number().orElseThrow() > Math.max(0, last.get() - first.get() + 1);
    }

    static void counterName(AnalysisInput subject, Problems problems) {
        subject.all(ForEach.class)
                .map(AnalysisInput.Found::activity)
                .forEach(loop -> loop.body().body().variables().stream()
                        .filter(variable -> variable.name().equals(loop.counterName()))
                        .forEach(variable -> problems.add(
                                "SA00076",
                                variable.location().attribute("name"),
                                "variable '" + variable.name()
                                        + "' is declared by 'forEach' already; rename one of them")));
    }
}
