package io.soabench.engine.bpel.model;

import java.util.ArrayList;
import java.util.List;

/** A scope frame while its declarations are collected. */
final class FrameBuild {
    final int id;
    final int parent;
    final int activity;
    final String name;
    final List<Variable> variables = new ArrayList<>();
    final List<PartnerLink> partnerLinks = new ArrayList<>();
    final List<CorrelationSet> correlationSets = new ArrayList<>();
    final List<MessageExchange> messageExchanges = new ArrayList<>();
    final List<Link> links = new ArrayList<>();

    FrameBuild(int id, int parent, int activity, String name) {
        this.id = id;
        this.parent = parent;
        this.activity = activity;
        this.name = name;
    }

    ScopeFrame finish() {
        return new ScopeFrame(
                id, parent, activity, name, variables, partnerLinks, correlationSets, messageExchanges, links);
    }
}
