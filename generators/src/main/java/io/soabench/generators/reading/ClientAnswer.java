package io.soabench.generators.reading;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientCallback;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.CallbackPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EStructuralFeature;

/**
 * The callback by which a process answers one-way requests of its clients (B10 §4.3).
 *
 * @param operation of the client
 * @param plan the data of the callback for load clients
 */
public record ClientAnswer(SoapOperation operation, CallbackPlan plan) {

    /** Returns the expanded name of the callback's body element, or empty when any will do. */
    public String element(DefaultMessages messages) {
        try {
            return messages.inputElement(operation);
        } catch (NoInstanceException e) {
            // A process computes what it sends; that no default exists does not matter.
            return "";
        }
    }

    /** Returns the value of the header {@code Action} of a request: that of SOAP, else that of the port type, else the default (WS-Addressing 1.0 Metadata, section 4.4). */
    public static String action(SoapOperation request) {
        if (!request.soapAction().isEmpty()) {
            return request.soapAction();
        }
        Optional<String> given = request.operation().inputActions().stream().findFirst();
        if (given.isPresent()) {
            return given.get();
        }
        QName portType = request.port()
                .binding()
                .flatMap(Binding::portType)
                .map(PortType::name)
                .orElse(request.service().name());
        String namespace = portType.getNamespaceURI();
        String separator = namespace.startsWith("urn:") ? ":" : "/";
        return namespace
                + (namespace.endsWith(separator) ? "" : separator)
                + portType.getLocalPart()
                + separator
                + request.operation().inputName().orElse(request.name());
    }

    /** Finds the callback of a model's process in its documents, and reports its defects. */
    public static final class Finding {

        private final Process model;
        private final ClientCallback callback;
        private final WsdlDefinitions wsdl;
        private final DefaultMessages messages;
        private final ProblemCollector problems;

        public Finding(Process model, WsdlDefinitions wsdl, DefaultMessages messages, ProblemCollector problems) {
            this.model = model;
            this.callback = model.getCallback();
            this.wsdl = wsdl;
            this.messages = messages;
            this.problems = problems;
        }

        /** Returns the answer of a deployed process: an operation of the partner's role of the link by which clients call it. */
        public Optional<ClientAnswer> of(PartnerLink link, SoapOperation request) {
            if (callback == null) {
                return Optional.empty();
            }
            Stream<SoapOperation> offered = link.partnerPortType().stream()
                    .flatMap(type -> wsdl.ports(type.name()).stream())
                    .flatMap(port -> SoapOperation.of(port.service(), port.port()).stream());
            return made(
                    request,
                    offered,
                    "no one-way operation that its partner link \"" + link.name()
                            + "\" calls at a SOAP port; give the link a partner role with it, and the port type a binding and a"
                            + " service");
        }

        /** Returns the answer of a process of which only the interface is known: an operation of another port. */
        public Optional<ClientAnswer> of(Port own, SoapOperation request) {
            if (callback == null) {
                return Optional.empty();
            }
            Stream<SoapOperation> offered = wsdl.services().stream().flatMap(service -> service.ports().stream()
                    .filter(port -> !port.equals(own)
                            && port.binding().map(Binding::soap).orElse(null) == Soap.V11)
                    .flatMap(port -> SoapOperation.of(service, port).stream()));
            return made(
                    request,
                    offered,
                    "no one-way operation of another SOAP 1.1 port of its WSDL; give one port that operation");
        }

        private Optional<ClientAnswer> made(SoapOperation request, Stream<SoapOperation> offered, String otherwise) {
            if (!request.oneWay()) {
                problem(
                        IssueCode.CLIENT_CALLBACK_POINTLESS,
                        Literals.CLIENT_CALLBACK__OPERATION,
                        "is answered on the connection of the request, since \"" + request.name()
                                + "\" has an output; take the callback out, or the output");
                return Optional.empty();
            }
            Optional<SoapOperation> operation = offered.filter(
                            each -> each.name().equals(callback.getOperation()) && each.oneWay())
                    .findFirst();
            if (operation.isEmpty()) {
                problem(
                        IssueCode.CLIENT_CALLBACK_UNKNOWN,
                        Literals.CLIENT_CALLBACK__OPERATION,
                        "answers by \"" + callback.getOperation() + "\", which is " + otherwise);
                return Optional.empty();
            }
            return Optional.of(new ClientAnswer(
                    operation.get(), new CallbackPlan(operation.get().name(), uiid(operation.get()))));
        }

        private List<String> uiid(SoapOperation operation) {
            if (callback.getUiidPath() == null) {
                return List.of();
            }
            List<String> path = new WsdlPaths(wsdl)
                    .steps(
                            callback.getUiidPath(),
                            callback,
                            Literals.CLIENT_CALLBACK__UIID_PATH,
                            "process \"" + model.getName() + "\", callback",
                            problems);
            try {
                RequestText.withPlaceholder(
                        RequestText.envelope(XmlText.element(messages.request(operation)), operation.soap()), path);
            } catch (NoInstanceException e) {
                // The messages of the operation are unknown, so the path cannot be checked.
                return path;
            } catch (BadRequestDataException e) {
                problem(
                        IssueCode.CLIENT_CALLBACK_PATH,
                        Literals.CLIENT_CALLBACK__UIID_PATH,
                        "answers by \"" + operation.name() + "\", whose message has no " + String.join("/", path)
                                + "; correct the path");
            }
            return path;
        }

        private void problem(IssueCode code, EStructuralFeature feature, String what) {
            problems.add(code, callback, feature, "process \"" + model.getName() + "\" " + what);
        }
    }
}
