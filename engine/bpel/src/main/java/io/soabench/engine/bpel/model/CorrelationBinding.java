package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Property;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.syntax.Correlation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A resolver of correlation sets and message exchanges. */
final class CorrelationBinding {
    private final Build build;

    CorrelationBinding(Build build) {
        this.build = build;
    }

    Optional<MessageExchange> exchange(Optional<String> name, boolean event, Location place, Names names) {
        Optional<MessageExchange> exchange = name.flatMap(names::messageExchange);
        if (name.isPresent() && exchange.isEmpty()) {
            String message = "message exchange '" + name.get() + "' is not declared in an enclosing scope; declare it";
            build.problems.add(Leniency.UNDECLARED_EXCHANGES, "SA00061", place.attribute("messageExchange"), message);
            if (event) {
                build.problems.add(
                        Leniency.UNDECLARED_EXCHANGES,
                        "SA00089",
                        place.attribute("messageExchange"),
                        message + " (the scope of the event handler is looked at first)");
            }
        }
        // The meaning is clear, so the binding goes on also where this form is refused.
        return exchange.or(
                () -> name.map(text -> names.outermost().declareExchange(text, place, build.messageExchanges)));
    }

    List<BoundCorrelation> ofMessage(
            List<Correlation> correlations, Optional<Message> message, boolean event, Names names) {
        List<BoundCorrelation> uses = new ArrayList<>();
        for (Correlation correlation : correlations) {
            set(correlation, event, names)
                    .ifPresent(set -> uses.add(new BoundCorrelation(
                            set, correlation.initiate(), aliases(set, message, correlation.location()), List.of())));
        }
        return uses;
    }

    List<BoundCorrelation> ofInvoke(
            List<Correlation> correlations, Optional<Message> request, Optional<Message> response, Names names) {
        List<BoundCorrelation> uses = new ArrayList<>();
        for (Correlation correlation : correlations) {
            Correlation.Pattern pattern = correlation.pattern().orElse(Correlation.Pattern.REQUEST);
            Location place = correlation.location();
            set(correlation, false, names)
                    .ifPresent(set -> uses.add(new BoundCorrelation(
                            set,
                            correlation.initiate(),
                            pattern == Correlation.Pattern.RESPONSE ? List.of() : aliases(set, request, place),
                            pattern == Correlation.Pattern.REQUEST ? List.of() : aliases(set, response, place))));
        }
        return uses;
    }

    private Optional<CorrelationSet> set(Correlation correlation, boolean event, Names names) {
        Optional<CorrelationSet> set = names.correlationSet(correlation.set());
        if (set.isEmpty()) {
            build.problem(
                    event ? "SA00088" : "BPEL-CORRELATION",
                    correlation.location().attribute("set"),
                    "correlation set '" + correlation.set() + "' is not declared here; declare it or correct the name");
        }
        return set;
    }

    private List<PropertyAlias> aliases(CorrelationSet set, Optional<Message> message, Location place) {
        List<PropertyAlias> aliases = new ArrayList<>();
        if (message.isPresent()) {
            for (Property property : set.properties()) {
                Optional<PropertyAlias> alias = Aliases.find(build.wsdl, property.name(), message.get());
                if (alias.isEmpty()) {
                    build.problem(
                            "SA00021",
                            place.attribute("set"),
                            "no propertyAlias of '" + property.name() + "' is defined for message '"
                                    + message.get().name() + "' in a document that the process imports; add one");
                }
                alias.ifPresent(found -> {
                    build.checkImported(found, place.attribute("set"));
                    aliases.add(found);
                });
            }
        }
        return aliases;
    }
}
