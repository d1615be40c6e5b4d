package io.soabench.model;

import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Import;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Latency;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.Network;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.Report;
import io.soabench.model.testbed.ReportFormat;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.resource.Resource;

/**
 * A testbed together with everything that it imports, directly or not. Imported files come first, in the order of the import
 * statements; each file counts once. Imports are looked up in the resource set of the root and not loaded: a file that is
 * missing there is left out.
 */
public final class WholeTestbed {

    private final Testbed root;
    private final List<Testbed> files;
    private volatile Map<Service, Server> served;
    private final Map<Class<?>, List<?>> byType = new ConcurrentHashMap<>();

    private WholeTestbed(Testbed root, List<Testbed> files) {
        this.root = root;
        this.files = files;
    }

    /** Returns the testbed of a root file and what it imports. */
    public static WholeTestbed of(Testbed root) {
        Set<Testbed> files = new LinkedHashSet<>();
        collect(root, files, new LinkedHashSet<>());
        return new WholeTestbed(root, List.copyOf(files));
    }

    private static void collect(Testbed file, Set<Testbed> files, Set<Testbed> open) {
        if (!open.add(file)) {
            return;
        }
        for (Import statement : file.getImports()) {
            Testbed imported = imported(statement);
            if (imported != null) {
                collect(imported, files, open);
            }
        }
        files.add(file);
    }

    /** Returns the file that an import statement names, or null when it is not in the resource set of the statement. */
    public static Testbed imported(Import statement) {
        Resource resource = statement.eResource();
        URI uri = uri(statement);
        if (uri == null || resource.getResourceSet() == null) {
            return null;
        }
        Resource other = resource.getResourceSet().getResource(uri, false);
        return other != null
                        && !other.getContents().isEmpty()
                        && other.getContents().get(0) instanceof Testbed testbed
                ? testbed
                : null;
    }

    /** Returns the absolute address of the file that an import statement names, or null when it names none. */
    public static URI uri(Import statement) {
        Resource resource = statement.eResource();
        if (resource == null
                || statement.getImportURI() == null
                || statement.getImportURI().isEmpty()) {
            return null;
        }
        URI relative = URI.createURI(URI.encodeFragment(statement.getImportURI(), false));
        return relative.isRelative() && resource.getURI().isHierarchical()
                ? relative.resolve(resource.getURI())
                : relative;
    }

    /** Returns the root file. */
    public Testbed root() {
        return root;
    }

    /** Returns all files, imported ones first. */
    public List<Testbed> files() {
        return files;
    }

    /** Returns all elements of a type that there are when it is asked for the first time, in the order of the files and of the text. */
    @SuppressWarnings("unchecked") // The method collect makes each list for its type.
    public <T extends TestbedElement> List<T> all(Class<T> type) {
        return (List<T>) byType.computeIfAbsent(type, any -> collect(type));
    }

    private <T extends TestbedElement> List<T> collect(Class<T> type) {
        List<T> result = new ArrayList<>();
        for (Testbed file : files) {
            for (TestbedElement element : file.getElements()) {
                if (type.isInstance(element)) {
                    result.add(type.cast(element));
                }
            }
        }
        return Collections.unmodifiableList(result);
    }

    /** Returns, of each service that servers declare to serve, the first of them. */
    public Map<Service, Server> served() {
        if (served == null) {
            Map<Service, Server> first = new LinkedHashMap<>();
            servers().forEach(server -> server.getServices().forEach(service -> first.putIfAbsent(service, server)));
            served = Collections.unmodifiableMap(first);
        }
        return served;
    }

    /** Returns the seed of every random stream: of the root file. */
    public long seed() {
        return root.getSeed() == null ? Defaults.SEED : root.getSeed();
    }

    public List<ServiceType> serviceTypes() {
        return all(ServiceType.class);
    }

    public List<Service> services() {
        return all(Service.class);
    }

    public List<Process> processes() {
        return all(Process.class);
    }

    public List<InstancePool> pools() {
        return all(InstancePool.class);
    }

    public List<Host> hosts() {
        return all(Host.class);
    }

    /** Returns the latencies of all networks. */
    public List<Latency> latencies() {
        return all(Network.class).stream()
                .flatMap(network -> network.getLatencies().stream())
                .toList();
    }

    public List<Server> servers() {
        return all(Server.class);
    }

    /** Returns the servers whose type runs processes. */
    public List<Server> engines() {
        return servers().stream()
                .filter(server -> server.getType() != null && server.getType().isRunsProcesses())
                .toList();
    }

    public List<Workload> workloads() {
        return all(Workload.class);
    }

    public List<Metric> metrics() {
        return all(Metric.class);
    }

    /** Returns the suites that are run as they stand there: those whose load is searched for are {@link #explorations}. */
    public List<TestSuite> suites() {
        return all(TestSuite.class).stream()
                .filter(suite -> !(suite instanceof Exploration))
                .toList();
    }

    public List<Exploration> explorations() {
        return all(Exploration.class);
    }

    public List<Profile> profiles() {
        return all(Profile.class);
    }

    /** Returns the profile of that name. */
    public Optional<Profile> profile(String name) {
        return profiles().stream()
                .filter(profile -> profile.getName().equals(name))
                .findFirst();
    }

    /** Returns the profile that holds when none is named. */
    public Optional<Profile> defaultProfile() {
        return profiles().stream().filter(Profile::isDefault).findFirst();
    }

    public List<Event> events() {
        return all(Event.class);
    }

    public List<PublishedResults> published() {
        return all(PublishedResults.class);
    }

    /** Returns the report formats of all report elements, each once; the default when there is no such element. */
    public List<ReportFormat> reportFormats() {
        List<ReportFormat> formats = all(Report.class).stream()
                .flatMap(report -> report.getFormats().stream())
                .distinct()
                .toList();
        return formats.isEmpty() ? Defaults.REPORT_FORMATS : formats;
    }
}
