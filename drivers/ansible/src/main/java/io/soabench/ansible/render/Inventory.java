package io.soabench.ansible.render;

import io.soabench.plan.HeaderPlan;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.DatabaseChoice;
import io.soabench.plugin.HostProgram;
import io.soabench.plugin.ServerType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The hosts of the model as Ansible knows them. A key is a path, as the model gives it; never its content. */
final class Inventory {

    private static final Set<String> RESERVED = Set.of("all", "ungrouped", "testbed");

    /** The form of a word in a command line of ssh that is not an option. */
    private static final Pattern WORD = Pattern.compile("[^\\s\\-'\"\\\\][^\\s'\"\\\\]*");

    private final Plan plan;
    private final Map<String, HostLayout> layouts;
    private final Map<String, Map<String, Integer>> ports;
    private final Map<String, ServerType> types;

    Inventory(
            Plan plan,
            Map<String, HostLayout> layouts,
            Map<String, Map<String, Integer>> ports,
            Map<String, ServerType> types) {
        this.plan = plan;
        this.layouts = layouts;
        this.ports = ports;
        this.types = types;
    }

    /** Returns one sentence for each host whose name or settings Ansible or SSH would misunderstand. */
    static List<String> problems(List<HostPlan> hosts) {
        List<String> problems = new ArrayList<>();
        for (HostPlan host : hosts) {
            if (RESERVED.contains(host.name()) || (host.name().equals("localhost") && !host.local())) {
                problems.add("host \"" + host.name() + "\" has a name that Ansible keeps for itself; give it another");
            }
            Map<String, String> words = new TreeMap<>(host.connection());
            words.put("address", host.address());
            words.forEach((name, word) -> {
                if (isGiven(word) && !WORD.matcher(word).matches()) {
                    problems.add("host \"" + host.name() + "\" has the " + name + " \"" + word
                            + "\"; it must be one word without quotation marks that does not begin with -");
                }
            });
            String port = host.connection().get("port");
            if (isGiven(port) && !port.matches("\\d{1,5}")) {
                problems.add("host \"" + host.name() + "\" has the port \"" + port + "\"; it must be a number");
            }
        }
        return problems;
    }

    Map<String, Object> all() {
        Map<String, Object> hosts = new LinkedHashMap<>();
        plan.hosts().forEach(host -> hosts.put(host.name(), host(host)));
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("hosts", hosts);
        group.put("vars", Map.of("ansible_python_interpreter", "/usr/bin/python3"));
        return Map.of("all", Map.of("children", Map.of("testbed", group)));
    }

    private Map<String, Object> host(HostPlan host) {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("ansible_host", host.address());
        if (host.local()) {
            of.put("ansible_connection", "local");
        }
        Map<String, String> connection = host.connection();
        if (isGiven(connection.get("port"))) {
            of.put("ansible_port", Integer.valueOf(connection.get("port")));
        }
        if (isGiven(connection.get("user"))) {
            of.put("ansible_user", connection.get("user"));
        }
        if (isGiven(connection.get("key"))) {
            of.put("ansible_ssh_private_key_file", connection.get("key"));
        }
        if (isGiven(connection.get("jump"))) {
            of.put("ansible_ssh_common_args", "-J " + connection.get("jump"));
        }
        of.put("soabench_directory", layouts.get(host.name()).directory());
        of.put("soabench_java", layouts.get(host.name()).java());
        of.put("soabench_ports", portsOf(host));
        Map<String, Object> secrets = secretsOf(host);
        if (!secrets.isEmpty()) {
            of.put("soabench_secrets", secrets);
        }
        List<Object> programs = programsOf(host);
        if (!programs.isEmpty()) {
            of.put("soabench_programs", programs);
        }
        return of;
    }

    /** Returns the programs that the servers of a host need there, each with the sentence on a host without it. */
    private List<Object> programsOf(HostPlan host) {
        List<Object> list = new ArrayList<>();
        for (ServerPlan server : plan.servers()) {
            ServerType type = types.get(server.type());
            if (type != null && server.host().equals(host.name())) {
                for (HostProgram program : type.hostPrograms(server.parameters())) {
                    Map<String, Object> of = new LinkedHashMap<>();
                    of.put("server", server.name());
                    of.put("command", program.command());
                    of.put("places", program.places());
                    of.put("missing", program.missing(server.name(), host.name()));
                    list.add(of);
                }
            }
        }
        return list;
    }

    /** Returns the names of the files and variables with the secrets that load clients and servers of a host need, and no secret. */
    private Map<String, Object> secretsOf(HostPlan host) {
        Stream<String> passwords = plan.cases().stream()
                .flatMap(of -> of.servers().stream())
                .map(plan::serverOf)
                .filter(server -> server.host().equals(host.name()))
                .map(server -> DatabaseChoice.secret(server.parameters()));
        List<HeaderPlan> secrets = plan.cases().stream()
                .filter(of ->
                        of.clients().stream().anyMatch(client -> client.host().equals(host.name())))
                .flatMap(of -> of.processes().stream())
                .flatMap(process -> plan.processOf(process).headers().stream())
                .filter(HeaderPlan::secret)
                .toList();
        Map<String, Object> places = new LinkedHashMap<>();
        put(places, "files", Stream.concat(passwords, secrets.stream().map(HeaderPlan::file)));
        put(places, "variables", secrets.stream().map(HeaderPlan::environment));
        return places;
    }

    private static void put(Map<String, Object> places, String kind, Stream<String> names) {
        List<String> given =
                names.filter(Inventory::isGiven).distinct().sorted().toList();
        if (!given.isEmpty()) {
            places.put(kind, given);
        }
    }

    private static boolean isGiven(String value) {
        return value != null && !value.isEmpty();
    }

    private List<Object> portsOf(HostPlan host) {
        List<Object> list = new ArrayList<>();
        for (ServerPlan server : plan.servers()) {
            if (server.host().equals(host.name())) {
                ports.get(server.name()).forEach((name, number) -> {
                    Map<String, Object> port = new LinkedHashMap<>();
                    port.put("server", server.name());
                    port.put("name", name);
                    port.put("address", host.address());
                    port.put("number", number);
                    list.add(port);
                });
            }
        }
        return list;
    }
}
