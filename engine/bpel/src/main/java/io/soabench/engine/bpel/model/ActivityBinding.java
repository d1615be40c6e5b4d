package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.ActivityHeader;
import io.soabench.engine.bpel.syntax.Alarm;
import io.soabench.engine.bpel.syntax.Assign;
import io.soabench.engine.bpel.syntax.AssignOperation;
import io.soabench.engine.bpel.syntax.Catch;
import io.soabench.engine.bpel.syntax.Compensate;
import io.soabench.engine.bpel.syntax.CompensateScope;
import io.soabench.engine.bpel.syntax.CompletionCondition;
import io.soabench.engine.bpel.syntax.Copy;
import io.soabench.engine.bpel.syntax.Empty;
import io.soabench.engine.bpel.syntax.Exit;
import io.soabench.engine.bpel.syntax.ExtensionActivity;
import io.soabench.engine.bpel.syntax.Flow;
import io.soabench.engine.bpel.syntax.ForEach;
import io.soabench.engine.bpel.syntax.If;
import io.soabench.engine.bpel.syntax.Invoke;
import io.soabench.engine.bpel.syntax.LinkSource;
import io.soabench.engine.bpel.syntax.LinkTarget;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.OnMessage;
import io.soabench.engine.bpel.syntax.Pick;
import io.soabench.engine.bpel.syntax.Receive;
import io.soabench.engine.bpel.syntax.RepeatUntil;
import io.soabench.engine.bpel.syntax.Reply;
import io.soabench.engine.bpel.syntax.Rethrow;
import io.soabench.engine.bpel.syntax.Scope;
import io.soabench.engine.bpel.syntax.Sequence;
import io.soabench.engine.bpel.syntax.Throw;
import io.soabench.engine.bpel.syntax.Validate;
import io.soabench.engine.bpel.syntax.Wait;
import io.soabench.engine.bpel.syntax.While;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A reader of activities. It numbers each activity, looks up its references, and reads the activities inside. Used by
 * one thread.
 */
final class ActivityBinding {
    private final Build build;
    private final ExpressionBinding expressions;
    private final CopyBinding copies;
    private final ExchangeBinding exchanges;
    private final DeclarationBinding declarations;
    private final ScopeBinding scopes;

    ActivityBinding(Build build) {
        this.build = build;
        this.expressions = new ExpressionBinding(build);
        this.copies = new CopyBinding(build, expressions);
        this.exchanges = new ExchangeBinding(build);
        this.declarations = new DeclarationBinding(build, copies);
        this.scopes = new ScopeBinding(build, declarations, this);
    }

    ExchangeBinding exchanges() {
        return exchanges;
    }

    ScopeBinding scopes() {
        return scopes;
    }

    /**
     * Reads an activity and all activities inside it. An activity whose references have a problem becomes an
     * {@code empty}.
     */
    ActivityNode bind(ActivityElement activity, BindingContext place) {
        if (activity instanceof Scope scope) {
            return scope(scope, place, names -> {}, names -> {});
        }
        ActivityInfo info = info(activity, place);
        BindingContext inner = place.under(info.id()).suppressing(info.suppressJoinFailure());
        ActivityNode node = node(activity, info, inner);
        build.activities.put(info.id(), node);
        return node;
    }

    /**
     * Reads a scope.
     *
     * @param scope the scope as written
     * @param place its position
     * @param implicit declares implicit variables, before all other declarations
     * @param afterwards uses the names of the scope, after all its declarations
     */
    ScopeNode scope(Scope scope, BindingContext place, Consumer<Names> implicit, Consumer<Names> afterwards) {
        ActivityInfo info = info(scope, place);
        List<Names> layers = new ArrayList<>();
        ScopeNode node = scopes.scope(
                new ScopeBinding.Header(info, build.scopes.of(scope), scope.isolated()), scope.body(), place, names -> {
                    layers.add(names);
                    implicit.accept(names);
                });
        afterwards.accept(layers.get(0));
        build.activities.put(info.id(), node);
        return node;
    }

    private ActivityNode node(ActivityElement activity, ActivityInfo info, BindingContext place) {
        Names names = place.names();
        if (activity instanceof Receive a) {
            return receive(a, info, names);
        } else if (activity instanceof Reply a) {
            return exchanges.reply(a, info, names).map(ActivityNode.class::cast).orElseGet(() -> new EmptyNode(info));
        } else if (activity instanceof Invoke a) {
            return invoke(a, info, place);
        } else if (activity instanceof Assign a) {
            return assign(a, info, names);
        } else if (activity instanceof Throw a) {
            return new ThrowNode(info, a.faultName(), variable(a.faultVariable(), a, names));
        } else if (activity instanceof Rethrow) {
            return new RethrowNode(info);
        } else if (activity instanceof Wait a) {
            return new WaitNode(info, timer(a.alarm(), names));
        } else if (activity instanceof Empty || activity instanceof ExtensionActivity) {
            return new EmptyNode(info);
        } else if (activity instanceof Exit) {
            return new ExitNode(info);
        } else if (activity instanceof Validate a) {
            List<Variable> variables = a.variables().stream()
                    .flatMap(name -> variable(Optional.of(name), a, names).stream())
                    .toList();
            return new ValidateNode(info, variables);
        } else if (activity instanceof Compensate) {
            return new CompensateNode(info, Math.max(0, place.handlerOf()));
        } else if (activity instanceof CompensateScope a) {
            return compensateScope(a, info, place);
        }
        return structured(activity, info, place);
    }

    private ActivityNode structured(ActivityElement activity, ActivityInfo info, BindingContext place) {
        Names names = place.names();
        if (activity instanceof Sequence a) {
            return new SequenceNode(info, all(a.activities(), place));
        } else if (activity instanceof If a) {
            List<ConditionalBranch> choices = new ArrayList<>();
            a.branches()
                    .forEach(branch -> choices.add(new ConditionalBranch(
                            expressions.expression(branch.condition(), names), bind(branch.activity(), place))));
            return new IfNode(info, choices, a.otherwise().map(branch -> bind(branch.activity(), place)));
        } else if (activity instanceof While a) {
            return new WhileNode(info, expressions.expression(a.condition(), names), bind(a.body(), place));
        } else if (activity instanceof RepeatUntil a) {
            ActivityNode body = bind(a.body(), place);
            return new RepeatUntilNode(info, body, expressions.expression(a.condition(), names));
        } else if (activity instanceof ForEach a) {
            return forEach(a, info, place);
        } else if (activity instanceof Pick a) {
            return pick(a, info, place);
        } else if (activity instanceof Flow a) {
            return flow(a, info, place);
        }
        throw new IllegalStateException("no binding for " + activity.getClass().getSimpleName());
    }

    private List<ActivityNode> all(List<ActivityElement> activities, BindingContext place) {
        return activities.stream().map(activity -> bind(activity, place)).toList();
    }

    private Optional<Variable> variable(Optional<String> name, ActivityElement activity, Names names) {
        Optional<Variable> variable = name.flatMap(names::variable);
        if (name.isPresent() && variable.isEmpty()) {
            build.problem(
                    "BPEL-VARIABLE",
                    activity.location().attribute("variables").attribute("faultVariable"),
                    "variable '" + name.get() + "' is not declared here; declare it or correct the name");
        }
        return variable;
    }

    BoundTimer timer(Alarm alarm, Names names) {
        return new BoundTimer(
                alarm.duration().map(text -> expressions.expression(text, names)),
                alarm.deadline().map(text -> expressions.expression(text, names)),
                alarm.repeatEvery().map(text -> expressions.expression(text, names)));
    }

    // ---- one activity each

    private ActivityNode receive(Receive activity, ActivityInfo info, Names names) {
        Optional<BoundReceipt> reception =
                exchanges.reception(activity.receipt(), info.id(), activity.createInstance(), names);
        reception.ifPresent(build.receptions::add);
        return reception
                .<ActivityNode>map(found -> new ReceiveNode(info, found))
                .orElseGet(() -> new EmptyNode(info));
    }

    private ActivityNode invoke(Invoke activity, ActivityInfo info, BindingContext place) {
        if (!Nesting.isScope(activity)) {
            return exchanges
                    .invoke(activity, info, place.names())
                    .map(ActivityNode.class::cast)
                    .orElseGet(() -> new EmptyNode(info));
        }
        FrameBuild frame = new FrameBuild(build.scopes.of(activity), place.scope(), info.id(), info.name());
        BindingContext inner = place.with(place.names().scope(frame));
        BindingContext handler = inner.inHandlerOf(frame.id);
        List<CatchHandler> catches = new ArrayList<>();
        for (Catch element : activity.catches()) {
            catches.add(scopes.catchHandler(element, handler));
        }
        Optional<ActivityNode> catchAll = activity.catchAll().map(h -> bind(h.activity(), handler));
        Optional<ActivityNode> compensation = activity.compensationHandler().map(h -> bind(h.activity(), handler));
        ActivityInfo own = new ActivityInfo(
                build.newActivity(),
                info.name(),
                "invoke",
                info.id(),
                frame.id,
                List.of(),
                Optional.empty(),
                List.of(),
                info.suppressJoinFailure(),
                info.location());
        ActivityNode invoke = exchanges
                .invoke(activity, own, inner.names())
                .map(ActivityNode.class::cast)
                .orElseGet(() -> new EmptyNode(own));
        build.activities.put(own.id(), invoke);
        ScopeFrame finished = frame.finish();
        build.frames.put(frame.id, finished);
        return new ScopeNode(
                info,
                finished,
                false,
                place.exitOnStandardFault(),
                List.of(),
                catches,
                catchAll,
                List.of(),
                List.of(),
                compensation,
                Optional.empty(),
                invoke);
    }

    private ActivityNode assign(Assign activity, ActivityInfo info, Names names) {
        List<BoundCopy> steps = new ArrayList<>();
        for (AssignOperation operation : activity.operations()) {
            if (operation instanceof Copy copy) {
                copies.copy(copy, names).ifPresent(steps::add);
            }
        }
        return new AssignNode(info, activity.validate(), steps);
    }

    private ActivityNode compensateScope(CompensateScope activity, ActivityInfo info, BindingContext place) {
        if (place.handlerOf() < 0) {
            return new EmptyNode(info); // outside a handler: rule SA00007 reports it
        }
        Optional<ActivityElement> target = build.scopes.enclosedBy(place.handlerOf()).stream()
                .filter(scope -> scope.header().name().equals(Optional.of(activity.target())))
                .findFirst();
        if (target.isEmpty()) {
            build.problem(
                    "SA00077",
                    activity.location().attribute("target"),
                    "'" + activity.target()
                            + "' is not the name of a scope, or of an invoke with handlers, directly inside the scope of this handler");
            return new EmptyNode(info);
        }
        return new CompensateScopeNode(info, build.scopes.of(target.get()));
    }

    private ActivityNode forEach(ForEach activity, ActivityInfo info, BindingContext place) {
        Names names = place.names();
        List<Variable> counter = new ArrayList<>();
        BoundExpression start = expressions.expression(activity.startCounterValue(), names);
        BoundExpression last = expressions.expression(activity.finalCounterValue(), names);
        Optional<CompletionCondition> completion = activity.completionCondition();
        Optional<Expression> branches = completion.flatMap(CompletionCondition::branches);
        Optional<BoundExpression> bound = branches.map(text -> expressions.expression(text, names));
        ScopeNode body = scope(
                activity.body(),
                place,
                inner -> counter.add(declarations.variable(
                        activity.counterName(),
                        new SchemaType(DataTypes.UNSIGNED_INT, true),
                        true,
                        activity.location(),
                        inner)),
                inner -> {});
        return new ForEachNode(
                info,
                activity.parallel(),
                counter.get(0),
                start,
                last,
                bound,
                completion.map(CompletionCondition::successfulBranchesOnly).orElse(false),
                body);
    }

    private ActivityNode pick(Pick activity, ActivityInfo info, BindingContext place) {
        List<MessageBranch> messages = new ArrayList<>();
        for (OnMessage branch : activity.messages()) {
            Optional<BoundReceipt> reception =
                    exchanges.reception(branch.receipt(), info.id(), activity.createInstance(), place.names());
            reception.ifPresent(build.receptions::add);
            ActivityNode body = bind(branch.activity(), place);
            reception.ifPresent(found -> messages.add(new MessageBranch(found, body)));
        }
        List<AlarmBranch> alarms = activity.alarms().stream()
                .map(alarm -> scopes.alarm(alarm, place))
                .toList();
        return new PickNode(info, activity.createInstance(), messages, alarms);
    }

    private ActivityNode flow(Flow activity, ActivityInfo info, BindingContext place) {
        Names names = place.names().layer();
        List<Link> links = new ArrayList<>();
        activity.links().forEach(declaration -> {
            Link link = Build.declare(
                    build.links,
                    names.frame.links,
                    (index, slot) -> new Link(index, names.frame.id, slot, declaration.name(), declaration.location()));
            links.add(link);
            names.links.putIfAbsent(declaration.name(), link);
        });
        return new FlowNode(info, links, all(activity.activities(), place.with(names)));
    }

    // ---- standard attributes and elements

    private ActivityInfo info(ActivityElement activity, BindingContext place) {
        ActivityHeader header = activity.header();
        int id = build.newActivity();
        Names names = place.names();
        Map<String, Link> incoming = new LinkedHashMap<>();
        for (LinkTarget target : header.targets()) {
            link(target.linkName(), target.location(), names).ifPresent(link -> {
                incoming.put(target.linkName(), link);
                build.linkTargets.putIfAbsent(link.index(), id);
            });
        }
        List<BoundLinkSource> outgoing = new ArrayList<>();
        for (LinkSource source : header.sources()) {
            link(source.linkName(), source.location(), names).ifPresent(link -> {
                build.linkSources.putIfAbsent(link.index(), id);
                outgoing.add(new BoundLinkSource(
                        link, source.transitionCondition().map(text -> expressions.expression(text, names))));
            });
        }
        return new ActivityInfo(
                id,
                header.name().orElse(""),
                kind(activity),
                place.parent(),
                place.scope(),
                List.copyOf(incoming.values()),
                header.joinCondition().map(text -> expressions.joinCondition(text, incoming)),
                outgoing,
                header.suppressJoinFailure().orElse(place.suppressJoinFailure()),
                header.location());
    }

    private static String kind(ActivityElement activity) {
        String name = activity.getClass().getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private Optional<Link> link(String name, Location place, Names names) {
        Optional<Link> link = names.link(name);
        if (link.isEmpty()) {
            build.problem(
                    "SA00065",
                    place.attribute("linkName"),
                    "link '" + name + "' is not declared in an enclosing 'flow'; declare it or correct the name");
        }
        return link;
    }
}
