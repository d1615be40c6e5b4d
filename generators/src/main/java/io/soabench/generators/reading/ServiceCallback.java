package io.soabench.generators.reading;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.tree.XmlTree;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Callback;
import io.soabench.model.testbed.CallbackCopy;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.UiidFromMessage;
import io.soabench.plan.MockPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** The message by which a mocked service answers one-way requests later. */
public final class ServiceCallback {

    private final Service model;
    private final Callback callback;
    private final WsdlDefinitions wsdl;
    private final DefaultMessages messages;
    private final ProblemCollector problems;

    private ServiceCallback(Service model, WsdlDefinitions wsdl, DefaultMessages messages, ProblemCollector problems) {
        this.model = model;
        this.callback = model.getCallback();
        this.wsdl = wsdl;
        this.messages = messages;
        this.problems = problems;
    }

    /**
     * The data of a callback for the mock.
     *
     * @param plan with an address that is to be filled for each instance
     * @param message the envelope with placeholders
     */
    public record Made(MockPlan.Callback plan, String message) {}

    /** Returns the callback of a service; empty when it has none, or after problems were added. */
    public static Optional<Made> of(
            Service model,
            WsdlDefinitions wsdl,
            Port port,
            List<SoapOperation> operations,
            DefaultMessages messages,
            ProblemCollector problems) {
        if (model.getCallback() == null) {
            return Optional.empty();
        }
        ServiceCallback making = new ServiceCallback(model, wsdl, messages, problems);
        List<SoapOperation> requests =
                operations.stream().filter(SoapOperation::oneWay).toList();
        if (requests.isEmpty()) {
            making.problem(
                    IssueCode.CALLBACK_POINTLESS,
                    "has no one-way operation at port \"" + port.name()
                            + "\", so that nothing is answered by a callback; take the callback out, or the output out of an operation");
            return Optional.empty();
        }
        return making.operation(port).flatMap(operation -> making.made(operation, requests));
    }

    private void problem(IssueCode code, String what) {
        problems.add(code, callback, Literals.CALLBACK__OPERATION, "service \"" + model.getName() + "\" " + what);
    }

    private Optional<SoapOperation> operation(Port own) {
        List<SoapOperation> found = wsdl.services().stream()
                .flatMap(service -> service.ports().stream()
                        .filter(each -> !each.equals(own)
                                && each.binding().map(Binding::soap).orElse(null) == Soap.V11)
                        .flatMap(each -> SoapOperation.of(service, each).stream())
                        .map(SoapOperation::bySoap11))
                .filter(each -> each.name().equals(callback.getOperation()))
                .toList();
        if (found.size() != 1) {
            problem(
                    IssueCode.CALLBACK_UNKNOWN,
                    "calls back by \"" + callback.getOperation() + "\", an operation of " + found.size()
                            + " other SOAP 1.1 ports of its WSDL; give one port that operation");
            return Optional.empty();
        }
        return Optional.of(found.get(0));
    }

    private Optional<Made> made(SoapOperation operation, List<SoapOperation> requests) {
        try {
            XmlTree envelope = messages.request(operation);
            String text = RequestText.envelope(XmlText.element(envelope));
            List<List<String>> sources = new ArrayList<>();
            for (Copy copy : copies(envelope)) {
                inAnyOf(requests, copy.source());
                text = RequestText.withPlaceholder(text, copy.target())
                        .replace(RequestText.PLACEHOLDER, MockPlan.Callback.placeholder(sources.size()));
                sources.add(copy.source());
            }
            return Optional.of(new Made(
                    new MockPlan.Callback(
                            operation.name(),
                            operation.soapAction(),
                            "",
                            "callbacks/" + operation.name() + ".xml",
                            sources),
                    text));
        } catch (NoInstanceException e) {
            problem(
                    IssueCode.MESSAGE_WITHOUT_DEFAULT,
                    "calls back by \"" + operation.name() + "\", of which no message can be made: " + e.getMessage());
        } catch (BadRequestDataException e) {
            problem(
                    IssueCode.CALLBACK_COPY,
                    "calls back by \"" + operation.name() + "\", but a message of its default form "
                            + e.getMessage().replaceFirst(", where.*", "") + "; correct the path of a copy");
        }
        return Optional.empty();
    }

    private record Copy(List<String> source, List<String> target) {}

    private List<Copy> copies(XmlTree envelope) {
        WsdlPaths paths = new WsdlPaths(wsdl);
        String where = "service \"" + model.getName() + "\", callback";
        List<Copy> copies = new ArrayList<>();
        for (CallbackCopy copy : callback.getCopies()) {
            copies.add(new Copy(
                    paths.steps(copy.getSource(), copy, Literals.CALLBACK_COPY__SOURCE, where, problems),
                    paths.steps(copy.getTarget(), copy, Literals.CALLBACK_COPY__TARGET, where, problems)));
        }
        if (!copies.isEmpty()) {
            return copies;
        }
        // Without a word the identifier is copied to the element of the same name.
        if (model.getUiid() instanceof UiidFromMessage uiid) {
            List<String> source = paths.steps(uiid.getPath(), uiid, Literals.UIID_FROM_MESSAGE__PATH, where, problems);
            if (!source.isEmpty()) {
                String last = source.get(source.size() - 1);
                List<List<String>> targets = new ArrayList<>();
                envelope.elements().forEach(body -> body.elements()
                        .forEach(element -> find(element, last.substring(last.indexOf('}') + 1), List.of(), targets)));
                if (targets.size() == 1) {
                    return List.of(new Copy(source, targets.get(0)));
                }
            }
        }
        problem(
                IssueCode.CALLBACK_COPY,
                "does not say what its callback has of the request, and no one element of it has the name of the one that carries the"
                        + " invocation identifier; add: copies \"<path in the request>\" to \"<path in the callback>\"");
        return List.of();
    }

    private static void find(XmlTree element, String local, List<String> above, List<List<String>> found) {
        List<String> path = new ArrayList<>(above);
        path.add(expanded(element.name()));
        if (element.name().getLocalPart().equals(local)) {
            found.add(path);
        }
        element.elements().forEach(child -> find(child, local, path, found));
    }

    private static String expanded(QName name) {
        return name.getNamespaceURI().isEmpty()
                ? name.getLocalPart()
                : "{" + name.getNamespaceURI() + "}" + name.getLocalPart();
    }

    /** Checks that one of the requests with that callback has the element that is copied. */
    private void inAnyOf(List<SoapOperation> requests, List<String> source)
            throws NoInstanceException, BadRequestDataException {
        BadRequestDataException missing = null;
        for (SoapOperation request : requests) {
            try {
                RequestText.withPlaceholder(
                        RequestText.envelope(XmlText.element(messages.request(request)), request.soap()), source);
                return;
            } catch (BadRequestDataException e) {
                missing = e;
            }
        }
        throw missing;
    }
}
