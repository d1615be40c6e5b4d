package io.soabench.start.bpmn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.w3c.dom.Element;

/**
 * A simulation of one instance of a scope by the rules of tokens (BPMN 2.0, 13.2). Every decision is made already, and nothing
 * fails. A parallel gateway waits for as many tokens as flows lead to it, because engines count them, an inclusive one until
 * nothing else moves.
 */
final class TokenGame {

    /** The greatest number of moves; an instance with more is not followed to its end. */
    private static final int MOST_MOVES = 200_000;

    private final Map<String, Element> nodes = new HashMap<>();
    private final Map<String, Integer> entries = new HashMap<>();
    private final Map<String, List<Element>> taken;
    private final Set<String> endless;
    private final Set<String> reached = new LinkedHashSet<>();
    private final Map<String, Integer> ends = new LinkedHashMap<>();
    private final Map<String, Integer> waiting = new LinkedHashMap<>();
    private final Deque<String> tokens = new ArrayDeque<>();

    private TokenGame(Element scope, Map<String, List<Element>> taken, Set<String> endless) {
        this.taken = taken;
        this.endless = endless;
        for (Element each : Dom.children(scope)) {
            if (each.getLocalName().equals("sequenceFlow")) {
                entries.merge(each.getAttribute("targetRef"), 1, Integer::sum);
            } else {
                nodes.put(each.getAttribute("id"), each);
            }
        }
    }

    /**
     * Simulates one instance up to its end.
     *
     * @param taken the flows that an instance takes behind each node
     * @param endless ids of the subprocesses that never end
     */
    static TokenGame of(Element scope, Map<String, List<Element>> taken, Set<String> endless) {
        TokenGame game = new TokenGame(scope, taken, endless);
        game.play();
        return game;
    }

    /** Returns the ids of the nodes that a token reaches. */
    Set<String> reached() {
        return reached;
    }

    /** Returns how often each end event is reached, by its id. */
    Map<String, Integer> ends() {
        return ends;
    }

    /** Returns the gateways at which tokens wait for ever. */
    List<Element> waiting() {
        return waiting.keySet().stream().map(nodes::get).toList();
    }

    /** Returns the number of tokens that wait at a gateway. */
    int tokensAt(Element gateway) {
        return waiting.getOrDefault(gateway.getAttribute("id"), 0);
    }

    /** Returns the number of flows that lead to a gateway. */
    int entriesOf(Element gateway) {
        return entries.getOrDefault(gateway.getAttribute("id"), 0);
    }

    private void play() {
        nodes.values().stream()
                .filter(each -> each.getLocalName().equals("startEvent"))
                .forEach(each -> tokens.add(each.getAttribute("id")));
        for (int moves = 0; moves < MOST_MOVES; moves++) {
            Optional<String> next = next();
            if (next.isEmpty() || arrive(next.get())) {
                return;
            }
        }
        waiting.clear();
    }

    /**
     * Takes the next token and returns the node at which it arrives. When no token moves, the first inclusive gateway with waiting tokens
     * goes on.
     *
     * @return empty when nothing moves any more
     */
    private Optional<String> next() {
        if (!tokens.isEmpty()) {
            return Optional.of(tokens.remove());
        }
        Optional<String> inclusive = new ArrayList<>(waiting.keySet())
                .stream()
                        .filter(id -> nodes.get(id).getLocalName().equals("inclusiveGateway"))
                        .findFirst();
        inclusive.ifPresent(id -> {
            waiting.remove(id);
            leave(id);
        });
        return inclusive.isPresent() ? next() : Optional.empty();
    }

    /** Moves a token into a node; returns whether that ends the instance. */
    private boolean arrive(String id) {
        Element node = nodes.get(id);
        if (node == null) {
            return false;
        }
        reached.add(id);
        if (endless.contains(id)) {
            return false;
        }
        int needed = entries.getOrDefault(id, 0);
        boolean parallel = node.getLocalName().equals("parallelGateway");
        if (needed > 1 && (parallel || node.getLocalName().equals("inclusiveGateway"))) {
            int there = waiting.merge(id, 1, Integer::sum);
            if (!parallel || there < needed) {
                return false;
            }
            waiting.remove(id);
        }
        if (node.getLocalName().equals("endEvent")) {
            ends.merge(id, 1, Integer::sum);
            boolean terminates =
                    Dom.children(node, "terminateEventDefinition").findAny().isPresent();
            if (terminates) {
                waiting.clear();
            }
            return terminates;
        }
        leave(id);
        return false;
    }

    private void leave(String id) {
        taken.getOrDefault(id, List.of()).forEach(flow -> tokens.add(flow.getAttribute("targetRef")));
    }
}
