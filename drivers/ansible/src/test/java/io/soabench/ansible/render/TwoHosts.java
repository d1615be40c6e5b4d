package io.soabench.ansible.render;

import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.plan.CasePlan;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The testbed of fake programs on two hosts: the mocks and the load client on {@code h1}, the engine on {@code h2}. The door of
 * all tests of this package.
 */
final class TwoHosts {

    /** The only case. */
    static final String CASE = "office";

    private final Path compiled;
    private final Path programs;
    private List<HostPlan> hosts = List.of(
            host("h1", "10.77.0.11", Map.of("user", "root", "key", "~/.ssh/bench")),
            host("h2", "10.77.0.12", Map.of("port", "2222", "jump", "gate.example.org")));
    private String relayed = "";
    private String engine = "ok";
    private Map<String, List<Path>> classPaths;

    /** Compiles it into a folder. */
    TwoHosts(Path folder) {
        compiled = folder.resolve("compiled");
        programs = folder.resolve("programs");
        classPaths = Map.of(
                FakeTestbed.PROGRAM, List.of(jar("fake-1.jar"), jar("common-2.jar")),
                Driver.LOAD_CLIENT, List.of(jar("load-1.jar"), jar("common-2.jar")),
                Driver.AGENT, List.of(jar("agent-3.jar"), jar("common-2.jar")));
    }

    static HostPlan host(String name, String address, Map<String, String> connection) {
        return new HostPlan(name, address, false, new TreeMap<>(connection), "", "", Map.of("FROM_HOST", name));
    }

    TwoHosts hosts(HostPlan first, HostPlan second) {
        hosts = List.of(first, second);
        return this;
    }

    /** How the engine behaves, see {@code FakeServer}. */
    TwoHosts engine(String behaviour) {
        engine = behaviour;
        return this;
    }

    /** What the clients call instead of the engine. */
    TwoHosts relayed(String endpoint) {
        relayed = endpoint;
        return this;
    }

    /** With programs that run. */
    TwoHosts real() {
        classPaths = FakeTestbed.classPaths();
        return this;
    }

    TwoHosts classPaths(Map<String, List<Path>> paths) {
        classPaths = paths;
        return this;
    }

    Path compiled() {
        return compiled;
    }

    Driver.Request request() {
        return request(plan -> plan);
    }

    Driver.Request request(UnaryOperator<Plan> change) {
        FakeTestbed fake = new FakeTestbed(compiled).check().add(CASE, engine, "ok");
        Plan plan = change.apply(onTwoHosts(fake.plan()));
        return new Driver.Request(
                plan, compiled, compiled.resolveSibling("run"), fake.types(), classPaths, Map.of("soabench", "test"));
    }

    /** Renders it to {@code compiled/ansible}. */
    Path render() {
        Path folder = compiled.resolve("ansible");
        new AnsibleFolder(request(), AnsibleFolder.Options.STANDARD).write(folder);
        return folder;
    }

    private Plan onTwoHosts(Plan plan) {
        List<ServerPlan> servers = plan.servers().stream()
                .map(s -> new ServerPlan(
                        s.name(),
                        s.type(),
                        hosts.get(s.name().equals("mocks") ? 0 : 1).name(),
                        new TreeMap<>(s.parameters()),
                        s.ports(),
                        s.serves()))
                .toList();
        List<CasePlan> cases = plan.cases().stream().map(this::fromFirstHost).toList();
        return with(plan, hosts, servers, cases);
    }

    private CasePlan fromFirstHost(CasePlan c) {
        return c.withClients(c.clients().stream()
                .map(client -> client.withHost(hosts.get(0).name()).withEndpoints(relayed(c)))
                .toList());
    }

    private Map<String, String> relayed(CasePlan c) {
        return relayed.isEmpty() ? Map.of() : Map.of(c.subject(), relayed);
    }

    static Plan with(Plan plan, List<HostPlan> hosts, List<ServerPlan> servers, List<CasePlan> cases) {
        return plan.withHosts(hosts).withServers(servers).withCases(cases, plan.order());
    }

    private Path jar(String name) {
        Path jar = programs.resolve(name);
        try {
            Files.createDirectories(programs);
            return Files.writeString(jar, "content of " + name + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
