package io.soabench.generators;

import io.soabench.model.testbed.ClosedWorkload;
import io.soabench.model.testbed.Comparison;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.Objective;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TargetKind;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.model.testbed.TextValue;
import io.soabench.model.testbed.Unit;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.WordValue;
import io.soabench.model.testbed.Workload;
import io.soabench.plugin.Database;
import io.soabench.plugin.DatabaseChoice;
import io.soabench.plugin.Engine;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Registry;
import io.soabench.plugin.Relay;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServiceSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.impl.ResourceImpl;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;

/**
 * A small testbed, made without the language: two processes, one partner, an engine, a mock host, a closed and an open
 * workload. Tests change what they are about before they compile it.
 */
final class ModelFixture {

    static final TestbedFactory MAKE = TestbedFactory.eINSTANCE;

    final Path folder;
    final Testbed testbed = MAKE.createTestbed();
    final Host host = MAKE.createHost();
    final ServiceType quote = MAKE.createServiceType();
    final Service quotes = MAKE.createService();
    final Server engine;
    final Server mocks;
    final WhiteBoxProcess sequential;
    final WhiteBoxProcess flow;
    final ClosedWorkload office = MAKE.createClosedWorkload();
    final OpenWorkload web = MAKE.createOpenWorkload();
    final TestSuite suite = MAKE.createTestSuite();
    final TestCase matrix = MAKE.createTestCase();

    /** Puts the documents of the example into a folder and makes a model beside them. */
    ModelFixture(Path folder) {
        this.folder = folder;
        copy(Path.of("src/test/resources/quickstart"), folder);
        Resource resource = new ResourceImpl(
                URI.createFileURI(folder.resolve("quickstart.testbed").toString()));
        new ResourceSetImpl().getResources().add(resource);
        resource.getContents().add(testbed);
        testbed.setName("quickstart");
        testbed.setTitle("Two processes, one partner");
        testbed.setSeed(42L);
        quote.setName("Quote");
        quote.setWsdl("wsdl/quote.wsdl");
        quotes();
        host.setName("here");
        engine = server("engine", "reference", true);
        mocks = server("mocks", "axis2", false);
        mocks.getServices().add(quotes);
        sequential = process("Sequential", "bpel/sequential.bpel");
        flow = process("FlowNoDep", "bpel/flow-no-dep.bpel");
        workloads();
        suite();
        testbed.getElements()
                .addAll(List.of(
                        quote,
                        quotes,
                        sequential,
                        flow,
                        host,
                        engine.getType(),
                        mocks.getType(),
                        engine,
                        mocks,
                        office,
                        web,
                        suite));
        metric();
    }

    /** Adds a registry of that name. */
    Server registry(String name) {
        Server registry = server(name, "juddi", false);
        registry.getType().setServesServices(false);
        registry.getType().setRegistersServices(true);
        testbed.getElements().addAll(List.of(registry.getType(), registry));
        return registry;
    }

    /** Adds a server of that name that keeps tables. */
    Server database(String name) {
        Server database = server(name, "tables", false);
        database.getType().setServesServices(false);
        testbed.getElements().addAll(List.of(database.getType(), database));
        return database;
    }

    /** Lets the engine keep its instances in that place. */
    void keep(String place) {
        ParameterDeclaration parameter = MAKE.createParameterDeclaration();
        parameter.setName("database");
        parameter.setKind(ParameterKind.TEXT);
        WordValue value = MAKE.createWordValue();
        value.setWord(place);
        parameter.setDefault(value);
        engine.getType().getParameters().add(parameter);
    }

    /** Lets servers of the type of a server speak TLS. */
    static void secure(Server server) {
        ParameterDeclaration parameter = MAKE.createParameterDeclaration();
        parameter.setName("tls");
        parameter.setKind(ParameterKind.BOOLEAN);
        WordValue value = MAKE.createWordValue();
        value.setWord("true");
        parameter.setDefault(value);
        server.getType().getParameters().add(parameter);
    }

    /** Adds an engine of the same type to the suite. */
    Server engine(String name) {
        Server another = MAKE.createServer();
        another.setName(name);
        another.setType(engine.getType());
        another.setHost(engine.getHost());
        testbed.getElements().add(another);
        matrix.getEngines().add(another);
        return another;
    }

    /** Adds a constant latency between two hosts, both ways. */
    void latency(Host from, Host to, String ms) {
        var constant = MAKE.createConstantDistribution();
        constant.setValue(quantity(ms, Unit.MILLISECOND));
        latency(from, to, true, constant);
    }

    /** Adds a latency. */
    void latency(Host from, Host to, boolean bothWays, Distribution time) {
        var latency = MAKE.createLatency();
        latency.setSource(from);
        latency.setTarget(to);
        latency.setBothWays(bothWays);
        latency.setTime(time);
        var network = MAKE.createNetwork();
        network.getLatencies().add(latency);
        testbed.getElements().add(network);
    }

    /** Lets the engine ask a registry for its partners. */
    void ask(String registry) {
        ParameterDeclaration parameter = MAKE.createParameterDeclaration();
        parameter.setName("registry");
        parameter.setKind(ParameterKind.TEXT);
        TextValue value = MAKE.createTextValue();
        value.setText(registry);
        parameter.setDefault(value);
        engine.getType().getParameters().add(parameter);
    }

    /** Adds published numbers from a file with that text. */
    void publish(String csv) throws IOException {
        Files.writeString(folder.resolve("published.csv"), csv);
        PublishedResults published = MAKE.createPublishedResults();
        published.setSubject("Engine 1.0");
        published.setSource("A paper, table 2");
        published.setFile("published.csv");
        testbed.getElements().add(published);
    }

    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void quotes() {
        quotes.setName("quotes");
        quotes.setType(quote);
        var time = MAKE.createResponseTime();
        var lognormal = MAKE.createLogNormalDistribution();
        lognormal.setMedian(quantity("8", Unit.MILLISECOND));
        lognormal.setSigma(quantity("0.5", Unit.NONE));
        time.setTime(lognormal);
        var reliability = MAKE.createReliability();
        var share = MAKE.createConstantDistribution();
        share.setValue(quantity("99.5", Unit.PERCENT));
        reliability.setShare(share);
        quotes.getQualities().addAll(List.of(time, reliability));
        var uiid = MAKE.createUiidFromMessage();
        uiid.setPath("q:request/q:id");
        uiid.setStep("q:request/q:step");
        quotes.setUiid(uiid);
    }

    private Server server(String name, String type, boolean runs) {
        var declared = MAKE.createServerType();
        declared.setName(type);
        declared.setRunsProcesses(runs);
        declared.setServesServices(!runs);
        PortDeclaration port = MAKE.createPortDeclaration();
        port.setName("http");
        declared.getPorts().add(port);
        ParameterDeclaration heap = MAKE.createParameterDeclaration();
        heap.setName("heap");
        heap.setKind(ParameterKind.SIZE);
        heap.setDefault(quantity("256", Unit.MEBIBYTE));
        declared.getParameters().add(heap);
        Server server = MAKE.createServer();
        server.setName(name);
        server.setType(declared);
        server.setHost(host);
        return server;
    }

    private WhiteBoxProcess process(String name, String bpel) {
        WhiteBoxProcess process = MAKE.createWhiteBoxProcess();
        process.setName(name);
        process.setBpel(bpel);
        process.setUiidPath("p:order/p:id");
        var partner = MAKE.createPartnerBinding();
        partner.setPartnerLink("quote");
        partner.setService(quotes);
        process.getPartners().add(partner);
        return process;
    }

    private void workloads() {
        office.setName("office");
        var clients = MAKE.createClientClass();
        clients.setClients(10);
        var think = MAKE.createNormalDistribution();
        think.setMean(quantity("200", Unit.MILLISECOND));
        think.setSd(quantity("50", Unit.MILLISECOND));
        clients.setThinkTime(think);
        office.getClasses().add(clients);
        web.setName("web");
        var arrivals = MAKE.createClientClass();
        arrivals.setRate(quantity("50", Unit.PER_SECOND));
        web.getClasses().add(arrivals);
    }

    private void suite() {
        suite.setName("Quick");
        suite.setRepeat(2);
        suite.setWarmUp(quantity("2", Unit.SECOND));
        suite.setMeasure(quantity("6", Unit.SECOND));
        matrix.getEngines().add(engine);
        matrix.setAllProcesses(true);
        matrix.setAllWorkloads(true);
        client(host);
        suite.getCases().add(matrix);
    }

    private void metric() {
        MetricType type = MAKE.createMetricType();
        type.setName("response-time");
        type.setUnit(Unit.SECOND);
        Metric metric = MAKE.createMetric();
        metric.setType(type);
        metric.setTargetKind(TargetKind.PROCESSES);
        metric.getStatistics().add(statistic("p99", null));
        metric.getStatistics().add(statistic("confidence", quantity("95", Unit.PERCENT)));
        Objective objective = MAKE.createObjective();
        objective.setMetric(type);
        objective.setStatistic(statistic("p99", null));
        objective.setComparison(Comparison.LESS);
        objective.setBound(quantity("250", Unit.MILLISECOND));
        suite.getObjectives().add(objective);
        testbed.getElements().addAll(List.of(type, metric));
    }

    /** A gauge whose total a counter gives, measured, and compared in both ways. */
    void countedMetric() {
        MetricType created = MAKE.createMetricType();
        created.setName("threads-created");
        created.setCounter(true);
        created.setUnit(Unit.NONE);
        MetricType threads = MAKE.createMetricType();
        threads.setName("threads");
        threads.setUnit(Unit.NONE);
        threads.setTotal(created);
        Metric metric = MAKE.createMetric();
        metric.setType(threads);
        metric.setTargetKind(TargetKind.ENGINES);
        for (String function : List.of("max", "total", "chart over time")) {
            metric.getStatistics().add(statistic(function, null));
        }
        testbed.getElements().addAll(List.of(created, threads, metric));
        suite.getObjectives().add(fewerThan50(threads, statistic("total", null)));
        suite.getObjectives().add(fewerThan50(created, null));
    }

    private static Objective fewerThan50(MetricType type, Statistic statistic) {
        Objective objective = MAKE.createObjective();
        objective.setMetric(type);
        objective.setStatistic(statistic);
        objective.setComparison(Comparison.LESS);
        objective.setBound(quantity("50", Unit.NONE));
        return objective;
    }

    private static Statistic statistic(String function, Quantity level) {
        Statistic statistic = MAKE.createStatistic();
        statistic.setFunction(function);
        statistic.setLevel(level);
        return statistic;
    }

    /** One more client host of the matrix. */
    void client(Host where) {
        var client = MAKE.createTestingClient();
        client.setHost(where);
        matrix.getClients().add(client);
    }

    /** One more host of the testbed. */
    Host host(String name) {
        Host more = MAKE.createHost();
        more.setName(name);
        testbed.getElements().add(more);
        return more;
    }

    /** Gives a workload data to send. */
    InstancePool send(Workload workload, Map<String, Integer> frequencies) {
        InstancePool pool = MAKE.createInstancePool();
        pool.setName("Orders");
        frequencies.forEach((file, frequency) -> {
            DataChunk chunk = MAKE.createDataChunk();
            chunk.setFile(file);
            chunk.setFrequency(BigDecimal.valueOf(frequency));
            pool.getChunks().add(chunk);
        });
        workload.getClasses().forEach(each -> each.setPool(pool));
        testbed.getElements().add(pool);
        return pool;
    }

    static Quantity quantity(String value, Unit unit) {
        Quantity quantity = MAKE.createQuantity();
        quantity.setValue(new BigDecimal(value));
        quantity.setUnit(unit);
        return quantity;
    }

    /** Server types that run nothing; packages are the documents and a file of addresses. */
    static Map<String, ServerType> types() {
        return types(true);
    }

    /** Server types whose service instances neither appear nor disappear, and whose processes stay as they are. */
    static Map<String, ServerType> rigid() {
        return types(false);
    }

    private static Map<String, ServerType> types(boolean changeable) {
        return Map.of(
                "reference",
                new EngineType("reference", changeable),
                "axis2",
                new MockHostType("axis2", changeable),
                "juddi",
                new RegistryType("juddi"),
                "tables",
                new DatabaseType("tables"));
    }

    private static final String SERVER = "${scheme}://${address}:${port:http}";
    private static final String SERVICE = SERVER + "/services/${service}";
    private static final Lifecycle.Probe READY = new Lifecycle.Probe("line:ready", 0, 1000);

    private static Lifecycle.Builder life() {
        return Lifecycle.of(List.of("true"), READY);
    }

    private static Lifecycle.HttpAction order(String method) {
        return new Lifecycle.HttpAction(method, SERVICE, "", "", List.of(200), 1000);
    }

    /** What all types have in common. */
    private interface Type extends ServerType {

        @Override
        default String licence() {
            return "Apache-2.0";
        }

        @Override
        default List<Program> programs() {
            return List.of();
        }
    }

    /** Writes what it is told into {@code addresses.txt}. */
    private record EngineType(String name, boolean changeable) implements Type, Engine {

        @Override
        public Lifecycle lifecycle() {
            Lifecycle.Builder life = life().deploys(
                            order("PUT"), READY, order("DELETE"), SERVER + "/processes/${process}")
                    .calledBack(SERVER + "/processes/${process}/${link}")
                    .callsClients(Lifecycle.Calling.REPLY_TO)
                    .batches(new Lifecycle.Batches(SERVER + "/batches/${process}", ""));
            return (changeable ? life.redeploys() : life).build();
        }

        @Override
        public String registryParameter() {
            return "registry";
        }

        @Override
        public DatabaseChoice database() {
            return DatabaseChoice.EMBEDDED_OR_SERVER;
        }

        @Override
        public void packageProcess(ProcessSource process, Path folder) throws IOException {
            for (Map.Entry<String, Path> document : process.documents().entrySet()) {
                Path file = folder.resolve(document.getKey());
                Files.createDirectories(file.getParent());
                Files.copy(document.getValue(), file);
            }
            StringBuilder addresses = new StringBuilder(process.bpel() + "\n");
            process.provided().forEach(each -> addresses.append(each).append('\n'));
            process.invoked().forEach(each -> addresses.append(each).append('\n'));
            addresses.append(process.registry().isEmpty() ? "" : process.registry() + "\n");
            Files.writeString(folder.resolve("addresses.txt"), addresses);
        }
    }

    /** Writes the names of what it is told into {@code service.aar}. */
    private record MockHostType(String name, boolean changeable) implements Type, MockHost {

        @Override
        public Lifecycle lifecycle() {
            Lifecycle.Builder life = life().serves(SERVICE, READY);
            return (changeable ? life.changes(order("PUT"), order("DELETE")) : life).build();
        }

        @Override
        public void packageService(ServiceSource service, Path folder) throws IOException {
            Files.writeString(
                    folder.resolve("service.aar"),
                    service.plan().path()
                            + service.documents().keySet()
                            + service.entries().keySet());
        }
    }

    private record DatabaseType(String name) implements Type, Database {

        @Override
        public Lifecycle lifecycle() {
            return life().build();
        }

        @Override
        public String jdbcAddress() {
            return "jdbc:tables://${address}:${port:http}/";
        }
    }

    private record RegistryType(String name) implements Type, Registry {

        @Override
        public Lifecycle lifecycle() {
            return life().registers(List.of(), SERVER + "/ask").build();
        }
    }

    /** What a relay does is no concern of the compiler. */
    record RelayType() implements Type, Relay {

        @Override
        public Lifecycle lifecycle() {
            return life().build();
        }
    }
}
