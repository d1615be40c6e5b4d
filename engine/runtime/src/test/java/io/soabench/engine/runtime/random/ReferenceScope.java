package io.soabench.engine.runtime.random;

import io.soabench.engine.bpel.model.Link;
import io.soabench.engine.bpel.model.ScopeNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.w3c.dom.Element;

/** One execution of a scope: its declarations by the numbers of the model, and the inner scopes that have completed. */
final class ReferenceScope {
    final ScopeNode node;
    final ReferenceScope outer;
    /** Values of variables by number and part; the part of an element or of a simple type is empty. Never changed in place. */
    final Map<String, Element> values = new HashMap<>();

    final Map<Integer, Boolean> links = new HashMap<>();
    final Map<Integer, String> addresses = new HashMap<>();
    final Map<Integer, List<String>> correlations = new HashMap<>();
    final List<ReferenceScope> completed = new ArrayList<>();
    /** Whether it has a default message exchange: the process, turns of a parallel forEach, scopes of onEvent. */
    boolean hasExchange;

    ReferenceScope(ScopeNode node, ReferenceScope outer) {
        this.node = node;
        this.outer = outer;
        this.hasExchange = outer == null;
    }

    /** The scope of that number that is this one or around it; null when there is none. */
    ReferenceScope holder(int number) {
        ReferenceScope scope = this;
        while (scope != null && scope.node.frame().id() != number) {
            scope = scope.outer;
        }
        return scope;
    }

    /** The status of a link; null when it is not known. */
    Boolean status(Link link) {
        return holder(link.scope()).links.get(link.index());
    }

    /** Gives a link its status, if it is one of a scope around and has none. */
    void settle(Link link, boolean status) {
        ReferenceScope holder = holder(link.scope());
        if (holder != null) {
            holder.links.putIfAbsent(link.index(), status);
        }
    }
}
