package io.soabench.engine.server.deploy;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.compile.UncompilableProcessException;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.OwnAddresses;
import io.soabench.engine.runtime.kernel.PartnerRegistry;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.RegisteredPartner;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.server.invoker.PartnerAddress;
import io.soabench.engine.server.request.Service;
import io.soabench.engine.server.request.ServiceDirectory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/**
 * The deployment and removal of processes. Thread-safe; one change at a time. The stages are: read the archive, check
 * and compile the process, store it in a durable engine, and replace the services in the directory.
 */
public final class Deployer {
    /** The form of the name of a deployment. */
    public static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

    private static final Pattern PATH = Pattern.compile("(/([A-Za-z0-9._~-]|%[0-9A-F]{2})+)+");

    private final ServiceDirectory directory;
    private final Supplier<String> baseUrl;
    private final boolean strict;
    private final Set<Leniency> accepted;
    private final Function<String, PartnerRegistry> registries;
    private final EngineClock clock;
    private final Secrets secrets;
    private final StoredVersions versions;
    private final HeapHeadroom headroom = new HeapHeadroom();
    private final Map<String, DeployedProcess> deployed = new TreeMap<>();

    /**
     * Makes a deployer without deployments.
     *
     * @param directory the directory of services to change
     * @param baseUrl the address of the request handler, without a slash at the end; read at each deployment
     * @param strict true to refuse {@link ProcessDefinition#TOLERABLE} problems, which otherwise become faults at run
     *     time
     * @param accepted the deviations from the standard that are warnings only
     * @param registries makes the registry of partners at an address
     * @param clock the time
     * @param secrets the secrets that descriptors may name
     */
    public Deployer(
            ServiceDirectory directory,
            Supplier<String> baseUrl,
            boolean strict,
            Set<Leniency> accepted,
            Function<String, PartnerRegistry> registries,
            EngineClock clock,
            Secrets secrets) {
        this(directory, baseUrl, strict, accepted, registries, clock, secrets, StoredVersions.NONE);
    }

    /**
     * Makes a deployer without deployments that stores its versions.
     *
     * @param directory the directory of services to change
     * @param baseUrl the address of the request handler, without a slash at the end; read at each deployment
     * @param strict true to refuse {@link ProcessDefinition#TOLERABLE} problems, which otherwise become faults at run
     *     time
     * @param accepted the deviations from the standard that are warnings only
     * @param registries makes the registry of partners at an address
     * @param clock the time
     * @param secrets the secrets that descriptors may name
     * @param versions the store of versions
     */
    public Deployer(
            ServiceDirectory directory,
            Supplier<String> baseUrl,
            boolean strict,
            Set<Leniency> accepted,
            Function<String, PartnerRegistry> registries,
            EngineClock clock,
            Secrets secrets,
            StoredVersions versions) {
        this.versions = versions;
        this.secrets = secrets;
        this.strict = strict;
        this.accepted = Set.copyOf(accepted);
        this.registries = registries;
        this.clock = clock;
        this.directory = directory;
        this.baseUrl = baseUrl;
    }

    /** Returns all deployments, sorted by name. */
    public synchronized Collection<DeployedProcess> deployed() {
        return List.copyOf(deployed.values());
    }

    /** Returns the deployment of a name; null if there is none. */
    public synchronized DeployedProcess deployed(String name) {
        return deployed.get(name);
    }

    /**
     * Deploys a process in place of the present deployment of the name. Running instances of the latter continue.
     *
     * @param name the name in the admin interface
     * @param entries the files of the archive by name
     * @throws RefusedDeploymentException with all problems; the present deployment stays then
     */
    public synchronized DeployedProcess deploy(String name, Map<String, byte[]> entries)
            throws RefusedDeploymentException {
        checkName(name);
        DeployedProcess present = deployed.get(name);
        if (present != null && versions.isCurrent(name, entries)) {
            return present;
        }
        checkHeadroom();
        DeployedProcess process = compile(name, entries);
        versions.store(name, entries, process.deployment());
        putIntoService(process);
        return process;
    }

    /**
     * Compiles a process as {@link #deploy} does, and deploys nothing.
     *
     * @param name the name in the admin interface
     * @param entries the files of the archive by name
     * @throws RefusedDeploymentException with all problems
     */
    public synchronized DeployedProcess check(String name, Map<String, byte[]> entries)
            throws RefusedDeploymentException {
        checkName(name);
        checkHeadroom();
        return compile(name, entries);
    }

    private static void checkName(String name) throws RefusedDeploymentException {
        if (!NAME.matcher(name).matches()) {
            throw new RefusedDeploymentException(
                    "NAME", "", "'" + name + "' is no name for a deployment; use letters, digits, '.', '_' and '-'");
        }
    }

    private void checkHeadroom() throws RefusedDeploymentException {
        String full = headroom.problem();
        if (full != null) {
            throw new RefusedDeploymentException("MEMORY", "", full);
        }
    }

    /**
     * Deploys a version that is stored, in place of the version before it: one of a previous start of the engine, or
     * one that the parent of replicas has stored.
     *
     * @param entries the files of the archive by name
     * @param version the number of the version
     * @param zone the time zone for times without one
     * @throws RefusedDeploymentException with all problems, if this engine is stricter than the one that has deployed
     *     the version
     */
    public synchronized DeployedProcess deployAgain(String name, Map<String, byte[]> entries, long version, ZoneId zone)
            throws RefusedDeploymentException {
        DeployedProcess process = compile(name, entries);
        process.deployment().stored(version, zone);
        putIntoService(process);
        return process;
    }

    /** Removes the current version of a name from service, as a previous start of the engine has done. */
    public synchronized void undeployAgain(String name) {
        removeFromService(deployed.remove(name));
    }

    /**
     * Undeploys a process. Its running instances continue.
     *
     * @return false if there is no deployment of that name
     */
    public synchronized boolean undeploy(String name) {
        DeployedProcess old = deployed.get(name);
        if (old == null) {
            return false;
        }
        versions.undeployed(old.deployment());
        deployed.remove(name);
        removeFromService(old);
        return true;
    }

    /** Stops all deployments from starting instances. Running instances continue and get their messages. */
    public synchronized void close() {
        deployed.values().forEach(process -> process.deployment().close());
    }

    private DeployedProcess compile(String name, Map<String, byte[]> entries) throws RefusedDeploymentException {
        Descriptor descriptor = Descriptor.read(entries);
        ProcessDefinition definition = ProcessDefinition.load(processFile(descriptor, entries), entries, accepted);
        ProcessModel model = model(definition);
        Problems warnings = new Problems(accepted);
        Program program;
        try {
            program = ProcessCompiler.compile(definition, entries, warnings);
        } catch (UncompilableProcessException e) {
            throw new RefusedDeploymentException(e.problems());
        }
        String path = descriptor.path(
                "/processes/" + OperationPaths.segment(program.name().name()));
        OperationPaths offers = new OperationPaths(path, program.provided());
        checkDescriptor(name, model, descriptor, offers.paths());
        String url = baseUrl.get() + path;
        List<String> addresses = addresses(model, definition, descriptor, warnings);
        Deployment deployment = new Deployment(
                name,
                program,
                addresses,
                registeredPartners(model, addresses, descriptor),
                headerLines(model, descriptor),
                new OwnAddresses(url, offers.addresses(baseUrl.get())));
        deployment.failAfterCrash(linksNotRepeated(model, descriptor));
        List<Service> services = offers.services(deployment, offered -> {
            PortType portType = model.partnerLinks()
                    .get(offered.get(0).partnerLink())
                    .myPortType()
                    .orElseThrow();
            String address = baseUrl.get() + offers.path(offered.get(0));
            return new WsdlDocuments(entries, definition, portType, offered, address).documents();
        });
        warnings.warnAll(definition.problems());
        warnings.warnAll(definition.warnings());
        return new DeployedProcess(deployment, definition, services, url, warnings.warnings());
    }

    private void putIntoService(DeployedProcess process) {
        String name = process.deployment().name();
        DeployedProcess old = deployed.get(name);
        if (old != null) {
            process.deployment().replaces(old.deployment());
        }
        deployed.put(name, process);
        // The services are replaced in one step before the old deployment is closed, so no request fails meanwhile.
        directory.replace(old == null ? List.of() : old.services(), process.services());
        if (old != null) {
            old.deployment().close();
        }
    }

    private void removeFromService(DeployedProcess old) {
        directory.remove(old.services());
        old.deployment().close();
    }

    private ProcessModel model(ProcessDefinition definition) throws RefusedDeploymentException {
        Optional<ProcessModel> model = definition.tolerantModel();
        if (model.isEmpty() || (strict && !definition.isValid())) {
            throw new RefusedDeploymentException(definition.problems());
        }
        return model.get();
    }

    /**
     * Returns the name of the file with the process: the one that the descriptor names, or else the only .bpel file.
     */
    private static String processFile(Descriptor descriptor, Map<String, byte[]> entries)
            throws RefusedDeploymentException {
        if (descriptor.process() != null) {
            if (!entries.containsKey(descriptor.process())) {
                throw new RefusedDeploymentException(
                        "DESCRIPTOR",
                        Descriptor.FILE,
                        "there is no file '" + descriptor.process() + "' in the archive");
            }
            return descriptor.process();
        }
        List<String> files =
                entries.keySet().stream().filter(name -> name.endsWith(".bpel")).toList();
        if (files.size() == 1) {
            return files.get(0);
        }
        throw new RefusedDeploymentException(
                Archive.CODE,
                "",
                files.isEmpty()
                        ? "the archive holds no .bpel file"
                        : "the archive holds several .bpel files; name one as 'process' in " + Descriptor.FILE);
    }

    /** Checks a descriptor against the process and the services of other deployments. */
    private void checkDescriptor(String name, ProcessModel model, Descriptor descriptor, List<String> paths)
            throws RefusedDeploymentException {
        List<Problem> problems = new ArrayList<>();
        linkProblems(model, descriptor, problems);
        addressProblems(descriptor, problems);
        pathProblems(name, paths, problems);
        if (!problems.isEmpty()) {
            throw new RefusedDeploymentException(problems);
        }
    }

    private static void linkProblems(ProcessModel model, Descriptor descriptor, List<Problem> problems) {
        List<String> links =
                model.partnerLinks().stream().map(PartnerLink::name).toList();
        List<String> named = new ArrayList<>(descriptor.partners().keySet());
        named.addAll(descriptor.registered());
        named.addAll(descriptor.headers().keySet());
        named.addAll(descriptor.afterCrash().keySet());
        for (String partner : named) {
            if (!links.contains(partner)) {
                problems.add(descriptorProblem("there is no partner link '" + partner + "' in the process"));
            }
        }
        for (PartnerLink link : model.partnerLinks()) {
            if (descriptor.registered().contains(link.name())
                    && link.partnerPortType().isEmpty()) {
                problems.add(
                        descriptorProblem("partner link '" + link.name() + "' has no partner role to be looked up"));
            }
        }
    }

    private static void addressProblems(Descriptor descriptor, List<Problem> problems) {
        List<String> addresses = new ArrayList<>(descriptor.partners().values());
        if (descriptor.registry() != null) {
            addresses.add(descriptor.registry().inquiry());
        }
        for (String address : addresses) {
            try {
                PartnerAddress.parse(address);
            } catch (IllegalArgumentException e) {
                problems.add(descriptorProblem(e.getMessage()));
            }
        }
    }

    private void pathProblems(String name, List<String> paths, List<Problem> problems) {
        for (String path : paths) {
            if (!PATH.matcher(path).matches()) {
                problems.add(descriptorProblem("'" + path + "' is no path; use one like /processes/Name"));
            }
            Service present = directory.service(path);
            if (present != null && !present.deployment().name().equals(name)) {
                problems.add(descriptorProblem("the path '" + path + "' is taken by deployment '"
                        + present.deployment().name() + "'; choose another one"));
            }
        }
    }

    private static Problem descriptorProblem(String message) {
        return new Problem("DESCRIPTOR", Descriptor.FILE, 0, 0, message);
    }

    /**
     * Returns the address of each partner link, by its index: that of the descriptor, or else that of the WSDL files.
     * It is empty for a partner that is looked up in a registry, and for one without an address.
     *
     * @param problems receives a warning for each address that cannot be called
     */
    private static List<String> addresses(
            ProcessModel model, ProcessDefinition definition, Descriptor descriptor, Problems problems)
            throws RefusedDeploymentException {
        List<String> addresses = new ArrayList<>();
        for (PartnerLink link : model.partnerLinks()) {
            String given = descriptor.partners().get(link.name());
            boolean lookedUp = descriptor.registered().contains(link.name());
            String address = given != null ? given : lookedUp ? "" : address(definition, link);
            addresses.add(address);
            reasonNotToCall(address)
                    .ifPresent(problem -> problems.warnAll(List.of(new Problem(
                            "ADDRESS",
                            link.location().file(),
                            link.location().line(),
                            link.location().column(),
                            "calls of partner link '" + link.name() + "' will fail: " + problem + ", in 'partners' of "
                                    + Descriptor.FILE + " or in its WSDL"))));
        }
        checkInitialAddresses(model, addresses, descriptor, problems);
        return addresses;
    }

    /** Returns the partners that are looked up in a registry, by the index of the partner link. */
    private Map<Integer, RegisteredPartner> registeredPartners(
            ProcessModel model, List<String> addresses, Descriptor descriptor) {
        Map<Integer, RegisteredPartner> registered = new TreeMap<>();
        for (PartnerLink link : model.partnerLinks()) {
            if (descriptor.registered().contains(link.name())) {
                QName portType = link.partnerPortType().orElseThrow().name();
                registered.put(
                        link.index(),
                        new RegisteredPartner(
                                addresses.get(link.index()),
                                new QualifiedName(portType.getNamespaceURI(), portType.getLocalPart()),
                                registries.apply(descriptor.registry().inquiry()),
                                clock));
            }
        }
        return registered;
    }

    /** Returns the lines of HTTP headers that calls of partners get, by the index of the partner link. */
    private Map<Integer, String> headerLines(ProcessModel model, Descriptor descriptor)
            throws RefusedDeploymentException {
        Map<Integer, String> headers = new TreeMap<>();
        List<Problem> problems = new ArrayList<>();
        for (PartnerLink link : model.partnerLinks()) {
            Map<String, PartnerHeader> headersOfLink = descriptor.headers().getOrDefault(link.name(), Map.of());
            try {
                headers.put(link.index(), PartnerHeaders.lines(link.name(), headersOfLink, secrets));
            } catch (IllegalArgumentException e) {
                problems.add(descriptorProblem(e.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw new RefusedDeploymentException(problems);
        }
        return headers;
    }

    /** Returns the partner links whose open calls fail after a crash, instead of being repeated. */
    private static Set<Integer> linksNotRepeated(ProcessModel model, Descriptor descriptor) {
        Set<Integer> links = new TreeSet<>();
        for (PartnerLink link : model.partnerLinks()) {
            if (descriptor.afterCrash().get(link.name()) == Descriptor.AfterCrash.FAIL) {
                links.add(link.index());
            }
        }
        return links;
    }

    /** Checks that each partner role that the engine must initialise (WS-BPEL 2.0, section 6.2) has an address. */
    private static void checkInitialAddresses(
            ProcessModel model, List<String> addresses, Descriptor descriptor, Problems problems)
            throws RefusedDeploymentException {
        for (PartnerLink link : model.partnerLinks()) {
            if (link.initializePartnerRole()
                    && addresses.get(link.index()).isEmpty()
                    && !descriptor.registered().contains(link.name())) {
                problems.add(
                        Leniency.MISSING_ADDRESSES,
                        "ADDRESS",
                        link.location(),
                        "partner link '" + link.name()
                                + "' is to be initialised, but its partner has no address; give one in"
                                + " 'partners' of " + Descriptor.FILE + " or a port in its WSDL");
            }
        }
        if (!problems.isEmpty()) {
            throw new RefusedDeploymentException(problems.list());
        }
    }

    /** Returns the reason why an address cannot be called; empty if it can be called, or if it is empty. */
    private static Optional<String> reasonNotToCall(String address) {
        try {
            if (!address.isEmpty()) {
                PartnerAddress.parse(address);
            }
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    /**
     * Returns the address of a port of the partner: the first one that can be called, or else the first one; empty if
     * there is none.
     */
    private static String address(ProcessDefinition definition, PartnerLink link) {
        List<String> addresses = link.partnerPortType().stream()
                .flatMap(portType -> definition.wsdl().ports(portType.name()).stream())
                .map(WsdlDefinitions.ServicePort::port)
                .filter(port -> port.binding().filter(Binding::isHttp).isEmpty())
                .flatMap(port -> port.address().stream())
                .toList();
        return addresses.stream()
                .filter(address -> reasonNotToCall(address).isEmpty())
                .findFirst()
                .orElse(addresses.isEmpty() ? "" : addresses.get(0));
    }
}
