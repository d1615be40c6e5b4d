package io.soabench.agent.protocol;

import io.soabench.plan.HeaderPlan;
import io.soabench.plan.RequestForm;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.SoapVersion;
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
 * The part of one repetition that one host carries out, as data. Every placeholder of server types is replaced; paths are absolute and those of the host.
 *
 * @param token of the run: every process carries {@code SOABENCH_RUN=<token>}
 * @param instance identifier of the repetition within the run
 * @param targets the processes that clients call; at least one
 * @param places the folders
 * @param limits limits of the servers
 * @param leaseMs time without a driver after which the repetition is ended
 * @param addresses values of {@code ${server.…}} and {@code ${callback.…}} in copied files, by the name between the braces
 * @param servers those of this host, in the order of their start
 * @param clients the load clients of this host
 * @param checks the functional checks if this host sends them; empty when another one does
 * @param sharing the programs that share the processors with the server under test; {@code null} when it is not on this machine
 * @param authority certificate of the run's authority, in the PEM format; empty when no server of the case speaks TLS
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
        Sharing sharing,
        String authority) {

    /** The file in {@link Places#root} with the certificate of the run's authority. */
    public static final String AUTHORITY_FILE = "authority.pem";

    public HostPart {
        authority = authority == null ? "" : authority;
    }

    /** Creates a part for a machine without a server under test, of a case without TLS. */
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
        this(token, instance, targets, places, limits, leaseMs, addresses, servers, clients, checks, null, "");
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
     * A process that clients call.
     *
     * @param process its name
     * @param endpoint its address
     */
    public record Target(String process, String endpoint) {}

    /**
     * The folders of a repetition.
     *
     * @param root folder that is removed at the end of the repetition
     * @param out folder for the run record of the repetition, with logs in {@code logs/<name>/}
     * @param disk a folder on the disk that must keep free space
     */
    public record Places(String root, String out, String disk) {}

    /**
     * The limits of the servers of a repetition.
     *
     * @param logBytes greatest size of one server's output and logs
     * @param workBytes greatest size of one server's folder
     * @param floorBytes least free space of the disk
     * @param sampleMs interval between two observations of metrics
     */
    public record Limits(long logBytes, long workBytes, long floorBytes, long sampleMs) {}

    /**
     * The sharing of a machine between the server under test and other programs.
     *
     * @param tested its name
     * @param shared whether a load client or another server of the case is there, too
     * @param wish the requested way of sharing; {@code null}: chosen for the machine
     */
    public record Sharing(String tested, boolean shared, Yielding wish) {}

    /**
     * A server.
     *
     * @param address address at which it listens
     * @param ports its ports by name
     * @param placing the files that it needs before its start
     * @param program the program to start
     * @param ready condition under which it takes deployments and requests
     * @param publish instances that are published in it, if it is a registry, when all servers are ready
     * @param deployments deployment of each process, those before the measurement first; none for a server that is not
     *     under test
     * @param statistics the request that reads its counters; {@code null} when it has none
     * @param graceMs time to end after SIGTERM
     * @param logs glob patterns of files to keep, relative to its work folder
     * @param asked the request for its metrics; {@code null} when the model takes no metric of it
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
     * The files that are placed for a server.
     *
     * @param root its folder, whose size is limited
     * @param files texts by their path in its work folder
     * @param copies folders to copy
     * @param token file for a secret token, or empty
     * @param identity certificate and private key of a server that speaks TLS; {@code null} for others. An identity that is not made
     *     is refused
     */
    public record Placing(
            String root, Map<String, String> files, List<Copy> copies, String token, ServerIdentity identity) {

        public Placing {
            token = token == null ? "" : token;
        }

        /** Creates a placing for a server without TLS. */
        public Placing(String root, Map<String, String> files, List<Copy> copies, String token) {
            this(root, files, copies, token, null);
        }

        /** Creates a placing without a token. */
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
     * @param environment variables that are added to those of the host
     * @param archives folder for archives of its classes; empty when none is made or used
     */
    public record Program(List<String> command, Map<String, String> environment, String work, String archives) {

        public Program {
            archives = archives == null ? "" : archives;
        }

        /** Creates a program without archives of its classes. */
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
     * The deployment of a process on the server under test.
     *
     * @param process its name
     * @param version the process of the plan that runs under that name; itself, or another one that an event puts in its place
     * @param first whether it is deployed before anything is measured; else an event does it
     * @param deploy steps that place it
     * @param deployed condition under which it answers; {@code null} when that is unknown
     * @param undeploy steps that remove it
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
     * @param name its name for users
     * @param target the process that must answer
     * @param request file of the message
     * @param uiid value of {@code ${uiid}} in it
     * @param soapAction without quotes
     * @param element expanded name of the answer's body element, or empty when any will do
     * @param timeoutMs longest time of the answer
     * @param event identity of the event after which it is sent; empty: before anything is measured
     * @param callback address of the load client of this host to which the process calls back, and which stands for
     *     {@code ${callback}} in the message; empty when the answer comes on the connection
     * @param form version of SOAP and headers of the request, with the places of secrets in place of their values
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
            String callback,
            RequestForm form) {

        public Check {
            form = form == null ? RequestForm.USUAL : form;
        }

        /** Creates a check that is sent by SOAP 1.1, without headers of the model. */
        public Check(
                String name,
                Target target,
                String request,
                String uiid,
                String soapAction,
                String element,
                long timeoutMs,
                String event,
                String callback) {
            this(name, target, request, uiid, soapAction, element, timeoutMs, event, callback, null);
        }

        /** Returns the version of SOAP of its message. */
        public SoapVersion soap() {
            return form.soap();
        }

        /** Returns the HTTP headers of the model. */
        public List<HeaderPlan> headers() {
            return form.headers();
        }

        /** Returns whether the answer comes by a callback. */
        public boolean calledBack() {
            return !callback.isEmpty();
        }
    }
}
