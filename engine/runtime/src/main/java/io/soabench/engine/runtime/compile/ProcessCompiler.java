package io.soabench.engine.runtime.compile;

import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.ActivityInfo;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.AlarmBranch;
import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.CatchHandler;
import io.soabench.engine.bpel.model.CompensateNode;
import io.soabench.engine.bpel.model.CompensateScopeNode;
import io.soabench.engine.bpel.model.ConsumedOperation;
import io.soabench.engine.bpel.model.ElementType;
import io.soabench.engine.bpel.model.EmptyNode;
import io.soabench.engine.bpel.model.EventBranch;
import io.soabench.engine.bpel.model.ExitNode;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.IfNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.LinkEnds;
import io.soabench.engine.bpel.model.MessageExchange;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ProvidedOperation;
import io.soabench.engine.bpel.model.ReceiveNode;
import io.soabench.engine.bpel.model.RepeatUntilNode;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.model.RethrowNode;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.SequenceNode;
import io.soabench.engine.bpel.model.ThrowNode;
import io.soabench.engine.bpel.model.Timer;
import io.soabench.engine.bpel.model.ValidateNode;
import io.soabench.engine.bpel.model.WaitNode;
import io.soabench.engine.bpel.model.WhileNode;
import io.soabench.engine.bpel.source.Location;
import io.soabench.engine.bpel.source.Problems;
import io.soabench.engine.bpel.wsdl.Message;
import io.soabench.engine.bpel.wsdl.Operation;
import io.soabench.engine.bpel.wsdl.Part;
import io.soabench.engine.bpel.wsdl.PropertyAlias;
import io.soabench.engine.runtime.activity.AlarmProcessor;
import io.soabench.engine.runtime.activity.AssignProcessor;
import io.soabench.engine.runtime.activity.CompensateProcessor;
import io.soabench.engine.runtime.activity.CorrelationUse;
import io.soabench.engine.runtime.activity.EmptyProcessor;
import io.soabench.engine.runtime.activity.EventProcessor;
import io.soabench.engine.runtime.activity.ExchangeSlot;
import io.soabench.engine.runtime.activity.ExitProcessor;
import io.soabench.engine.runtime.activity.FaultHandler;
import io.soabench.engine.runtime.activity.FlowProcessor;
import io.soabench.engine.runtime.activity.ForEachProcessor;
import io.soabench.engine.runtime.activity.IfProcessor;
import io.soabench.engine.runtime.activity.InvokeProcessor;
import io.soabench.engine.runtime.activity.MessageSlots;
import io.soabench.engine.runtime.activity.PickProcessor;
import io.soabench.engine.runtime.activity.ReceiveProcessor;
import io.soabench.engine.runtime.activity.Reception;
import io.soabench.engine.runtime.activity.RepeatUntilProcessor;
import io.soabench.engine.runtime.activity.ReplyProcessor;
import io.soabench.engine.runtime.activity.RethrowProcessor;
import io.soabench.engine.runtime.activity.ScopeProcessor;
import io.soabench.engine.runtime.activity.SequenceProcessor;
import io.soabench.engine.runtime.activity.SharedSlots;
import io.soabench.engine.runtime.activity.ThrowProcessor;
import io.soabench.engine.runtime.activity.TimeSpecification;
import io.soabench.engine.runtime.activity.ValidateProcessor;
import io.soabench.engine.runtime.activity.WaitProcessor;
import io.soabench.engine.runtime.activity.WhileProcessor;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.FaultShape;
import io.soabench.engine.runtime.kernel.LinkReference;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.OutgoingLink;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.Route;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Compiles one process. */
public final class ProcessCompiler {
    /** Code of a problem with something of WS-BPEL that this engine does not do. */
    public static final String UNSUPPORTED = "UNSUPPORTED";

    private final ProcessModel model;
    private final Problems problems;
    private final Layout layout;
    private final Tolerance tolerance;
    private final Expressions expressions;
    private final Messages messages;
    private final CopyCompiler copies;
    private final Validation validation;
    private final List<ServiceOperation> provided = new ArrayList<>();
    private final List<PartnerOperation> consumed = new ArrayList<>();
    private final Set<Integer> uncorrelated = new HashSet<>();
    private final Set<Integer> defaultExchanges = new HashSet<>();
    private boolean actsOnConflicts;

    /** Number of the last activity that is none of the process's text; those count downwards, from -1 on. */
    private int lastAdded;

    private ProcessCompiler(
            ProcessDefinition definition, ProcessModel model, Map<String, byte[]> files, Problems problems) {
        this.model = model;
        this.problems = problems;
        this.tolerance = new Tolerance(definition);
        this.layout = new Layout(model, definition.wsdl().schemas());
        this.expressions = new Expressions(
                layout, definition.wsdl(), new StyleSheets(definition.file(), files), tolerance, problems);
        this.messages = new Messages(definition.wsdl(), problems);
        this.copies = new CopyCompiler(layout, expressions, definition.wsdl(), tolerance);
        this.validation = new Validation(model, definition.wsdl(), layout, problems);
    }

    /**
     * Compiles a process that uses no style sheets.
     *
     * @throws UncompilableProcessException when this engine cannot run it
     */
    public static Program compile(ProcessDefinition definition) throws UncompilableProcessException {
        return compile(definition, Map.of());
    }

    /**
     * Compiles a process whose problems, if any, are {@link ProcessDefinition#TOLERABLE}: they become faults at run time.
     *
     * @param definition the process
     * @param files everything that style sheets may be read from, by name; their addresses are relative to the process
     * @throws UncompilableProcessException when it has other problems or this engine cannot run it
     */
    public static Program compile(ProcessDefinition definition, Map<String, byte[]> files)
            throws UncompilableProcessException {
        return compile(definition, files, new Problems());
    }

    /**
     * Compiles as {@link #compile(ProcessDefinition, Map)} does.
     *
     * @param problems gets what is found, and says what of it is accepted
     * @throws UncompilableProcessException when there are problems that are not accepted
     */
    public static Program compile(ProcessDefinition definition, Map<String, byte[]> files, Problems problems)
            throws UncompilableProcessException {
        Optional<ProcessModel> model = definition.tolerantModel();
        if (model.isEmpty()) {
            throw new UncompilableProcessException(definition.problems());
        }
        return new ProcessCompiler(definition, model.get(), files, problems).program();
    }

    private Program program() throws UncompilableProcessException {
        for (ProvidedOperation operation : model.provided()) {
            provided.add(provided(operation));
        }
        for (ConsumedOperation operation : model.consumed()) {
            consumed.add(consumed(operation));
        }
        Activity root = activity(model.root());
        tolerance.rest(problems);
        if (!problems.isEmpty()) {
            throw new UncompilableProcessException(problems.list());
        }
        return new Program(
                Layout.name(model.name()),
                root,
                provided,
                consumed,
                model.partnerLinks().stream().map(PartnerLink::name).toList(),
                uncorrelated,
                actsOnConflicts);
    }

    private ServiceOperation provided(ProvidedOperation from) {
        PartnerLink link = from.partnerLink();
        Operation operation = from.operation();
        io.soabench.engine.bpel.wsdl.PortType portType = link.myPortType().orElseThrow();
        return new ServiceOperation(
                provided.size(),
                link.index(),
                link.name(),
                operation.name(),
                messages.soapAction(portType, operation),
                Messages.actionBase(portType, operation),
                messages.input(portType, operation),
                messages.output(portType, operation),
                messages.faults(portType, operation),
                from.createsInstance(),
                routes(from));
    }

    private PartnerOperation consumed(ConsumedOperation from) {
        PartnerLink link = from.partnerLink();
        Operation operation = from.operation();
        io.soabench.engine.bpel.wsdl.PortType portType = link.partnerPortType().orElseThrow();
        messages.checkPartner(portType, link.location(), link.name());
        return new PartnerOperation(
                link.index(),
                link.name(),
                operation.name(),
                messages.isSoap12(portType),
                messages.soapAction(portType, operation),
                Messages.actionBase(portType, operation),
                messages.input(portType, operation),
                messages.output(portType, operation),
                messages.faults(portType, operation));
    }

    private Activity activity(ActivityNode node) {
        ActivityInfo info = node.info();
        String label = info.kind() + (info.name().isEmpty() ? "" : " '" + info.name() + "'") + " at " + info.location();
        return new Activity(info.id(), label, processor(node), links(info));
    }

    private Activity.Links links(ActivityInfo info) {
        int scope = info.scope();
        List<LinkReference> incoming =
                info.incoming().stream().map(link -> layout.link(scope, link)).toList();
        List<String> names = info.incoming().stream()
                .map(io.soabench.engine.bpel.model.Link::name)
                .toList();
        List<OutgoingLink> outgoing = info.outgoing().stream()
                .map(link -> new OutgoingLink(
                        layout.link(scope, link.link()),
                        link.transitionCondition()
                                .map(condition -> expressions.expression(scope, condition))
                                .orElse(null)))
                .toList();
        List<LinkReference> leaving = model.links().stream()
                .filter(ends -> leaves(ends, info.id()))
                .map(ends -> layout.link(scope, ends.link()))
                .toList();
        return new Activity.Links(
                incoming,
                info.joinCondition()
                        .map(condition -> expressions.join(scope, condition, names))
                        .orElse(null),
                info.suppressJoinFailure(),
                outgoing,
                leaving);
    }

    private boolean leaves(LinkEnds ends, int activity) {
        return isInside(ends.source(), activity) && !isInside(ends.target(), activity);
    }

    private boolean isInside(int inner, int outer) {
        int at = inner;
        while (at >= 0 && at != outer) {
            at = model.activity(at).info().parent();
        }
        return at == outer;
    }

    private Processor processor(ActivityNode node) {
        int scope = node.info().scope();
        if (node instanceof ReceiveNode receive) {
            return new ReceiveProcessor(reception(scope, receive.reception()));
        }
        if (node instanceof ReplyNode reply) {
            return reply(scope, reply);
        }
        if (node instanceof InvokeNode invoke) {
            return invoke(scope, invoke);
        }
        if (node instanceof AssignNode assign) {
            return new AssignProcessor(
                    assign.steps().stream()
                            .map(step -> copies.step(scope, step))
                            .toList(),
                    assign.validate() ? validation.checks(scope, Validation.changed(assign)) : List.of());
        }
        if (node instanceof SequenceNode sequence) {
            return new SequenceProcessor(activities(sequence.activities()));
        }
        if (node instanceof FlowNode flow) {
            int[] links = flow.links().stream()
                    .mapToInt(io.soabench.engine.bpel.model.Link::slot)
                    .toArray();
            return new FlowProcessor(activities(flow.activities()), links);
        }
        if (node instanceof IfNode choice) {
            return choice(scope, choice);
        }
        if (node instanceof WhileNode loop) {
            return new WhileProcessor(expressions.expression(scope, loop.condition()), activity(loop.body()));
        }
        if (node instanceof RepeatUntilNode loop) {
            return new RepeatUntilProcessor(expressions.expression(scope, loop.condition()), activity(loop.body()));
        }
        if (node instanceof PickNode pick) {
            return pick(scope, pick);
        }
        if (node instanceof ForEachNode loop) {
            return forEach(scope, loop);
        }
        if (node instanceof ScopeNode inner) {
            return scope(inner);
        }
        return simple(scope, node);
    }

    private Processor simple(int scope, ActivityNode node) {
        if (node instanceof EmptyNode) {
            return new EmptyProcessor();
        }
        if (node instanceof ExitNode) {
            return new ExitProcessor();
        }
        if (node instanceof WaitNode wait) {
            return new WaitProcessor(time(scope, wait.timer()));
        }
        if (node instanceof ThrowNode raise) {
            return new ThrowProcessor(
                    Layout.name(raise.faultName()),
                    raise.faultVariable()
                            .map(variable -> layout.message(scope, variable))
                            .orElse(null));
        }
        if (node instanceof ValidateNode validate) {
            return new ValidateProcessor(validation.checks(scope, validate.variables()));
        }
        if (node instanceof RethrowNode) {
            return new RethrowProcessor();
        }
        if (node instanceof CompensateNode compensate) {
            return new CompensateProcessor(layout.hops(scope, compensate.target()), -1);
        }
        if (node instanceof CompensateScopeNode compensate) {
            int around = model.frame(compensate.target()).parent();
            return new CompensateProcessor(layout.hops(scope, around), compensate.target());
        }
        unsupported(node, "'" + node.info().kind() + "'");
        return new EmptyProcessor();
    }

    private void unsupported(ActivityNode node, String what) {
        unsupported(node.info().location(), what);
    }

    private void unsupported(Location place, String what) {
        problems.add(UNSUPPORTED, place, what + " is not supported by this engine yet; model it in another way");
    }

    private List<Activity> activities(List<ActivityNode> nodes) {
        return nodes.stream().map(this::activity).toList();
    }

    private TimeSpecification time(int scope, Timer timer) {
        Optional<BoundExpression> duration = timer.duration();
        return duration.isPresent()
                ? new TimeSpecification(expressions.expression(scope, duration.get()), false)
                : new TimeSpecification(
                        expressions.expression(scope, timer.deadline().orElseThrow()), true);
    }

    private IfProcessor choice(int scope, IfNode node) {
        List<IfProcessor.Branch> branches = new ArrayList<>();
        node.choices()
                .forEach(choice -> branches.add(new IfProcessor.Branch(
                        expressions.expression(scope, choice.condition()), activity(choice.activity()))));
        node.otherwise().ifPresent(otherwise -> branches.add(new IfProcessor.Branch(null, activity(otherwise))));
        return new IfProcessor(branches);
    }

    private Reception reception(int scope, io.soabench.engine.bpel.model.Reception from) {
        return reception(scope, from, from.correlations());
    }

    private Reception reception(
            int scope,
            io.soabench.engine.bpel.model.Reception from,
            List<io.soabench.engine.bpel.model.CorrelationUse> uses) {
        int operation = operation(from.partnerLink(), from.operation());
        if (!from.createInstance() && uses.stream().noneMatch(ProcessCompiler::tellsApart)) {
            uncorrelated.add(operation);
        }
        MessageSlots slots =
                layout.received(scope, from.operation().input().orElseThrow(), from.variable(), from.fromParts());
        return new Reception(
                exchange(scope, from.partnerLink(), from.operation(), from.messageExchange()),
                slots,
                from.createInstance(),
                correlations(scope, uses, from.operation().input(), Optional.empty()));
    }

    private List<CorrelationUse> correlations(
            int scope,
            List<io.soabench.engine.bpel.model.CorrelationUse> uses,
            Optional<Message> request,
            Optional<Message> response) {
        return uses.stream()
                .map(use -> new CorrelationUse(
                        layout.correlationSet(scope, use.set()),
                        use.set().slot(),
                        use.set().index(),
                        use.set().name(),
                        CorrelationUse.Initiate.valueOf(use.initiate().name()),
                        values(use.requestAliases(), request),
                        values(use.responseAliases(), response)))
                .toList();
    }

    /** Where properties lie in a message; the slots are its parts. */
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

    private List<Route> routes(ProvidedOperation from) {
        Map<Integer, Route> routes = new TreeMap<>();
        for (io.soabench.engine.bpel.model.Reception reception : from.receptions()) {
            for (io.soabench.engine.bpel.model.CorrelationUse use : reception.correlations()) {
                if (!use.initiate().name().equals("YES")) {
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

    private PickProcessor pick(int scope, PickNode pick) {
        return new PickProcessor(
                pick.messages().stream()
                        .map(branch -> new PickProcessor.OnMessage(
                                reception(scope, branch.reception()), activity(branch.activity())))
                        .toList(),
                pick.alarms().stream()
                        .map(branch ->
                                new PickProcessor.OnAlarm(time(scope, branch.timer()), activity(branch.activity())))
                        .toList());
    }

    private ForEachProcessor forEach(int scope, ForEachNode loop) {
        if (loop.parallel()) {
            defaultExchanges.add(loop.body().frame().id());
        }
        return new ForEachProcessor(
                loop.parallel(),
                expressions.expression(scope, loop.startCounterValue()),
                expressions.expression(scope, loop.finalCounterValue()),
                activity(loop.body()),
                layout.variable(loop.counter().scope(), loop.counter()),
                loop.branches()
                        .map(condition -> expressions.expression(scope, condition))
                        .orElse(null),
                loop.successfulBranchesOnly());
    }

    private static boolean tellsApart(io.soabench.engine.bpel.model.CorrelationUse use) {
        return use.initiate().name().equals("NO");
    }

    private ExchangeSlot exchange(
            int scope, PartnerLink link, Operation operation, Optional<MessageExchange> exchange) {
        return new ExchangeSlot(
                operation(link, operation),
                exchange.map(MessageExchange::index).orElse(-1),
                layout.hops(scope, exchange.map(MessageExchange::scope).orElseGet(() -> defaultExchange(scope))),
                layout.partnerLink(scope, link),
                link.partnerRole().isPresent() ? link.slot() : ExchangeSlot.NO_PARTNER);
    }

    /** The scope that has the unnamed message exchange (section 10.4.1). */
    private int defaultExchange(int scope) {
        int at = scope;
        while (at > 0 && !defaultExchanges.contains(at)) {
            at = model.frame(at).parent();
        }
        return at;
    }

    /** Number of the provided operation, -1 for one that nobody receives. */
    private int operation(PartnerLink link, Operation operation) {
        return provided.stream()
                .filter(candidate -> candidate.partnerLink() == link.index()
                        && candidate.name().equals(operation.name()))
                .mapToInt(ServiceOperation::index)
                .findFirst()
                .orElse(-1);
    }

    private ReplyProcessor reply(int scope, ReplyNode reply) {
        MessageSlots slots = reply.message()
                .map(message -> layout.sent(scope, message, reply.variable(), reply.toParts()))
                .orElse(null);
        QualifiedName fault = reply.faultName().map(Layout::name).orElse(null);
        return new ReplyProcessor(
                exchange(scope, reply.partnerLink(), reply.operation(), reply.messageExchange()),
                fault,
                shape(reply),
                slots,
                correlations(scope, reply.correlations(), reply.message(), Optional.empty()));
    }

    /** How the message of a reply travels; null for an operation that nobody receives, or a fault without data. */
    private MessageShape shape(ReplyNode reply) {
        int index = operation(reply.partnerLink(), reply.operation());
        if (index < 0) {
            return null;
        }
        ServiceOperation operation = provided.get(index);
        return reply.faultName().isEmpty()
                ? operation.output()
                : operation.faults().stream()
                        .filter(fault -> fault.name()
                                .equals(Layout.name(reply.faultName().get())))
                        .map(FaultShape::message)
                        .findFirst()
                        .orElse(null);
    }

    private InvokeProcessor invoke(int scope, InvokeNode invoke) {
        PartnerOperation operation = consumed.stream()
                .filter(candidate ->
                        candidate.partnerLink() == invoke.partnerLink().index()
                                && candidate.name().equals(invoke.operation().name()))
                .findFirst()
                .orElseThrow();
        MessageSlots output = invoke.operation()
                .output()
                .map(message -> layout.received(scope, message, invoke.outputVariable(), invoke.fromParts()))
                .orElse(null);
        return new InvokeProcessor(
                operation,
                copies.partner(scope, invoke.partnerLink()),
                layout.sent(scope, invoke.operation().input().orElseThrow(), invoke.inputVariable(), invoke.toParts()),
                output,
                correlations(
                        scope,
                        invoke.correlations(),
                        invoke.operation().input(),
                        invoke.operation().output()));
    }

    private ScopeProcessor scope(ScopeNode node) {
        int inside = node.frame().id();
        if (!node.isolated()) {
            return new ScopeProcessor(parts(node, inside, null), --lastAdded);
        }
        List<ScopeProcessor.Parts> parts = new ArrayList<>();
        SharedSlots shared = layout.shared(inside, () -> parts.add(parts(node, inside, null)));
        return new ScopeProcessor(parts.get(0).isolated(shared), --lastAdded);
    }

    private ScopeProcessor.Parts parts(ScopeNode node, int inside, SharedSlots shared) {
        actsOnConflicts |= node.catchAll().isPresent()
                || node.compensationHandler().isPresent()
                || node.terminationHandler().isPresent()
                || node.catches().stream()
                        .flatMap(handler -> handler.faultName().stream())
                        .anyMatch(name -> Layout.name(name).equals(StandardFault.CONFLICTING_RECEIVE.qualifiedName()));
        return new ScopeProcessor.Parts(
                layout.scope(node.frame()),
                node.exitOnStandardFault(),
                shared,
                node.initializers().stream()
                        .map(initializer -> copies.initializer(inside, initializer))
                        .toList(),
                events(node),
                node.catches().stream().map(handler -> handler(inside, handler)).toList(),
                node.catchAll().map(this::activity).orElse(null),
                node.compensationHandler().map(this::activity).orElse(null),
                node.terminationHandler().map(this::activity).orElse(null),
                activity(node.body()));
    }

    private List<Activity> events(ScopeNode node) {
        int scope = node.frame().id();
        List<Activity> events = new ArrayList<>();
        node.events().forEach(branch -> events.add(event(branch.reception().location(), event(scope, branch))));
        node.alarms()
                .forEach(branch -> events.add(event(branch.activity().info().location(), alarm(scope, branch))));
        return events;
    }

    private Activity event(Location place, Processor processor) {
        return new Activity(--lastAdded, "event handler at " + place, processor, Activity.Links.NONE);
    }

    private EventProcessor event(int scope, EventBranch branch) {
        int inside = branch.body().frame().id();
        defaultExchanges.add(inside);
        List<io.soabench.engine.bpel.model.CorrelationUse> outer = branch.reception().correlations().stream()
                .filter(use -> use.set().scope() != inside)
                .toList();
        Reception within = reception(inside, branch.reception());
        Reception waiting = new Reception(
                within.exchange(),
                null,
                false,
                correlations(scope, outer, branch.reception().operation().input(), Optional.empty()));
        return new EventProcessor(waiting, within, activity(branch.body()));
    }

    private AlarmProcessor alarm(int scope, AlarmBranch branch) {
        Timer timer = branch.timer();
        boolean timed = timer.duration().isPresent() || timer.deadline().isPresent();
        return new AlarmProcessor(
                timed ? time(scope, timer) : null,
                timer.repeatEvery()
                        .map(period -> new TimeSpecification(expressions.expression(scope, period), false))
                        .orElse(null),
                activity(branch.activity()));
    }

    private FaultHandler handler(int scope, CatchHandler handler) {
        QualifiedName message = handler.faultType()
                .filter(MessageType.class::isInstance)
                .map(type -> Layout.name(type.name()))
                .orElse(null);
        QualifiedName element = handler.faultType()
                .filter(ElementType.class::isInstance)
                .map(type -> Layout.name(type.name()))
                .orElse(null);
        return new FaultHandler(
                handler.faultName().map(Layout::name).orElse(null),
                message,
                element,
                handler.faultVariable()
                        .map(variable -> layout.message(scope, variable))
                        .orElse(null),
                activity(handler.activity()));
    }
}
