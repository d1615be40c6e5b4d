package io.soabench.generators.cases;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.WsdlDefinitions.ServicePort;
import io.soabench.generators.output.Hashes;
import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.PortablePaths;
import io.soabench.generators.reading.PrescribedTrees;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.ProcessContract;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.generators.soap.MessageTemplates;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.languages.MessageContract;
import io.soabench.languages.ProcessFile;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Realisations;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.ProcessLanguage;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.ProcessFilePlan;
import io.soabench.plugin.Engine;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServiceOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The package of each white-box process for each server that runs it in some case (B10 §4.2). */
public final class ProcessPackages {

    private final CaseSet caseSet;
    private final ModelReading reading;
    private final Network network;
    private final ProblemCollector problems;
    /** The packages, by folder under the compiled testbed. */
    private final Map<String, Contents> packages = new LinkedHashMap<>();

    /** @param version the process that is packaged under the name of another, or itself */
    private record Contents(String process, String version, Server server, Engine engine, ProcessSource source) {}

    public ProcessPackages(CaseSet caseSet, Network network, ProblemCollector problems) {
        this.caseSet = caseSet;
        this.reading = caseSet.reading();
        this.network = network;
        this.problems = problems;
    }

    /** Finds the content of each package. */
    public void check() {
        for (ExpandedCase each : caseSet.cases()) {
            for (TestedProcess process : reading.called(each)) {
                caseSet.versions(each, process).forEach(version -> check(each, process, version));
            }
        }
    }

    /**
     * Returns the folder of a package under the compiled testbed.
     *
     * @param version the process that takes this place; the process itself for the first deployment
     */
    public static String folder(String server, String process, String version) {
        return "processes/" + server + "/" + process + (version.equals(process) ? "" : "." + version);
    }

    private void check(ExpandedCase each, TestedProcess named, TestedProcess process) {
        new CallbackCheck(caseSet, problems).check(each, named.name(), process);
        new ClientCallbackCheck(caseSet, problems).check(each, process);
        new BatchCheck(caseSet, problems).check(each, process);
        new SoapVersionCheck(reading, problems).check(each, process);
        new TlsCheck(reading, problems).check(each, process);
        if (process.contract().isPresent() && each.server().isPresent()) {
            Server server = each.server().get();
            if (!server.getType().isRunsProcesses() || !(reading.type(server) instanceof Engine engine)) {
                problems.add(
                        IssueCode.SERVER_DOES_NOT_RUN_PROCESSES,
                        server,
                        Literals.NAMED_ELEMENT__NAME,
                        "server \"" + server.getName() + "\" is of type \""
                                + server.getType().getName() + "\", which does not run processes; run \""
                                + process.name()
                                + "\" on an engine");
                return;
            }
            RegistryInquiry.of(server, caseSet, network, problems)
                    .flatMap(registry -> source(named.name(), process, server, each.placements(), registry))
                    .ifPresent(source -> add(each, new Contents(named.name(), process.name(), server, engine, source)));
        }
    }

    private void add(ExpandedCase each, Contents wanted) {
        Contents before =
                packages.putIfAbsent(folder(wanted.server().getName(), wanted.process(), wanted.version()), wanted);
        if (before != null && !before.source().equals(wanted.source())) {
            problems.add(
                    IssueCode.DEPLOY_DIFFERS,
                    each.testCase(),
                    null,
                    "in case " + each.name() + " other servers serve the partners of process \"" + wanted.version()
                            + "\" than in another case on server \""
                            + wanted.server().getName()
                            + "\"; give the process a second name for that case");
        }
    }

    /** Writes the packages of all processes, and returns the packages of each process for its engines. */
    public Map<String, Packaged> write(Path part) throws IOException {
        Map<String, Packaged> written = new LinkedHashMap<>();
        for (Map.Entry<String, Contents> each : packages.entrySet()) {
            Contents wanted = each.getValue();
            Path folder = Files.createDirectories(part.resolve(each.getKey()));
            wanted.engine().packageProcess(wanted.source(), folder);
            if (wanted.version().equals(wanted.process())) {
                written.computeIfAbsent(
                                wanted.process(), name -> new Packaged(new LinkedHashMap<>(), new LinkedHashMap<>()))
                        .add(wanted, each.getKey());
            }
        }
        return written;
    }

    /**
     * The packages of a process.
     *
     * @param folders under the compiled testbed, by server name
     * @param files that the engines run, by server name
     */
    public record Packaged(Map<String, String> folders, Map<String, ProcessFilePlan> files) {

        private void add(Contents contents, String folder) throws IOException {
            String server = contents.server().getName();
            folders.put(server, folder);
            files.put(server, file(contents));
        }

        private static ProcessFilePlan file(Contents contents) throws IOException {
            ProcessSource source = contents.source();
            String path = source.realisation().isEmpty() ? source.bpel() : source.realisation();
            String variant = contents.server().getVariant();
            return new ProcessFilePlan(
                    contents.server().getType().getLanguage().getLiteral(),
                    variant == null ? "" : variant,
                    path,
                    Hashes.of(source.documents().get(path)),
                    source.definition());
        }

        /**
         * Returns the files by server name where one of them is not a BPEL file; empty where all engines run the same
         * one.
         */
        public Map<String, ProcessFilePlan> differentFiles() {
            return files.values().stream().allMatch(each -> each.language().equals(ProcessLanguage.BPEL.getLiteral()))
                    ? Map.of()
                    : files;
        }
    }

    /**
     * Returns the source of a package.
     *
     * @param name the name of the process on the engine
     */
    private Optional<ProcessSource> source(
            String name, TestedProcess process, Server engine, Map<Service, Server> placements, String registry) {
        ProcessContract contract = process.contract().orElseThrow();
        Set<Path> files = new LinkedHashSet<>(contract.bpel().stream().toList());
        contract.wsdl().files().forEach(file -> files.add(Path.of(file)));
        List<ProcessSource.Provided> provided = new ArrayList<>();
        List<ProcessSource.Invoked> invoked = new ArrayList<>();
        for (ProcessContract.Link link : clientsFirst(process, contract.links())) {
            link.port()
                    .ifPresent(port -> provided.add(new ProcessSource.Provided(
                            link.name(),
                            port.service().name().getNamespaceURI(),
                            port.service().name().getLocalPart(),
                            port.port().name())));
            Optional<PartnerPlan> partner = process.partners().stream()
                    .filter(each -> each.link().equals(link.name()))
                    .findFirst();
            if (link.called().isPresent() && partner.isPresent()) {
                MockedService service = reading.service(partner.get().service()).orElseThrow();
                Optional<ServicePort> own = contract
                        .wsdl()
                        .ports(link.called().get().name())
                        .stream()
                        .findFirst();
                if (own.isEmpty()) {
                    files.addAll(service.wsdlFiles());
                }
                ServicePort port = own.orElse(service.port());
                Optional<String> address = address(service, partner.get().instance(), engine.getHost(), placements);
                if (address.isEmpty()) {
                    return Optional.empty();
                }
                invoked.add(invoked(link, port, address.get()));
            }
            if (link.name().equals(process.clientLink())) {
                // With WS-Addressing, each request carries the address for its answer, so the package needs none.
                process.callback()
                        .filter(answer -> !answer.plan().addressed())
                        .ifPresent(answer -> invoked.add(invoked(
                                link,
                                new ServicePort(
                                        answer.operation().service(),
                                        answer.operation().port()),
                                CallbackPlan.addressOf(name))));
            }
        }
        Optional<Realised> realised = realised(process, engine, invoked);
        if (realised.isEmpty()) {
            return Optional.empty();
        }
        realised.get().file().ifPresent(files::add);
        Path common = PortablePaths.common(files);
        Map<String, Path> documents = new TreeMap<>();
        files.forEach(file -> documents.put(
                PortablePaths.relative(common, file), file.toAbsolutePath().normalize()));
        return Optional.of(new ProcessSource(
                name,
                contract.bpel()
                        .map(bpel -> PortablePaths.relative(common, bpel))
                        .orElse(""),
                documents,
                contract.name().getNamespaceURI(),
                contract.name().getLocalPart(),
                provided,
                realised.get().invoked(),
                registry,
                realised.get()
                        .file()
                        .map(file -> PortablePaths.relative(common, file))
                        .orElse(""),
                realised.get().operations(),
                realised.get().definition().orElse(null)));
    }

    /** The part of a package that depends on the engine's language. */
    private record Realised(
            Optional<Path> file,
            List<ProcessSource.Invoked> invoked,
            List<ServiceOperation> operations,
            Optional<String> definition) {}

    private Optional<Realised> realised(TestedProcess process, Server engine, List<ProcessSource.Invoked> invoked) {
        WhiteBoxProcess model = (WhiteBoxProcess) process.model();
        if (Realisations.isBpel(model, engine)) {
            return Optional.of(new Realised(Optional.empty(), invoked, List.of(), Optional.empty()));
        }
        Optional<Realisation> written = Realisations.of(model, engine);
        if (written.isEmpty()) {
            problems.add(
                    IssueCode.REALISATION_MISSING,
                    process.model(),
                    Literals.NAMED_ELEMENT__NAME,
                    Realisations.missing(model, engine).orElseThrow());
            return Optional.empty();
        }
        Optional<Path> file = reading.context()
                .files()
                .find(
                        written.get(),
                        Literals.REALISATION__FILE,
                        written.get().getFile(),
                        "the file of process \"" + process.name() + "\"");
        return file.flatMap(path -> keeping(process, path, written.get(), invoked));
    }

    /** Returns the process with the operations of its contract, when the file keeps it. */
    private Optional<Realised> keeping(
            TestedProcess process, Path file, Realisation written, List<ProcessSource.Invoked> invoked) {
        try {
            ServiceOperation own = new MessageTemplates(process.messages()).of(process.operation());
            List<ProcessSource.Invoked> partners = new ArrayList<>();
            Map<String, Map<String, List<String>>> contract = new TreeMap<>();
            for (ProcessSource.Invoked each : invoked) {
                List<ServiceOperation> operations = operations(process, each.link());
                partners.add(new ProcessSource.Invoked(
                        each.link(), each.serviceNamespace(), each.service(), each.port(), each.address(), operations));
                Map<String, List<String>> values = new TreeMap<>();
                operations.forEach(operation ->
                        values.put(operation.name(), operation.input().names()));
                contract.put(each.link(), values);
            }
            ProcessFile document = reading.context().files().process(written, file);
            List<Problem> broken = new ArrayList<>(document.problems());
            broken.addAll(document.problems(new MessageContract(
                    own.name(),
                    own.input().names(),
                    Optional.ofNullable(own.output()).map(MessageTemplate::names),
                    contract)));
            if (broken.isEmpty()) {
                broken.addAll(PrescribedTrees.differences(document, process.calls(), contract.keySet()));
            }
            problems.add(IssueCode.ofFile(written.getLanguage()), broken);
            return broken.isEmpty()
                    ? Optional.of(new Realised(Optional.of(file), partners, List.of(own), document.chosen()))
                    : Optional.empty();
        } catch (NoInstanceException e) {
            problems.add(IssueCode.MESSAGE_WITHOUT_DEFAULT, written, Literals.REALISATION__FILE, e.getMessage());
            return Optional.empty();
        }
    }

    private List<ServiceOperation> operations(TestedProcess process, String link) throws NoInstanceException {
        Optional<MockedService> service = process.partners().stream()
                .filter(each -> each.link().equals(link))
                .findFirst()
                .flatMap(each -> reading.service(each.service()));
        List<ServiceOperation> operations = new ArrayList<>();
        if (service.isPresent()) {
            MessageTemplates templates = new MessageTemplates(service.get().messages());
            for (SoapOperation operation : service.get().operations()) {
                operations.add(templates.of(operation));
            }
        }
        return operations;
    }

    private static ProcessSource.Invoked invoked(ProcessContract.Link link, ServicePort port, String address) {
        return new ProcessSource.Invoked(
                link.name(),
                port.service().name().getNamespaceURI(),
                port.service().name().getLocalPart(),
                port.port().name(),
                address);
    }

    /** Returns the links in their order, but that of the clients before all others. */
    private static List<ProcessContract.Link> clientsFirst(TestedProcess process, List<ProcessContract.Link> links) {
        return links.stream()
                .sorted(Comparator.comparing(link -> !link.name().equals(process.clientLink())))
                .toList();
    }

    private Optional<String> address(MockedService service, int instance, Host from, Map<Service, Server> placements) {
        Server server = placements.get(service.model());
        return server == null
                ? Optional.empty()
                : new ServiceAddresses(reading)
                        .atRunTime(service, instance, server, network.relay(from, server), problems);
    }
}
