package io.soabench.start;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Service;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.generators.soap.SoapOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The testbed of a contract: a mock of the service, and clients that call one operation of it.
 */
final class ContractStart implements DraftContent {

    private static final String FOLDER = "wsdl";

    private final Path wsdl;

    ContractStart(Path wsdl) {
        this.wsdl = wsdl;
    }

    @Override
    public Filled fill(TestbedDraft draft, List<String> notes) throws StartRefusedException, IOException {
        SourceDocuments documents = SourceDocuments.of(wsdl, notes);
        documents.copyTo(draft, FOLDER);
        String document = FOLDER + "/" + documents.name(wsdl);
        WsdlDefinitions definitions = WsdlDefinitions.contract(draft.folder().resolve(document));
        UnaryOperator<String> wording = sentence -> documents.original(sentence, draft, FOLDER);
        PortType type = portType(definitions, wording);
        requireValidSchemas(definitions, wording, notes);
        Operation operation = StartOperation.of(type, definitions, notes);
        SoapPorts.PortDocument contract =
                new SoapPorts(draft, FOLDER, definitions, notes, List.of(Soap.V11, Soap.V12)).partner(type);
        boolean only = type.operations().size() == 1;
        String testbed = new UniqueNames().of(wsdl.getFileName().toString().replaceFirst("\\.[^.]*$", ""), "Service");
        StarterModelText text = new StarterModelText();
        text.head(
                testbed,
                "How does a mock of " + type.name().getLocalPart() + " answer " + operation.name() + "?",
                wsdl.getFileName().toString());
        text.lines(
                "// ---- The service: a mock that answers as the WSDL says, at once with the qualities below. It is what your clients can be",
                "// tried with before the real service is there, and what partners look like in the testbed of a process.");
        text.serviceType("Contract", contract.document(), contract.port());
        if (only) {
            text.service("service", "Contract", List.of(operation.name()), Optional.empty());
        } else {
            text.service(
                    "service",
                    "Contract",
                    List.of(),
                    Optional.of("operation \"" + operation.name()
                            + "\"   // what clients call here; the others are answered, too"));
        }
        samples(draft, contract, operation, notes);
        address(definitions, type)
                .ifPresent(url -> text.lines(
                        "// The real service, when it runs: a black box, which nobody starts or stops. Then say below: process in (service, real)",
                        "// process real { black box wsdl \"" + contract.document() + "\" at \"" + url + "\""
                                + (only ? "" : " operation \"" + operation.name() + "\"") + " }",
                        ""));
        text.data(true);
        text.lines("// ---- Machines and servers. A host without an address is this machine.", "host here");
        text.lines("server mocks : lean on here { serves service }", "");
        text.workloads(true);
        text.metrics("mocks");
        text.suite("case for process in (service), workload in (steady, arrivals)");
        draft.text(testbed + ".testbed", text.toString());
        return new Filled(testbed + ".testbed", List.of());
    }

    private PortType portType(WsdlDefinitions definitions, UnaryOperator<String> wording) throws StartRefusedException {
        if (!definitions.problems().isEmpty()) {
            throw refused(definitions.problems(), wording);
        }
        return definitions.services().stream()
                .flatMap(service -> service.ports().stream())
                .filter(port ->
                        port.binding().filter(each -> each.soap() != Soap.NONE).isPresent())
                .flatMap(port -> port.binding().flatMap(Binding::portType).stream())
                .filter(type -> !type.operations().isEmpty())
                .findFirst()
                .or(() -> definitions.portTypes().stream()
                        .filter(type -> !type.operations().isEmpty())
                        .findFirst())
                .orElseThrow(() -> new StartRefusedException(
                        wsdl + " describes no operation; name a WSDL document with a port type that has one"));
    }

    private StartRefusedException refused(List<Problem> problems, UnaryOperator<String> wording) {
        return new StartRefusedException(
                wsdl + " cannot be used: " + BrokenSchemas.listed(problems, wording) + "; correct it first");
    }

    /** Refuses schemas that are not valid. Of rules that hardly any program checks, a note is made. */
    private void requireValidSchemas(WsdlDefinitions definitions, UnaryOperator<String> wording, List<String> notes)
            throws StartRefusedException {
        Map<Boolean, List<Problem>> broken = definitions.brokenSchemaRules().stream()
                .collect(Collectors.partitioningBy(problem -> problem.code().equals("XSD-INVALID")));
        if (!broken.get(true).isEmpty()) {
            throw refused(broken.get(true), wording);
        }
        if (!broken.get(false).isEmpty()) {
            notes.add(BrokenSchemas.note(broken.get(false), wording));
        }
    }

    private static void samples(
            TestbedDraft draft, SoapPorts.PortDocument contract, Operation operation, List<String> notes)
            throws IOException {
        WsdlDefinitions alone = WsdlDefinitions.contract(draft.folder().resolve(contract.document()));
        for (Service service : alone.services()) {
            for (Port port : service.ports()) {
                for (SoapOperation each : SoapOperation.of(service, port)) {
                    if (each.name().equals(operation.name()) && matches(contract, port)) {
                        try {
                            draft.text(
                                    "data/request.xml",
                                    new MessageSamples(alone)
                                            .request(each, List.of())
                                            .text());
                        } catch (NoInstanceException e) {
                            notes.add("no request could be made from the WSDL (" + e.getMessage()
                                    + "); write data/request.xml yourself");
                            draft.text("data/request.xml", "<request/>\n");
                        }
                        return;
                    }
                }
            }
        }
    }

    private static boolean matches(SoapPorts.PortDocument contract, Port port) {
        return contract.port().map(port.name()::equals).orElse(true);
    }

    private static Optional<String> address(WsdlDefinitions definitions, PortType type) {
        return definitions.ports(type.name()).stream()
                .flatMap(each -> each.port().address().stream())
                .filter(url -> url.matches("https?://\\S+"))
                .findFirst();
    }
}
