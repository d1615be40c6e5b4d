package io.soabench.engine.runtime.compile;

import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.model.BoundCorrelation;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.ProvidedOperation;
import io.soabench.engine.bpel.syntax.Correlation;
import io.soabench.engine.runtime.activity.CorrelationUse;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.kernel.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A compiler of correlation: the effect of messages on correlation sets, and how these find instances (WS-BPEL 2.0,
 * chapter 9).
 */
final class Correlations {
    private final SlotLayout layout;
    private final Expressions expressions;

    Correlations(SlotLayout layout, Expressions expressions) {
        this.layout = layout;
        this.expressions = expressions;
    }

    /** Returns the use of correlation sets by a request and its response, as seen from a scope. */
    List<CorrelationUse> uses(
            int scope, List<BoundCorrelation> uses, Optional<Message> request, Optional<Message> response) {
        return uses.stream()
                .map(use -> new CorrelationUse(
                        layout.correlationSet(scope, use.set()),
                        use.set().slot(),
                        use.set().index(),
                        use.set().name(),
                        initiate(use.initiate()),
                        values(use.requestAliases(), request),
                        values(use.responseAliases(), response)))
                .toList();
    }

    private static CorrelationUse.Initiate initiate(Correlation.Initiate initiate) {
        return switch (initiate) {
            case YES -> CorrelationUse.Initiate.YES;
            case JOIN -> CorrelationUse.Initiate.JOIN;
            case NO -> CorrelationUse.Initiate.NO;
        };
    }

    /** Compiles the places of properties in a message; the slots are its parts. */
    private List<CompiledExpression> values(List<PropertyAlias> aliases, Optional<Message> message) {
        return aliases.stream()
                .map(alias -> {
                    int index = alias.part()
                            .flatMap(name -> message.flatMap(type -> type.part(name)))
                            .map(Part::index)
                            .orElse(0);
                    Reference part = new Reference(
                            0, index, Reference.Kind.NODE, alias.part().orElse("message"));
                    return expressions.compared(alias, part);
                })
                .toList();
    }

    /**
     * Returns the routes from a message of an operation to its instance: one for each set that may have values before.
     */
    List<Route> routes(ProvidedOperation operation) {
        Map<Integer, Route> routes = new TreeMap<>();
        for (BoundReceipt reception : operation.receptions()) {
            for (BoundCorrelation use : reception.correlations()) {
                if (use.initiate() != Correlation.Initiate.YES) {
                    routes.merge(
                            use.set().index(),
                            new Route(
                                    use.set().index(),
                                    values(
                                            use.requestAliases(),
                                            reception.operation().input()),
                                    tellsApart(use)),
                            (one, other) -> one.required() ? one : other);
                }
            }
        }
        return List.copyOf(routes.values());
    }

    /** Returns whether a reception waits for messages that no correlation set leads to an instance. */
    static boolean isUncorrelated(BoundReceipt reception) {
        return !reception.createInstance() && reception.correlations().stream().noneMatch(Correlations::tellsApart);
    }

    private static boolean tellsApart(BoundCorrelation use) {
        return use.initiate() == Correlation.Initiate.NO;
    }
}
