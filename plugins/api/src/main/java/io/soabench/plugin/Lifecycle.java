package io.soabench.plugin;

import io.soabench.plan.ServiceInstance;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The life of one server as data, made with {@link #of}. Every driver executes the same data. The author of a plug-in
 * writes neither Java for processes and sockets nor Ansible.
 *
 * <p>Strings are templates. Placeholders (see {@link Template}):
 *
 * <table>
 * <caption>Placeholders</caption>
 * <tr><td>{@code ${java}}</td><td>the {@code java} command of the host, of Java 9 or newer; where it begins the command of a
 * server under test, drivers add an option after it for a log of collections</td></tr>
 * <tr><td>{@code ${classpath:<name>}}</td><td>the resolved {@link ServerType.Program}, joined for {@code -cp}</td></tr>
 * <tr><td>{@code ${work}}</td><td>the server's own empty folder, removed afterwards</td></tr>
 * <tr><td>{@code ${token}}</td><td>a file in {@code ${work}} that only its owner can read, with one secret line; made anew
 * before each start where the lifecycle names it</td></tr>
 * <tr><td>{@code ${out}}</td><td>folder for files that belong to the run record of this repetition</td></tr>
 * <tr><td>{@code ${name}}</td><td>name of the server in the model</td></tr>
 * <tr><td>{@code ${scheme}}</td><td>{@code https} where the parameter {@code tls} of the server is {@code true}, else {@code
 * http}</td></tr>
 * <tr><td>{@code ${address}}</td><td>address on which it listens and is reached</td></tr>
 * <tr><td>{@code ${port:<name>}}</td><td>a port of the server</td></tr>
 * <tr><td>{@code ${param:<name>}}</td><td>a parameter, in canonical units</td></tr>
 * <tr><td>{@code ${param:<name>:MiB}}</td><td>a size in whole mebibytes, rounded up</td></tr>
 * <tr><td>{@code ${param:<name>:words}}</td><td>a text split at blanks into several arguments (a whole argument only)</td></tr>
 * <tr><td>{@code ${param:<name>:option:<option>}}</td><td>the option and the value as two arguments, or nothing when the
 * value is empty or 0 (a whole argument only)</td></tr>
 * <tr><td>{@code ${param:<name>:when:<words>}}</td><td>these words as arguments when the value is {@code true}, else
 * nothing (a whole argument only)</td></tr>
 * <tr><td>{@code ${authority:<option>}}</td><td>the option, and the file with the certificate of the run's authority (PEM), as
 * two arguments; nothing where no other server of the case speaks TLS (a whole argument only)</td></tr>
 * <tr><td>{@code ${services}}</td><td>the mock folders that it serves, joined by commas; a comma or backslash of a path has
 * a backslash before it</td></tr>
 * <tr><td>{@code ${repetition}}</td><td>number of the repetition that the server is started for, from 1</td></tr>
 * <tr><td>{@code ${package}}, {@code ${process}}</td><td>in deployment steps: package folder (placed), name of the
 * process</td></tr>
 * <tr><td>{@code ${service}}</td><td>in {@code serviceAddress}, {@code instances} and {@code publish}: path of the service
 * instance</td></tr>
 * <tr><td>{@code ${link}}</td><td>in {@code callback}: name of the partner link</td></tr>
 * <tr><td>{@code ${access}}</td><td>in {@code publish}: address of the service instance</td></tr>
 * <tr><td>{@code ${port-type:namespace}}, {@code ${port-type:name}}</td><td>in {@code publish}: the WSDL port type that the
 * service instance offers</td></tr>
 * <tr><td>{@code ${port-type:uuid}}</td><td>in {@code publish}: a UUID of the port type's expanded name, always the same (RFC
 * 9562, version 3)</td></tr>
 * </table>
 *
 * <p>A type whose servers can speak TLS declares the parameter {@code tls}. Where it is {@code true}, drivers place a
 * certificate of the run's authority and its private key into {@code ${work}} before the start, see {@link
 * io.soabench.plan.ServerIdentity}.
 *
 * @param files files to place into {@code ${work}} before the start, content by path
 * @param start command that starts the server, in {@code ${work}}
 * @param ready condition under which it takes deployments and requests
 * @param deploy steps that deploy one process; empty for mock hosts, which serve from their start
 * @param deployed condition under which a deployed process answers
 * @param undeploy steps that remove it again
 * @param stop way to end the server
 * @param endpoint address of a deployed process
 * @param serviceAddress address of a served service instance
 * @param statistics request for its counters as flat JSON; {@code null} when it has none
 * @param logs glob patterns relative to {@code ${work}} of the files to keep
 * @param instances requests that open and close served instances at run time; {@code null} when it has none
 * @param registry steps that publish services, and the address of inquiries; {@code null} when it is not a registry
 * @param callback address at which partners call a deployed process back, with {@code ${process}} and, for the name of
 *     the partner link, {@code ${link}}; empty when servers of the type cannot be called back
 * @param metricRequest request for metrics that the server measures itself while it runs; {@code null} when it has none
 * @param redeploys whether drivers may take the deploy and undeploy steps while clients call processes. A deployed
 *     process may then be deployed again with another package: new requests get the new one as soon as the steps are
 *     done and the process answers, and running instances go on
 * @param calling source of the address of the client that a deployed process calls back
 * @param batches interface for orders of batches; {@code null} when it takes none
 * @param archives whether drivers may keep an archive of the classes of its program for later starts. Only a Java
 *     program that {@code ${java}} starts and that ends with status 0 after SIGTERM may have one, and never a server
 *     under test
 */
public record Lifecycle(
        Map<String, String> files,
        Command start,
        Probe ready,
        List<HttpAction> deploy,
        Probe deployed,
        List<HttpAction> undeploy,
        Stop stop,
        String endpoint,
        String serviceAddress,
        HttpAction statistics,
        List<String> logs,
        Instances instances,
        Registration registry,
        String callback,
        MetricRequest metricRequest,
        boolean redeploys,
        Calling calling,
        Batches batches,
        boolean archives) {

    /** The prefix of an {@link HttpAction#bodyFile} that is the body itself. */
    public static final String TEXT = "text:";

    /** The placeholder for the file with the server's token. */
    public static final String TOKEN = "${token}";

    private static final Pattern PORT = Pattern.compile("\\$\\{port:[^}]+}");

    /** The time from SIGTERM to SIGKILL of a server whose type does not name one. */
    public static final long GRACE_MS = 10_000;

    /**
     * Starts the description of a server by its command and its readiness. All other parts are empty until a method of
     * the builder sets them. Drivers end the server with SIGTERM and wait {@link #GRACE_MS}.
     *
     * @param ready see {@link Probe#url}
     */
    public static Builder of(List<String> command, Probe ready) {
        return new Builder(command, ready);
    }

    /**
     * Returns the address of a served instance as a template. The instance's own port, if it has one, replaces that of
     * the server.
     *
     * @see ServiceInstance#port()
     */
    public String addressOf(ServiceInstance instance) {
        String address = instance.port().isEmpty()
                ? serviceAddress
                : PORT.matcher(serviceAddress).replaceAll(Matcher.quoteReplacement("${port:" + instance.port() + "}"));
        return address.replace("${service}", instance.path());
    }

    /**
     * Returns a copy with longer deadlines for a slow machine. They concern readiness and the deployment and removal of
     * a process.
     *
     * @param factor of all these deadlines, at least 1
     */
    public Lifecycle withStartFactor(int factor) {
        return factor == 1
                ? this
                : new Lifecycle(
                        files,
                        start,
                        longer(ready, factor),
                        longer(deploy, factor),
                        longer(deployed, factor),
                        longer(undeploy, factor),
                        stop,
                        endpoint,
                        serviceAddress,
                        statistics,
                        logs,
                        instances,
                        registry,
                        callback,
                        metricRequest,
                        redeploys,
                        calling,
                        batches,
                        archives);
    }

    private static Probe longer(Probe probe, int factor) {
        return probe == null ? null : new Probe(probe.url(), probe.status(), probe.timeoutMs() * factor);
    }

    private static List<HttpAction> longer(List<HttpAction> actions, int factor) {
        return actions.stream()
                .map(each -> new HttpAction(
                        each.method(),
                        each.url(),
                        each.contentType(),
                        each.bodyFile(),
                        each.expected(),
                        each.timeoutMs() * factor,
                        each.tokenFile()))
                .toList();
    }

    /** The source of the address at which a deployed process calls its client back. */
    public enum Calling {
        /** The source is not known. */
        NOBODY,
        /** The package of the process gives the partner link of the clients one address for all requests. */
        LINK,
        /**
         * The {@code ReplyTo} of the request names the address, and the callback relates to that request (WS-Addressing
         * 1.0). The address of {@link #LINK} is the default.
         */
        REPLY_TO
    }

    /** A command line and additions to its environment. */
    public record Command(List<String> arguments, Map<String, String> environment) {}

    /**
     * A question that a driver repeats until the answer is right.
     *
     * @param url {@code http://…}: the answer must have the status; {@code tcp://host:port}: the port must take a
     *     connection; {@code line:TEXT}: the server must print a line that begins with TEXT
     * @param status expected HTTP status; ignored otherwise
     * @param timeoutMs deadline of all attempts together
     */
    public record Probe(String url, int status, long timeoutMs) {}

    /**
     * An HTTP exchange.
     *
     * @param bodyFile file to send, {@code zip:<folder>} for a folder packed as a zip, {@code text:<body>} for the body
     *     itself, or empty. Values of placeholders in {@code text:} are escaped for XML
     * @param expected statuses that mean success
     * @param tokenFile file whose first line is sent as bearer token (RFC 6750, section 2.1), or empty. The token
     *     itself is thus in no plan, order or log
     */
    public record HttpAction(
            String method,
            String url,
            String contentType,
            String bodyFile,
            List<Integer> expected,
            long timeoutMs,
            String tokenFile) {

        public HttpAction {
            tokenFile = tokenFile == null ? "" : tokenFile;
        }

        /** Creates an exchange without a token. */
        public HttpAction(
                String method,
                String url,
                String contentType,
                String bodyFile,
                List<Integer> expected,
                long timeoutMs) {
            this(method, url, contentType, bodyFile, expected, timeoutMs, "");
        }

        /** Returns the same exchange with the token in a file. */
        public HttpAction withToken(String file) {
            return new HttpAction(method, url, contentType, bodyFile, expected, timeoutMs, file);
        }

        /**
         * Returns the value of the header {@code Authorization}, if a token is needed.
         *
         * @throws IOException when its file cannot be read
         */
        public Optional<String> authorization() throws IOException {
            if (tokenFile.isEmpty()) {
                return Optional.empty();
            }
            try (BufferedReader file = Files.newBufferedReader(Path.of(tokenFile), StandardCharsets.UTF_8)) {
                return Optional.ofNullable(file.readLine()).map(token -> "Bearer " + token.strip());
            }
        }
    }

    /**
     * Requests that open and close single service instances while the server runs. Such an instance has a port of its
     * own, which its {@code mock.json} names. Drivers place an instance that opens later together with the others.
     *
     * @param open makes an instance that appears later take connections
     * @param close makes an instance refuse connections for good; calls that it has received are answered
     */
    public record Instances(HttpAction open, HttpAction close) {}

    /**
     * The interface of a registry of services.
     *
     * @param publish steps that publish one service instance, or publish it anew
     * @param inquiry address where clients ask for services
     */
    public record Registration(List<HttpAction> publish, String inquiry) {}

    /**
     * A request for metrics that a running server measures itself. Drivers send it about once a second, and only if the
     * model names one of the metrics. An answer should cost the server far less than a request does.
     *
     * @param action request that is answered at once with flat JSON
     * @param numbers by the name of a metric the keys whose numbers are added up to its value
     * @param history request for the begin and end of the instances that an engine has kept. A driver sends it once after
     *     a measurement. The answer is a file with the columns of {@link io.soabench.plan.CsvTable#INSTANCES}; an answer
     *     with another status is a sentence with the reason. {@code null} when servers of the type keep no history
     */
    public record MetricRequest(HttpAction action, Map<String, List<String>> numbers, HttpAction history) {

        /** Creates a request of a server that keeps no history. */
        public MetricRequest(HttpAction action, Map<String, List<String>> numbers) {
            this(action, numbers, null);
        }
    }

    /**
     * The interface of an engine that starts many instances of a deployed process by one order, with the partners
     * inside the engine (Peternier et al. 2013, sections 4.3 and 4.4).
     *
     * <p>An order is {@code POST} of {@code {"instances": N, "input": "<envelope>", "partners": "loopback"}}, where
     * {@code ${instance}} in the envelope stands for the number of an instance. The engine answers when all instances
     * have ended, with status 200 and JSON. The number {@code completed} of the JSON counts the instances that ended
     * normally.
     *
     * @param address for orders from the host of the engine, with {@code ${process}}
     * @param tokenFile see {@link HttpAction#tokenFile}
     */
    public record Batches(String address, String tokenFile) {}

    /**
     * A stop by SIGTERM, then SIGKILL.
     *
     * @param graceMs milliseconds between both signals
     */
    public record Stop(long graceMs) {}

    /** A builder that sets the parts of a life by name. Not safe for use by several threads. */
    public static final class Builder {

        private final List<String> command;
        private final Probe ready;
        private Map<String, String> environment = Map.of();
        private Map<String, String> files = Map.of();
        private List<HttpAction> deploy = List.of();
        private Probe deployed;
        private List<HttpAction> undeploy = List.of();
        private Stop stop = new Stop(GRACE_MS);
        private String endpoint = "";
        private String serviceAddress = "";
        private HttpAction statistics;
        private List<String> logs = List.of();
        private Instances instances;
        private Registration registry;
        private String callback = "";
        private MetricRequest metricRequest;
        private boolean redeploys;
        private Calling calling = Calling.NOBODY;
        private Batches batches;
        private boolean archives;

        private Builder(List<String> command, Probe ready) {
            this.command = List.copyOf(command);
            this.ready = ready;
        }

        /** Adds variables to the environment of the command. */
        public Builder environment(Map<String, String> added) {
            environment = Map.copyOf(added);
            return this;
        }

        /** Sets {@link Lifecycle#files}. */
        public Builder files(Map<String, String> contentByPath) {
            files = Map.copyOf(contentByPath);
            return this;
        }

        /**
         * Adds the deployment and removal of one process of an {@link Engine}.
         *
         * @param address see {@link Lifecycle#endpoint}
         */
        public Builder deploys(HttpAction place, Probe answers, HttpAction remove, String address) {
            deploy = List.of(place);
            deployed = answers;
            undeploy = List.of(remove);
            endpoint = address;
            return this;
        }

        /** Allows an {@link Engine} to deploy while clients call; see {@link Lifecycle#redeploys}. */
        public Builder redeploys() {
            redeploys = true;
            return this;
        }

        /**
         * Adds the address at which partners call processes of an {@link Engine} back; see {@link Lifecycle#callback}.
         */
        public Builder calledBack(String address) {
            callback = address;
            return this;
        }

        /** Sets the source of client addresses of an {@link Engine}; see {@link Lifecycle#calling}. */
        public Builder callsClients(Calling how) {
            calling = how;
            return this;
        }

        /** Adds the interface for batches of an {@link Engine}. */
        public Builder batches(Batches taken) {
            batches = taken;
            return this;
        }

        /**
         * Adds the address of the services of a {@link MockHost}.
         *
         * @param address see {@link Lifecycle#serviceAddress}
         * @param answers condition under which services answer; drivers check it when clients call a service itself
         */
        public Builder serves(String address, Probe answers) {
            serviceAddress = address;
            deployed = answers;
            return this;
        }

        /** Adds the requests by which a {@link MockHost} opens and closes service instances at run time. */
        public Builder changes(HttpAction open, HttpAction close) {
            instances = new Instances(open, close);
            return this;
        }

        /**
         * Adds the publication of services and the address of inquiries of a {@link Registry}.
         *
         * @param publish see {@link Registration}
         */
        public Builder registers(List<HttpAction> publish, String inquiry) {
            registry = new Registration(List.copyOf(publish), inquiry);
            return this;
        }

        /** Sets {@link Lifecycle#statistics}. */
        public Builder statistics(HttpAction action) {
            statistics = action;
            return this;
        }

        /** Sets {@link Lifecycle#metricRequest}. */
        public Builder reportsMetrics(HttpAction action, Map<String, List<String>> numbers) {
            return reportsMetrics(action, numbers, null);
        }

        /** Sets {@link Lifecycle#metricRequest} of an engine that keeps a history of its instances. */
        public Builder reportsMetrics(HttpAction action, Map<String, List<String>> numbers, HttpAction history) {
            metricRequest = new MetricRequest(action, Map.copyOf(numbers), history);
            return this;
        }

        /** Sets {@link Lifecycle#logs}. */
        public Builder logs(String... patterns) {
            logs = List.of(patterns);
            return this;
        }

        /** Sets the time from SIGTERM to SIGKILL, in milliseconds. */
        public Builder graceMs(long ms) {
            stop = new Stop(ms);
            return this;
        }

        /** Allows drivers to keep an archive of the program's classes; see {@link Lifecycle#archives}. */
        public Builder archives() {
            archives = true;
            return this;
        }

        /** Returns the finished life. */
        public Lifecycle build() {
            return new Lifecycle(
                    files,
                    new Command(command, environment),
                    ready,
                    deploy,
                    deployed,
                    undeploy,
                    stop,
                    endpoint,
                    serviceAddress,
                    statistics,
                    logs,
                    instances,
                    registry,
                    callback,
                    metricRequest,
                    redeploys,
                    calling,
                    batches,
                    archives);
        }
    }
}
