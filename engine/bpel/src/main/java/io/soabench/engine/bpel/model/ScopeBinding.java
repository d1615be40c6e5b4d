package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Message;
import io.soabench.engine.bpel.syntax.Catch;
import io.soabench.engine.bpel.syntax.Handler;
import io.soabench.engine.bpel.syntax.OnAlarm;
import io.soabench.engine.bpel.syntax.OnEvent;
import io.soabench.engine.bpel.syntax.Receipt;
import io.soabench.engine.bpel.syntax.ScopeBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A reader of scopes: their declarations, handlers and main activity. Used by one thread. */
final class ScopeBinding {
    private final Build build;
    private final DataTypes types;
    private final DeclarationBinding declarations;
    private final ActivityBinding activities;

    ScopeBinding(Build build, DeclarationBinding declarations, ActivityBinding activities) {
        this.build = build;
        this.types = new DataTypes(build);
        this.declarations = declarations;
        this.activities = activities;
    }

    /** The surroundings of the body of a scope. */
    record Header(ActivityInfo info, int number, boolean isolated) {}

    /**
     * Reads a scope.
     *
     * @param place the place of the scope activity
     * @param implicit declares implicit variables in the layer of the scope before anything else is read
     */
    ScopeNode scope(Header header, ScopeBody body, BindingContext place, Consumer<Names> implicit) {
        ActivityInfo info = header.info();
        FrameBuild frame =
                new FrameBuild(header.number(), place.names() == null ? -1 : place.scope(), info.id(), info.name());
        Names names =
                place.names() == null ? Names.ofProcess(frame) : place.names().scope(frame);
        boolean exits = body.exitOnStandardFault().orElse(place.exitOnStandardFault());
        BindingContext inner = place.under(info.id())
                .with(names)
                .suppressing(info.suppressJoinFailure())
                .exiting(exits);
        implicit.accept(names);
        List<Initializer> initializers = declarations.declare(body, names);
        BindingContext handler = inner.inHandlerOf(frame.id);
        List<CatchHandler> catches = body.faultHandlers().stream()
                .flatMap(handlers -> handlers.catches().stream())
                .map(element -> catchHandler(element, handler))
                .toList();
        Optional<ActivityNode> catchAll =
                body.faultHandlers().flatMap(handlers -> handlers.catchAll()).map(h -> handler(h, handler));
        Optional<ActivityNode> compensation = body.compensationHandler().map(h -> handler(h, handler));
        Optional<ActivityNode> termination = body.terminationHandler().map(h -> handler(h, handler));
        List<EventBranch> events = new ArrayList<>();
        List<AlarmBranch> alarms = new ArrayList<>();
        body.eventHandlers().ifPresent(handlers -> {
            handlers.events().forEach(event -> event(event, inner).ifPresent(events::add));
            handlers.alarms().forEach(alarm -> alarms.add(alarm(alarm, inner)));
        });
        ActivityNode main = activities.bind(body.activity(), inner);
        ScopeFrame finished = frame.finish();
        build.frames.put(frame.id, finished);
        return new ScopeNode(
                info,
                finished,
                header.isolated(),
                exits,
                initializers,
                catches,
                catchAll,
                events,
                alarms,
                compensation,
                termination,
                main);
    }

    private ActivityNode handler(Handler handler, BindingContext place) {
        return activities.bind(handler.activity(), place.with(place.names().layer()));
    }

    CatchHandler catchHandler(Catch element, BindingContext place) {
        Names names = place.names().layer();
        String what = "the fault variable"
                + element.faultVariable().map(name -> " '" + name + "'").orElse("");
        Optional<VariableType> type = types.of(
                element.faultMessageType(), Optional.empty(), element.faultElement(), element.location(), what);
        Optional<Variable> variable = element.faultVariable()
                .map(name ->
                        declarations.variable(name, type.orElse(DataTypes.UNKNOWN), true, element.location(), names));
        return new CatchHandler(
                element.faultName(),
                type,
                variable,
                activities.bind(element.activity(), place.with(names)),
                element.location());
    }

    AlarmBranch alarm(OnAlarm alarm, BindingContext place) {
        return new AlarmBranch(
                activities.timer(alarm.alarm(), place.names()), activities.bind(alarm.activity(), place));
    }

    private Optional<EventBranch> event(OnEvent event, BindingContext place) {
        List<BoundReceipt> receptions = new ArrayList<>();
        ScopeNode scope = activities.scope(event.body(), place, names -> eventVariables(event, names), names -> {
            int id = names.frame.activity;
            activities.exchanges().event(event.receipt(), id, names).ifPresent(receptions::add);
        });
        build.receptions.addAll(receptions);
        return receptions.stream().findFirst().map(reception -> new EventBranch(reception, scope));
    }

    /** Declares the variables that an onEvent declares implicitly in its scope (section 12.7.1). */
    private void eventVariables(OnEvent event, Names names) {
        Receipt receipt = event.receipt();
        receipt.variable().ifPresent(name -> {
            Optional<VariableType> type = types.of(
                    event.messageType(),
                    Optional.empty(),
                    event.element(),
                    event.location(),
                    "the event variable '" + name + "'");
            declarations.variable(name, type.orElse(DataTypes.UNKNOWN), true, event.location(), names);
        });
        Optional<Message> input = names.partnerLink(receipt.partnerLink())
                .flatMap(PartnerLink::myPortType)
                .flatMap(portType -> portType.operation(receipt.operation()))
                .flatMap(operation -> operation.input());
        receipt.fromParts().forEach(from -> {
            VariableType type = input.flatMap(message -> message.part(from.part()))
                    .map(part -> DataTypes.of(part, build.wsdl))
                    .orElse(DataTypes.UNKNOWN);
            declarations.variable(from.toVariable(), type, true, from.location(), names);
        });
    }
}
