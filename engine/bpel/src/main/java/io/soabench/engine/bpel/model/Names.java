package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The names visible at a place. Names of a layer hide those of the layers around it. A layer is filled while its scope
 * is read. Used by one thread.
 */
final class Names {
    private final Names outer;
    final FrameBuild frame;
    final Map<String, Variable> variables = new HashMap<>();
    final Map<String, PartnerLink> partnerLinks = new HashMap<>();
    final Map<String, CorrelationSet> correlationSets = new HashMap<>();
    final Map<String, MessageExchange> messageExchanges = new HashMap<>();
    final Map<String, Link> links = new HashMap<>();

    private Names(Names outer, FrameBuild frame) {
        this.outer = outer;
        this.frame = frame;
    }

    static Names ofProcess(FrameBuild frame) {
        return new Names(null, frame);
    }

    /** Returns a layer for an inner scope. */
    Names scope(FrameBuild inner) {
        return new Names(this, inner);
    }

    /** Returns a layer that declares names which live in the same scope instance. */
    Names layer() {
        return new Names(this, frame);
    }

    /** Returns the names of the process. */
    Names outermost() {
        Names layer = this;
        while (layer.outer != null) {
            layer = layer.outer;
        }
        return layer;
    }

    /** Declares a message exchange in this layer. */
    MessageExchange declareExchange(String name, Location place, List<MessageExchange> all) {
        MessageExchange declared = Build.declare(
                all, frame.messageExchanges, (index, slot) -> new MessageExchange(index, frame.id, slot, name, place));
        messageExchanges.putIfAbsent(name, declared);
        return declared;
    }

    private <T> Optional<T> find(Function<Names, Map<String, T>> table, String name) {
        for (Names layer = this; layer != null; layer = layer.outer) {
            T found = table.apply(layer).get(name);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    Optional<Variable> variable(String name) {
        return find(layer -> layer.variables, name);
    }

    Optional<PartnerLink> partnerLink(String name) {
        return find(layer -> layer.partnerLinks, name);
    }

    Optional<CorrelationSet> correlationSet(String name) {
        return find(layer -> layer.correlationSets, name);
    }

    Optional<MessageExchange> messageExchange(String name) {
        return find(layer -> layer.messageExchanges, name);
    }

    Optional<Link> link(String name) {
        return find(layer -> layer.links, name);
    }
}
