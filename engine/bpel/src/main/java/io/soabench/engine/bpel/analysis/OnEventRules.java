package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.engine.bpel.syntax.FromPart;
import io.soabench.engine.bpel.syntax.OnEvent;
import io.soabench.engine.bpel.syntax.PartnerLinkDeclaration;
import io.soabench.engine.bpel.syntax.Receipt;
import io.soabench.engine.bpel.syntax.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/** The rules about event handlers (WS-BPEL 2.0, section 12.7). */
final class OnEventRules {
    private OnEventRules() {}

    static void emptyEventHandlers(AnalysisInput subject, Problems problems) {
        subject.bodies().stream()
                .flatMap(body -> body.content().eventHandlers().stream())
                .filter(handlers ->
                        handlers.events().isEmpty() && handlers.alarms().isEmpty())
                .forEach(handlers -> problems.add(
                        "SA00083",
                        handlers.location(),
                        "'eventHandlers' has neither 'onEvent' nor 'onAlarm'; add one or remove it"));
    }

    /** An event with the scope or process that has its handler. */
    private record Event(OnEvent event, AnalysisInput.Body owner) {}

    private static Stream<Event> events(AnalysisInput subject) {
        return subject.bodies().stream().flatMap(body -> body.content().eventHandlers().stream()
                .flatMap(handlers -> handlers.events().stream())
                .map(event -> new Event(event, body)));
    }

    static void variableWithFromParts(AnalysisInput subject, Problems problems) {
        events(subject)
                .map(Event::event)
                .filter(event -> event.receipt().hasFromParts())
                .filter(event -> event.receipt().variable().isPresent()
                        || event.element().isPresent()
                        || event.messageType().isPresent())
                .forEach(event -> problems.add(
                        "SA00085",
                        event.location(),
                        "'onEvent' has 'fromParts', so 'variable', 'element' and 'messageType' must not be given"));
    }

    static void explicitVariables(AnalysisInput subject, Problems problems) {
        events(subject).map(Event::event).forEach(event -> {
            List<String> implicit = new ArrayList<>();
            event.receipt().variable().ifPresent(implicit::add);
            event.receipt().fromParts().stream().map(FromPart::toVariable).forEach(implicit::add);
            event.body().body().variables().stream()
                    .filter(variable -> implicit.contains(variable.name()))
                    .forEach(variable -> problems.add(
                            "SA00086",
                            variable.location().attribute("name"),
                            "variable '" + variable.name()
                                    + "' is declared by 'onEvent' already; remove this declaration"));
        });
    }

    static void variableType(AnalysisInput subject, Problems problems) {
        events(subject)
                .map(Event::event)
                .filter(event -> event.receipt().variable().isPresent())
                .filter(event ->
                        event.messageType().isPresent() == event.element().isPresent())
                .forEach(event -> problems.add(
                        "SA00090",
                        event.location(),
                        "'onEvent' with 'variable' needs either 'messageType' or 'element'"));
    }

    static void messageType(AnalysisInput subject, Problems problems) {
        events(subject).forEach(event -> {
            Receipt receipt = event.event().receipt();
            input(event, subject).ifPresent(message -> {
                Optional<QName> only =
                        message.parts().size() == 1 ? message.parts().get(0).element() : Optional.empty();
                boolean wrongType = event.event()
                        .messageType()
                        .filter(type -> !type.equals(message.name()))
                        .isPresent();
                boolean wrongElement = event.event()
                        .element()
                        .filter(element -> !Optional.of(element).equals(only))
                        .isPresent();
                if (wrongType || wrongElement) {
                    problems.add(
                            "SA00087",
                            receipt.location().attribute(wrongType ? "messageType" : "element"),
                            "operation '" + receipt.operation() + "' receives the message '" + message.name()
                                    + "'; correct '" + (wrongType ? "messageType" : "element") + "'");
                }
            });
        });
    }

    /** Returns the input message of the operation. The associated scope is searched first (rule SA00084). */
    private static Optional<Message> input(Event event, AnalysisInput subject) {
        Receipt receipt = event.event().receipt();
        Stream<PartnerLinkDeclaration> near = event.event().body().body().partnerLinks().stream();
        Stream<PartnerLinkDeclaration> around = event.owner().place().stream()
                .flatMap(ActivityPosition::outwards)
                .filter(place -> place.activity() instanceof Scope)
                .flatMap(place -> ((Scope) place.activity()).body().partnerLinks().stream());
        Stream<PartnerLinkDeclaration> outermost = subject.process().body().partnerLinks().stream();
        return Stream.of(near, around, outermost)
                .flatMap(links -> links)
                .filter(link -> link.name().equals(receipt.partnerLink()))
                .findFirst()
                .flatMap(link -> portType(link, subject))
                .flatMap(portType -> portType.operation(receipt.operation()))
                .flatMap(operation -> operation.input());
    }

    private static Optional<PortType> portType(PartnerLinkDeclaration link, AnalysisInput subject) {
        return link.myRole().flatMap(role -> subject.wsdl()
                .partnerLinkType(link.partnerLinkType())
                .flatMap(type -> type.role(role))
                .flatMap(found -> found.portType()));
    }
}
