package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Fault;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.engine.bpel.syntax.Correlation;
import io.soabench.engine.bpel.syntax.Invoke;
import io.soabench.engine.bpel.syntax.Receipt;
import io.soabench.engine.bpel.syntax.Reply;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A resolver of the references of receive, reply, invoke and similar activities. */
final class ExchangeBinding {
    private final Build build;
    private final PartBindings parts;
    private final CorrelationBinding correlations;

    ExchangeBinding(Build build) {
        this.build = build;
        this.parts = new PartBindings(build);
        this.correlations = new CorrelationBinding(build);
    }

    /** A partner link, the port type of one of its roles, and an operation of it. */
    private record Endpoint(PartnerLink link, PortType portType, Operation operation) {}

    private Optional<Endpoint> endpoint(
            String linkName,
            Optional<QName> portType,
            String operation,
            boolean mine,
            boolean event,
            Location place,
            Names names) {
        Optional<PartnerLink> link = names.partnerLink(linkName);
        if (link.isEmpty()) {
            if (!linkName.isEmpty()) {
                build.problem(
                        event ? "SA00084" : "SA00010",
                        place.attribute("partnerLink"),
                        "partner link '" + linkName + "' is not declared here; declare it or correct the name");
            }
            return Optional.empty();
        }
        Optional<PortType> found = mine ? link.get().myPortType() : link.get().partnerPortType();
        if (found.isEmpty()) {
            Optional<String> role = mine ? link.get().myRole() : link.get().partnerRole();
            if (role.isEmpty()) {
                build.problem(
                        event ? "SA00084" : "SA00010",
                        place.attribute("partnerLink"),
                        "partner link '" + linkName + "' has no attribute '" + (mine ? "myRole" : "partnerRole")
                                + "', so it " + (mine ? "provides" : "offers") + " no operation '" + operation + "'");
            }
            return Optional.empty();
        }
        QName name = found.get().name();
        if (portType.isPresent() && !portType.get().equals(name)) {
            build.problems.add(
                    Leniency.OTHER_PORT_TYPES,
                    "SA00005",
                    place.attribute("portType"),
                    "port type '" + portType.get() + "' is not that of partner link '" + linkName + "', which is '"
                            + name + "'; correct or remove the attribute 'portType'");
        }
        Optional<Operation> declared = found.get().operation(operation);
        if (declared.isEmpty() && !operation.isEmpty()) {
            build.problem(
                    "SA00010",
                    place.attribute("operation"),
                    "port type '" + name + "' of partner link '" + linkName + "' has no operation '" + operation
                            + "'; correct the name");
        }
        return declared.map(d -> new Endpoint(link.get(), found.get(), d));
    }

    /** Returns a receipt of an event handler, with names as in the scope of the handler. */
    Optional<BoundReceipt> event(Receipt receipt, int activity, Names names) {
        return reception(receipt, activity, false, true, names);
    }

    /** Returns a receipt of a receive or pick. */
    Optional<BoundReceipt> reception(Receipt receipt, int activity, boolean createInstance, Names names) {
        return reception(receipt, activity, createInstance, false, names);
    }

    private Optional<BoundReceipt> reception(
            Receipt receipt, int activity, boolean createInstance, boolean event, Names names) {
        Location place = receipt.location();
        Optional<Endpoint> endpoint =
                endpoint(receipt.partnerLink(), receipt.portType(), receipt.operation(), true, event, place, names);
        Optional<Message> input = endpoint.flatMap(e -> e.operation().input());
        Optional<Variable> variable =
                receipt.variable().flatMap(name -> variable(name, "SA00058", place.attribute("variable"), names));
        input.ifPresent(message -> {
            if (!event) { // rule SA00087 is about the variables of events
                variable.ifPresent(v -> checkVariable(v, message, "SA00058", "input", place.attribute("variable")));
            }
            checkPresent(
                    message,
                    receipt.variable().isPresent() || receipt.hasFromParts(),
                    "'variable' or 'fromParts'",
                    place);
        });
        List<PartBinding> bindings = parts.from(receipt.fromParts(), receipt.hasFromParts(), input, place, names);
        List<BoundCorrelation> uses = correlations.ofMessage(receipt.correlations(), input, event, names);
        Optional<MessageExchange> exchange = correlations.exchange(receipt.messageExchange(), event, place, names);
        return endpoint.map(e -> new BoundReceipt(
                activity,
                e.link(),
                e.portType(),
                e.operation(),
                variable,
                bindings,
                uses,
                exchange,
                createInstance,
                place));
    }

    Optional<ReplyNode> reply(Reply reply, ActivityInfo info, Names names) {
        Location place = reply.location();
        Optional<Endpoint> endpoint =
                endpoint(reply.partnerLink(), reply.portType(), reply.operation(), true, false, place, names);
        endpoint.filter(e -> !e.operation().isRequestResponse())
                .ifPresent(
                        e -> build.problem(
                                "BPEL-OPERATION",
                                place,
                                "operation '" + reply.operation()
                                        + "' is one-way and cannot be replied to; remove the reply or give the operation an output"));
        Optional<Message> message = endpoint.flatMap(e -> replied(reply, e));
        Optional<Variable> variable =
                reply.variable().flatMap(name -> variable(name, "SA00058", place.attribute("variable"), names));
        message.ifPresent(m -> {
            variable.ifPresent(v -> checkVariable(
                    v, m, "SA00058", reply.faultName().isPresent() ? "fault" : "output", place.attribute("variable")));
            checkPresent(m, reply.variable().isPresent() || reply.hasToParts(), "'variable' or 'toParts'", place);
        });
        List<PartBinding> bindings = parts.to(reply.toParts(), reply.hasToParts(), message, place, names);
        List<BoundCorrelation> uses = correlations.ofMessage(reply.correlations(), message, false, names);
        Optional<MessageExchange> exchange = correlations.exchange(reply.messageExchange(), false, place, names);
        return endpoint.map(e -> new ReplyNode(
                info,
                e.link(),
                e.portType(),
                e.operation(),
                reply.faultName(),
                message,
                variable,
                bindings,
                uses,
                exchange));
    }

    private Optional<Message> replied(Reply reply, Endpoint endpoint) {
        if (reply.faultName().isEmpty()) {
            return endpoint.operation().output();
        }
        QName name = reply.faultName().get();
        Optional<Fault> fault =
                name.getNamespaceURI().equals(endpoint.portType().name().getNamespaceURI())
                        ? endpoint.operation().fault(name.getLocalPart())
                        : Optional.empty();
        if (fault.isEmpty()) {
            build.problem(
                    "BPEL-FAULT",
                    reply.location().attribute("faultName"),
                    "operation '" + reply.operation() + "' of port type '"
                            + endpoint.portType().name() + "' has no fault '" + name
                            + "'; name one of its faults, in the namespace of the port type");
        }
        return fault.flatMap(Fault::message);
    }

    Optional<InvokeNode> invoke(Invoke invoke, ActivityInfo info, Names names) {
        Location place = invoke.location();
        Optional<Endpoint> endpoint =
                endpoint(invoke.partnerLink(), invoke.portType(), invoke.operation(), false, false, place, names);
        Optional<Message> input = endpoint.flatMap(e -> e.operation().input());
        Optional<Message> output = endpoint.flatMap(e -> e.operation().output());
        Optional<Variable> inputVariable = invoke.inputVariable()
                .flatMap(name -> variable(name, "SA00048", place.attribute("inputVariable"), names));
        Optional<Variable> outputVariable = invoke.outputVariable()
                .flatMap(name -> variable(name, "SA00048", place.attribute("outputVariable"), names));
        input.ifPresent(m -> {
            inputVariable.ifPresent(v -> checkVariable(v, m, "SA00048", "input", place.attribute("inputVariable")));
            checkPresent(
                    m,
                    invoke.inputVariable().isPresent() || invoke.hasToParts(),
                    "'inputVariable' or 'toParts'",
                    place);
        });
        output.ifPresent(m -> {
            outputVariable.ifPresent(v -> checkVariable(v, m, "SA00048", "output", place.attribute("outputVariable")));
            checkPresent(
                    m,
                    invoke.outputVariable().isPresent() || invoke.hasFromParts(),
                    "'outputVariable' or 'fromParts'",
                    place);
        });
        checkOneWay(invoke, endpoint);
        List<PartBinding> toParts = parts.to(invoke.toParts(), invoke.hasToParts(), input, place, names);
        List<PartBinding> fromParts = parts.from(invoke.fromParts(), invoke.hasFromParts(), output, place, names);
        List<BoundCorrelation> uses = correlations.ofInvoke(invoke.correlations(), input, output, names);
        endpoint.ifPresent(e -> checkPatterns(invoke, e.operation()));
        return endpoint.map(e -> new InvokeNode(
                info, e.link(), e.portType(), e.operation(), inputVariable, outputVariable, toParts, fromParts, uses));
    }

    private void checkOneWay(Invoke invoke, Optional<Endpoint> endpoint) {
        endpoint.filter(e -> e.operation().isOneWay())
                .filter(e -> invoke.outputVariable().isPresent() || invoke.hasFromParts())
                .ifPresent(e -> build.problem(
                        "SA00047",
                        invoke.location(),
                        "operation '" + invoke.operation()
                                + "' is one-way and answers nothing; remove 'outputVariable' and 'fromParts'"));
    }

    private void checkPatterns(Invoke invoke, Operation operation) {
        for (Correlation correlation : invoke.correlations()) {
            Location place = correlation.location().attribute("pattern");
            if (correlation.pattern().isEmpty() && operation.isRequestResponse()) {
                build.problem(
                        "SA00046",
                        place,
                        "operation '" + operation.name()
                                + "' is request-response, so this correlation needs 'pattern'");
            } else if (correlation.pattern().isPresent() && !operation.isRequestResponse()) {
                String sentence =
                        "operation '" + operation.name() + "' is one-way, so this correlation must not have 'pattern'";
                if (correlation.pattern().get() == Correlation.Pattern.REQUEST) {
                    build.problems.add(Leniency.NEEDLESS_ATTRIBUTES, "SA00046", place, sentence);
                } else {
                    build.problem("SA00046", place, sentence);
                }
            }
        }
    }

    // ---- parts of exchanges

    private Optional<Variable> variable(String name, String code, Location place, Names names) {
        Optional<Variable> variable = names.variable(name);
        if (variable.isEmpty()) {
            build.problem(
                    build.isEventVariable(name) ? "SA00095" : code,
                    place,
                    "variable '" + name + "' is not declared here; declare it or correct the name");
        }
        return variable;
    }

    private void checkVariable(Variable variable, Message message, String code, String kind, Location place) {
        VariableType type = variable.type();
        boolean sameMessage = type instanceof MessageType && type.name().equals(message.name());
        boolean onlyElement = type instanceof ElementType
                && message.parts().size() == 1
                && message.parts().get(0).element().equals(Optional.of(type.name()));
        if (!sameMessage && !onlyElement && type != DataTypes.UNKNOWN) {
            build.problem(
                    code,
                    place,
                    "variable '" + variable.name() + "' of type '" + type.name() + "' does not fit the " + kind
                            + " message '" + message.name()
                            + "' of the operation; use a variable of that message type, or of the element of its only part");
        }
    }

    private void checkPresent(Message message, boolean present, String what, Location place) {
        if (!present && !message.parts().isEmpty()) {
            build.problem(
                    "SA00047", place, "message '" + message.name() + "' has parts, so " + what + " is needed here");
        }
    }
}
