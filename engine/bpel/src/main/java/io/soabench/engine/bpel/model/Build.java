package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import javax.xml.namespace.QName;

/**
 * The shared state while the model of one process is built: definitions, problems, numbered tables. Used by one thread.
 */
final class Build {
    final WsdlDefinitions wsdl;
    final Problems problems;
    final ScopeNumbers scopes;
    final TreeMap<Integer, ActivityNode> activities = new TreeMap<>();
    final TreeMap<Integer, ScopeFrame> frames = new TreeMap<>();
    final List<Variable> variables = new ArrayList<>();
    final List<PartnerLink> partnerLinks = new ArrayList<>();
    final List<CorrelationSet> correlationSets = new ArrayList<>();
    final List<MessageExchange> messageExchanges = new ArrayList<>();
    final List<Link> links = new ArrayList<>();
    final TreeMap<Integer, Integer> linkSources = new TreeMap<>();
    final TreeMap<Integer, Integer> linkTargets = new TreeMap<>();
    final List<BoundReceipt> receptions = new ArrayList<>();
    private int nextActivity;

    Build(WsdlDefinitions wsdl, Problems problems, ScopeNumbers scopes) {
        this.wsdl = wsdl;
        this.problems = problems;
        this.scopes = scopes;
    }

    /** Returns true if an event handler somewhere declares a variable of that name implicitly. */
    boolean isEventVariable(String name) {
        return scopes.eventVariables().contains(name);
    }

    int newActivity() {
        return nextActivity++;
    }

    void problem(String code, Location place, String message) {
        problems.add(code, place, message);
    }

    /** Reports a definition that is only in documents that the process itself does not import (rule SA00010). */
    void checkImported(String kind, QName name, Location place, String what) {
        wsdl.hiddenIn(kind, name)
                .ifPresent(
                        file -> problems.add(
                                Leniency.TRANSITIVE_IMPORTS,
                                "SA00010",
                                place,
                                kind + " '" + name + "'" + what + " is defined in '" + file
                                        + "', which the process does not import itself; import it (imports of imported documents do not count)"));
    }

    /** Reports an alias that is defined only in a document that the process itself does not import. */
    void checkImported(PropertyAlias alias, Location place) {
        String file = alias.location().file();
        if (!wsdl.isDirect(file)) {
            problems.add(
                    Leniency.TRANSITIVE_IMPORTS,
                    "SA00021",
                    place,
                    "the propertyAlias of '" + alias.property() + "' that is meant here is defined in '" + file
                            + "', which the process does not import itself; import it");
        }
    }

    /** Adds an item to the tables of the process and of a scope. Its index and slot are known when it is made. */
    static <T> T declare(List<T> all, List<T> ofScope, BiFunction<Integer, Integer, T> item) {
        T made = item.apply(all.size(), ofScope.size());
        all.add(made);
        ofScope.add(made);
        return made;
    }
}
