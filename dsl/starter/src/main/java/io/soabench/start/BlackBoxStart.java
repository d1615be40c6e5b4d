package io.soabench.start;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.contracts.wsdl.WsdlDefinitions.ServicePort;
import io.soabench.generators.soap.SoapOperation;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The testbed of a service that runs: clients that call it where it is. */
final class BlackBoxStart implements DraftContent {

    private static final String FOLDER = "wsdl";

    private final URI url;
    private final FetchedDescription description;

    BlackBoxStart(FetchedDescription description) {
        this.url = description.service();
        this.description = description;
    }

    @Override
    public Filled fill(TestbedDraft draft, List<String> notes) throws StartRefusedException, IOException {
        SourceDocuments documents = SourceDocuments.of(description.document(), notes);
        documents.copyTo(draft, FOLDER);
        String document = FOLDER + "/" + documents.name(description.document());
        WsdlDefinitions definitions = WsdlDefinitions.contract(draft.folder().resolve(document));
        UnaryOperator<String> wording =
                sentence -> description.withAddresses(documents.original(sentence, draft, FOLDER));
        ServicePort port = port(definitions, wording);
        BrokenSchemas.note(definitions, wording, notes);
        PortType type = port.port().binding().flatMap(Binding::portType).orElseThrow();
        Operation operation = StartOperation.of(type, definitions, notes);
        String process = new UniqueNames("here").of(port.service().name().getLocalPart(), "Service");
        StarterModelText text = new StarterModelText();
        String testbed = UniqueNames.plain(process);
        text.head(testbed, "How quickly does " + process + " answer, and how much load does it hold?", url.toString());
        text.lines(
                "// ---- The service under test: it runs already, and is neither started nor stopped. What its own work costs is not known;",
                "// response times are. It gets real requests: be sure that it may be loaded.");
        boolean only = type.operations().size() == 1;
        Optional<String> identified = samples(draft, definitions, port, operation, notes);
        text.lines(
                "process " + process + " {",
                "    black box wsdl \"" + document + "\"" + named(port, definitions) + " at \"" + url + "\"");
        if (!only) {
            text.lines("    operation \"" + operation.name() + "\"");
        }
        identified.ifPresent(path ->
                text.lines("    uiid to \"" + path + "\"   // each request has an identifier of its own there"));
        if (operation.isRequestResponse()) {
            text.lines(
                    "    // Before it is measured, it must answer what is right. So far any answer of the right kind is: write the right one",
                    "    // into data/answer.xml, where ${uiid} stands for the identifier, and let it count:",
                    "    // check \"data/request.xml\" answers \"data/answer.xml\"");
        }
        text.lines("}", "");
        text.data(true);
        text.lines("// ---- Where the clients are. A host without an address is this machine.", "host here", "");
        text.workloads(true);
        text.metrics("");
        text.suite("case for process in (" + process + "), workload in (steady, arrivals)");
        draft.text(testbed + ".testbed", text.toString());
        return new Filled(testbed + ".testbed", List.of());
    }

    private ServicePort port(WsdlDefinitions definitions, UnaryOperator<String> wording) throws StartRefusedException {
        if (!definitions.problems().isEmpty()) {
            throw new StartRefusedException("the description at " + description.address() + " cannot be used: "
                    + BrokenSchemas.listed(definitions.problems(), wording));
        }
        List<ServicePort> ports = Stream.of(Soap.V11, Soap.V12)
                .flatMap(version -> definitions.services().stream().flatMap(service -> service.ports().stream()
                        .filter(port -> isCallable(port, version))
                        .map(port -> new ServicePort(service, port))))
                .toList();
        Optional<ServicePort> found = ports.stream()
                .filter(each -> isThere(each.port()))
                .findFirst()
                .or(() -> ports.stream().findFirst());
        if (found.isPresent()) {
            return found.get();
        }
        throw new StartRefusedException(
                "the description at " + description.address() + " has no port with a SOAP binding, which clients need");
    }

    private static boolean isCallable(Port port, Soap version) {
        return port.binding()
                .filter(each -> each.soap() == version)
                .flatMap(Binding::portType)
                .filter(type -> !type.operations().isEmpty())
                .isPresent();
    }

    /** Returns whether a port has the path of the service. Its host may be another one, such as that behind a proxy. */
    private boolean isThere(Port port) {
        try {
            return port.address()
                    .map(each -> URI.create(each.strip()).getPath())
                    .filter(path -> path.equals(url.getPath()))
                    .isPresent();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the words that name a port where its document has several of one version of SOAP. */
    private static String named(ServicePort chosen, WsdlDefinitions definitions) {
        long same = definitions.services().stream()
                .flatMap(service -> service.ports().stream())
                .filter(port ->
                        port.location().file().equals(chosen.port().location().file()))
                .filter(port -> isCallable(
                        port, chosen.port().binding().map(Binding::soap).orElse(Soap.NONE)))
                .count();
        return same > 1 ? " port \"" + chosen.port().name() + "\"" : "";
    }

    private static Optional<String> samples(
            TestbedDraft draft, WsdlDefinitions wsdl, ServicePort port, Operation operation, List<String> notes)
            throws IOException {
        SoapOperation called = SoapOperation.of(port.service(), port.port()).stream()
                .filter(each -> each.name().equals(operation.name()))
                .findFirst()
                .orElseThrow();
        MessageSamples samples = new MessageSamples(wsdl);
        try {
            MessageSamples.Sample request = samples.request(called, List.of());
            draft.text("data/request.xml", request.text());
            if (!called.oneWay()) {
                draft.text("data/answer.xml", samples.answer(called));
            }
            return MessagePaths.path(request.identified(), wsdl);
        } catch (NoInstanceException e) {
            notes.add(
                    "no request could be made from the WSDL (" + e.getMessage() + "); write data/request.xml yourself");
            draft.text("data/request.xml", "<request/>\n");
            return Optional.empty();
        }
    }
}
