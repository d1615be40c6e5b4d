package io.soabench.agent.protocol;

import io.soabench.plan.Yielding;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.MetricSource.Asked;
import io.soabench.plugin.Placeholders;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All that one host must know of one repetition. Every placeholder of server types is replaced; paths are absolute and those of the host.
 *
 * @param token of the run: every process carries {@code SOABENCH_RUN=<token>}
 * @param instance what makes this repetition unique within the run
 * @param targets what the clients call; at least one
 * @param places where things are
 * @param limits what servers may do to the host
 * @param leaseMs after that time without a driver the repetition is over, whatever happened to it
 * @param addresses what {@code ${server.…}} and {@code ${callback.…}} mean in files that are copied, by the name between the braces
 * @param servers those of this host, in the order of their start
 * @param clients the load clients of this host
 * @param checks the functional checks if this host sends them; empty when another one does
 * @param sharing who shares the processors with the server under test; {@code null} when it is not on this machine
 */
public record HostPart(
        String token,
        String instance,
        List<Target> targets,
        Places places,
        Limits limits,
        long leaseMs,
        Map<String, String> addresses,
        List<Server> servers,
        List<Client> clients,
        List<Check> checks,
        Sharing sharing) {

    /** One on whose machine no server is under test. */
    public HostPart(
            String token,
            String instance,
            List<Target> targets,
            Places places,
            Limits limits,
            long leaseMs,
            Map<String, String> addresses,
            List<Server> servers,
            List<Client> clients,
            List<Check> checks) {
        this(token, instance, targets, places, limits, leaseMs, addresses, servers, clients, checks, null);
    }

    private static final Pattern CALLBACK = Pattern.compile("\\$\\{(callback\\.[^}]+)}");

    /**
     * Returns a text of a copied file with the addresses and ports of servers and of callbacks. Placeholders of servers that call nothing in
     * the repetition are replaced by nothing.
     *
     * @throws IllegalArgumentException when it names a server or port that is not in the repetition
     */
    public String filled(String text) {
        String called = CALLBACK.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(addresses.getOrDefault(found.group(1), "")));
        return Placeholders.servers(called, name -> addresses.get("server." + name + ".address"), port -> {
            int dot = port.lastIndexOf('.');
            String number = addresses.get("server." + port.substring(0, dot) + ".port." + port.substring(dot + 1));
            return number == null ? null : Integer.valueOf(number);
        });
    }

    /** Returns how long a server or load client has after SIGTERM, milliseconds; 0 when there is none of that name. */
    public long graceMs(String name) {
        for (Server server : servers) {
            if (server.name().equals(name)) {
                return server.graceMs();
            }
        }
        return clients.stream()
                .filter(client -> client.name().equals(name))
                .mapToLong(Client::graceMs)
                .findFirst()
                .orElse(0);
    }

    /**
     * What the clients call.
     *
     * @param process its name
     * @param endpoint its address
     */
    public record Target(String process, String endpoint) {}

    /**
     * Folders.
     *
     * @param root everything that is removed at the end of the repetition is in it
     * @param out what belongs to the run record of the repetition is written here, logs into {@code logs/<name>/}
     * @param disk a folder on the disk of which something must be left
     */
    public record Places(String root, String out, String disk) {}

    /**
     * Limits.
     *
     * @param logBytes what is kept of one server's output and logs
     * @param workBytes what one server may write into its folder
     * @param floorBytes what must be left of the disk
     * @param sampleMs interval between two observations of metrics
     */
    public record Limits(long logBytes, long workBytes, long floorBytes, long sampleMs) {}

    /**
     * What the server under test shares its machine with.
     *
     * @param tested its name
     * @param shared whether a load client or another server of the case is there, too
     * @param wish how it is to yield to them; {@code null}: as suits the machine
     */
    public record Sharing(String tested, boolean shared, Yielding wish) {}

    /**
     * A server.
     *
     * @param address at which it listens
     * @param ports by name, on which it will listen
     * @param placing what must be there before it starts
     * @param program what is started
     * @param ready when it takes deployments and requests
     * @param publish what it learns as a registry when all servers of the repetition are ready
     * @param deployments how each process gets onto it, those first that are deployed before anything is measured; none when it is not the
     *     server under test
     * @param statistics the request that reads its counters; {@code null} when it has none
     * @param graceMs how long it has after SIGTERM
     * @param logs glob patterns of files to keep, relative to its work folder
     * @param asked what it is asked while it runs; {@code null} when the model takes no metric of it
     */
    public record Server(
            String name,
            String address,
            Map<String, Integer> ports,
            Placing placing,
            Program program,
            Probe ready,
            List<Publishing> publish,
            List<Deployment> deployments,
            HttpAction statistics,
            long graceMs,
            List<String> logs,
            Asked asked) {}

    /**
     * What is placed for a server.
     *
     * @param root its folder; what is written below it counts as the server's
     * @param files texts by their path in its work folder
     * @param copies folders to copy
     * @param token file for a token that nobody else knows, or empty
     */
    public record Placing(String root, Map<String, String> files, List<Copy> copies, String token) {

        public Placing {
            token = token == null ? "" : token;
        }

        /** Without a token. */
        public Placing(String root, Map<String, String> files, List<Copy> copies) {
            this(root, files, copies, "");
        }
    }

    /** A folder to copy; {@code ${server.…}} in its files is replaced. */
    public record Copy(String from, String to) {}

    /**
     * A program to start.
     *
     * @param work the folder in which it is started; made when it is not there
     * @param environment what is added to that of the host
     * @param archives folder for archives of its classes; empty when none is made or used
     */
    public record Program(List<String> command, Map<String, String> environment, String work, String archives) {

        public Program {
            archives = archives == null ? "" : archives;
        }

        /** One that is started as it is. */
        public Program(List<String> command, Map<String, String> environment, String work) {
            this(command, environment, work, "");
        }
    }

    /**
     * A step that publishes a service instance in a registry.
     *
     * @param service path of the instance
     */
    public record Publishing(String service, HttpAction action) {}

    /**
     * How a process gets onto the server under test.
     *
     * @param process its name
     * @param version the process of the plan that runs under that name; itself, or another one that an event puts in its place
     * @param first whether it is deployed before anything is measured; else an event does it
     * @param deploy steps that place it
     * @param deployed when it answers; {@code null} when nobody knows
     * @param undeploy steps that take it away
     */
    public record Deployment(
            String process,
            String version,
            boolean first,
            List<HttpAction> deploy,
            Probe deployed,
            List<HttpAction> undeploy) {}

    /** A load client; its standard input and output are pipes. */
    public record Client(String name, Program program, long graceMs) {}

    /**
     * A functional check.
     *
     * @param name what users call it
     * @param target what must give the answer
     * @param request file of the message
     * @param uiid what stands for {@code ${uiid}} in it
     * @param soapAction without quotes
     * @param element expanded name of the answer's body element, or empty when any will do
     * @param timeoutMs how long the answer may take
     * @param event identity of the event after which it is sent; empty: before anything is measured
     * @param callback address of the load client of this host to which the process calls back, and which stands for {@code
     *     ${callback}} in the message; empty when the answer comes on the connection
     */
    public record Check(
            String name,
            Target target,
            String request,
            String uiid,
            String soapAction,
            String element,
            long timeoutMs,
            String event,
            String callback) {

        /** Returns whether the answer comes by a callback. */
        public boolean calledBack() {
            return !callback.isEmpty();
        }
    }
}
