package io.soabench.languages.camel;

import io.soabench.languages.PartnerCall;
import io.soabench.plan.CallTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The calls of partners that routes prescribe, as a tree. It covers steps in a row, {@code multicast}, {@code choice}, {@code filter}, {@code loop},
 * {@code split}, {@code doTry}, {@code delay} and routes at {@code direct:}. Steps after a caught exception are left out, since partners do not fail
 * by plan. A call within any other step makes the tree unknown. For one thread.
 */
final class CamelCallTree {

    /** Steps that contain other steps and execute them once, one after the other. */
    private static final Set<String> PLAIN = Set.of("pipeline", "step");

    private final Map<String, CamelRoute> direct;
    private final Predicate<PartnerCall> oneWay;

    /** Routes that are being read: one that calls itself has no tree. */
    private final List<String> open = new ArrayList<>();

    private CamelCallTree(Map<String, CamelRoute> direct, Predicate<PartnerCall> oneWay) {
        this.direct = direct;
        this.oneWay = oneWay;
    }

    /** Thrown where calls depend on more than this class reads. */
    private static final class UnreadableStepException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Returns the tree of the route that takes requests of clients; empty where it is not known. */
    static Optional<CallTree> of(List<CamelRoute> routes, Predicate<PartnerCall> oneWay) {
        List<CamelRoute> clients = routes.stream().filter(CamelRoute::isClients).toList();
        if (clients.size() != 1) {
            return Optional.empty();
        }
        Map<String, CamelRoute> direct = routes.stream()
                .filter(route -> route.from().scheme().equals("direct"))
                .collect(Collectors.toMap(route -> route.from().path(), route -> route, (first, second) -> first));
        try {
            return Optional.of(
                    new CamelCallTree(direct, oneWay).sequence(clients.get(0).steps()));
        } catch (UnreadableStepException e) {
            return Optional.empty();
        }
    }

    private CallTree sequence(List<CamelStep> steps) throws UnreadableStepException {
        List<CallTree> children = new ArrayList<>();
        for (CamelStep step : steps) {
            step(step).ifPresent(children::add);
        }
        return CallTree.sequence(children);
    }

    private Optional<CallTree> step(CamelStep step) throws UnreadableStepException {
        return switch (step.name()) {
            case "to" -> to(step.endpoint().orElseThrow(UnreadableStepException::new));
            case "multicast" -> Optional.of(multicast(step));
            case "choice" -> Optional.of(choice(step));
            case "filter" -> Optional.of(CallTree.choice(List.of(own(step), CallTree.sequence(List.of()))));
            case "loop" -> Optional.of(CallTree.loop(own(step), number(step)));
            case "split" -> Optional.of(CallTree.loop(own(step), -1));
            case "doTry" -> Optional.of(attempt(step));
            case "delay" -> Optional.of(delay(step));
            case "aggregate",
                    "circuitBreaker",
                    "dynamicRouter",
                    "enrich",
                    "idempotentConsumer",
                    "kamelet",
                    "loadBalance",
                    "poll",
                    "pollEnrich",
                    "recipientList",
                    "resequence",
                    "routingSlip",
                    "saga",
                    "sample",
                    "serviceCall",
                    "stop",
                    "threads",
                    "throwException",
                    "toD",
                    "wireTap" -> throw new UnreadableStepException();
            default -> {
                if (!PLAIN.contains(step.name()) && !step.branches().isEmpty()) {
                    throw new UnreadableStepException();
                }
                yield step.branches().isEmpty() ? Optional.empty() : Optional.of(own(step));
            }
        };
    }

    private Optional<CallTree> to(CamelEndpoint endpoint) throws UnreadableStepException {
        if (endpoint.isPartner()) {
            PartnerCall call = endpoint.call();
            return Optional.of(CallTree.call(call.partner(), call.operation(), oneWay.test(call)));
        }
        if (endpoint.scheme().equals("direct")) {
            CamelRoute route = direct.get(endpoint.path());
            if (route == null || open.contains(endpoint.path())) {
                throw new UnreadableStepException();
            }
            open.add(endpoint.path());
            CallTree tree = sequence(route.steps());
            open.remove(endpoint.path());
            return Optional.of(tree);
        }
        if (endpoint.scheme().equals("seda")) {
            throw new UnreadableStepException();
        }
        return Optional.empty();
    }

    private CallTree own(CamelStep step) throws UnreadableStepException {
        List<CallTree> children = new ArrayList<>();
        for (CamelStep.Branch branch : step.branches()) {
            children.add(sequence(branch.steps()));
        }
        return children.size() == 1 ? children.get(0) : CallTree.sequence(children);
    }

    private CallTree multicast(CamelStep step) throws UnreadableStepException {
        List<CallTree> children = new ArrayList<>();
        for (CamelStep.Branch branch : step.branches()) {
            for (CamelStep each : branch.steps()) {
                step(each).ifPresent(children::add);
            }
        }
        return step.is("parallelProcessing") || step.options().containsKey("executorService")
                ? CallTree.parallel(children, Collections.nCopies(children.size(), List.of()))
                : CallTree.sequence(children);
    }

    private CallTree choice(CamelStep step) throws UnreadableStepException {
        List<CallTree> children = new ArrayList<>();
        boolean otherwise = false;
        for (CamelStep.Branch branch : step.branches()) {
            otherwise |= branch.key().equals("otherwise");
            children.add(sequence(branch.steps()));
        }
        if (!otherwise) {
            children.add(CallTree.sequence(List.of()));
        }
        return CallTree.choice(children);
    }

    private CallTree attempt(CamelStep step) throws UnreadableStepException {
        List<CallTree> children = new ArrayList<>();
        for (CamelStep.Branch branch : step.branches()) {
            if (!branch.key().equals("doCatch")) {
                children.add(sequence(branch.steps()));
            }
        }
        return CallTree.sequence(children);
    }

    private static CallTree delay(CamelStep step) throws UnreadableStepException {
        int delay = number(step);
        if (delay < 0) {
            throw new UnreadableStepException();
        }
        return CallTree.pause(delay);
    }

    /** Returns the constant of a step; -1 where its expression depends on data. */
    private static int number(CamelStep step) {
        String constant = step.options().getOrDefault("constant", step.options().getOrDefault("simple", ""));
        return constant.matches("\\d{1,6}") && !step.is("doWhile") ? Integer.parseInt(constant) : -1;
    }
}
