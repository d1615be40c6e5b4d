package io.soabench.load.input;

import io.soabench.plan.AnswerSample;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.SoapVersion;
import io.soabench.plan.WorkloadPlan;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The work of one load client: its part of {@code plan.json} in typed form.
 *
 * @param client name of the client host
 * @param jmeterThreads closed: one for each simulated client; open: how many threads JMeter may need at most
 * @param connections of this client host
 * @param targets the processes or services that are called; at least one, all at one host and port
 * @param named whether the name before the slash of each chunk is its target; else there is one target
 * @param warmUpMs length of the warm-up; the greatest when it may end early
 * @param untilSteady whether the warm-up ends when response times are steady
 * @param measureMs length of the measurement; the greatest when it may end early
 * @param enough number of answered requests of the measurement, of all client hosts together, after which it may end
 *     early; 0 when it may not
 * @param trace workload trace
 * @param requests folder of the request files, {@code <process>/<chunk>.xml} each
 * @param batch number of instances that each request orders; 0 when requests are messages of processes
 * @param callbacks address of the load client for processes that call back, below which each has one of its own; empty
 *     when none does
 * @param checks identifiers of the functional checks of the case, which callbacks may answer
 * @param compared the answers that are kept
 */
public record LoadPlan(
        String caseId,
        String client,
        String workload,
        WorkloadPlan.Load kind,
        int jmeterThreads,
        ConnectionPlan connections,
        List<Target> targets,
        boolean named,
        long warmUpMs,
        boolean untilSteady,
        long measureMs,
        int enough,
        long drainMs,
        long timeOutMs,
        Path trace,
        Path requests,
        int batch,
        Optional<URI> callbacks,
        Set<String> checks,
        Compared compared) {

    /**
     * The answers that are kept to be compared with the right ones.
     *
     * @param repetition from 1
     * @param most that this client host keeps
     */
    public record Compared(AnswerSample sample, int repetition, int most) {

        /** Keeps nothing. */
        public static final Compared NOTHING = new Compared(AnswerSample.NONE, 1, 0);
    }

    /**
     * A process or service that is called.
     *
     * @param process its name
     * @param endpoint address, {@code http} or {@code https}
     * @param soapAction value of the SOAPAction header without quotes
     * @param oneWay whether no answer message is expected
     * @param answerElement expanded name {@code {namespace}local} of the body element of the answer or the callback, or
     *     empty when any will do
     * @param callback the callback with which it answers later, if any
     * @param soap version of SOAP of its messages
     * @param headers HTTP headers of requests that the model states
     * @param trust the certificates by which the server is trusted, see {@link io.soabench.plan.RequestForm#trust}
     */
    public record Target(
            String process,
            URI endpoint,
            String soapAction,
            boolean oneWay,
            String answerElement,
            Optional<CallbackPlan> callback,
            SoapVersion soap,
            List<HeaderPlan> headers,
            String trust) {

        /** Creates a target that is called by SOAP 1.1, without headers of the model. */
        public Target(
                String process,
                URI endpoint,
                String soapAction,
                boolean oneWay,
                String answerElement,
                Optional<CallbackPlan> callback) {
            this(process, endpoint, soapAction, oneWay, answerElement, callback, SoapVersion.SOAP_11, List.of(), "");
        }
    }

    /** The separator between the names of process and chunk. */
    private static final char SLASH = '/';

    /** The separator between the name of a process and its address. */
    private static final char IS_AT = '=';

    /** Returns whether the measurement may end before its greatest length, with enough answers. */
    public boolean untilEnough() {
        return enough > 0;
    }

    /** Returns the address at which this client listens for callbacks; empty when it does not listen. */
    public Optional<InetSocketAddress> callbackAddress() {
        return callbacks.map(uri -> new InetSocketAddress(uri.getHost(), uri.getPort()));
    }

    /** Returns the path at which a process calls this client back. */
    public static String callbackPath(String process) {
        return SLASH + process;
    }

    /**
     * Returns the receiver of a chunk.
     *
     * @param chunk as the trace names it
     * @throws BadInput when the case calls nothing of that name
     */
    public Target target(String chunk) {
        String process = named ? chunk.substring(0, Math.max(0, chunk.indexOf(SLASH))) : "";
        return targets.stream()
                .filter(target -> !named || target.process().equals(process))
                .findFirst()
                .orElseThrow(() -> new BadInput(List.of("the trace " + trace + " sends the chunk " + chunk
                        + ", but the case calls only "
                        + targets.stream().map(Target::process).toList() + "; compile the testbed again")));
    }

    /** Returns the file of a chunk, which need not be there. */
    public Path request(String chunk) {
        return requests.resolve((named ? chunk : targets.get(0).process() + SLASH + chunk) + ".xml");
    }

    /** Returns the file with the records that fill a chunk; there is none when it is sent as it is. */
    public Path rows(String chunk) {
        return requests.resolve((named ? chunk : targets.get(0).process() + SLASH + chunk) + ".rows");
    }

    /** The most threads that one load client starts with JMeter, even if the model asks for more. */
    public static final int MAX_THREADS = 20_000;

    /** The most connections that one load client opens. Further requests wait for a free connection. */
    public static final int MAX_CONNECTIONS = 20_000;

    /**
     * Finds the part of a client in the plan.
     *
     * @param compiled the compiled testbed, which no path of the plan may leave
     * @param execution which repetition of which case
     * @param endpoints addresses that are called: of a case of one process its address, of a mix {@code <process>=<address>} for
     *     each
     * @param callbacks address for processes that call back, with a port and without a path; empty: none
     * @throws BadInput with all problems
     */
    public static LoadPlan of(
            Plan plan,
            Path compiled,
            Execution execution,
            String client,
            List<String> endpoints,
            Optional<String> callbacks) {
        String caseId = execution.caseId();
        CasePlan testCase = find(plan.cases(), CasePlan::id, caseId)
                .orElseThrow(() -> new BadInput(List.of("the plan has no case \"" + caseId + "\"; it has "
                        + plan.cases().stream().map(CasePlan::id).toList())));
        ClientPlan host = find(testCase.clients(), ClientPlan::host, client)
                .orElseThrow(() -> new BadInput(List.of("case " + caseId + " has no client host \"" + client
                        + "\"; it has "
                        + testCase.clients().stream().map(ClientPlan::host).toList())));
        List<String> problems = new ArrayList<>();
        Optional<WorkloadPlan> workload =
                named("workload", plan.workloads(), WorkloadPlan::name, testCase.workload(), problems);
        if (host.jmeterThreads() < 1 || host.jmeterThreads() > MAX_THREADS) {
            problems.add("the plan gives client host \"" + client + "\" of case " + caseId + " " + host.jmeterThreads()
                    + " threads; from 1 to " + MAX_THREADS + " are possible");
        }
        ConnectionPlan connections = workload.map(WorkloadPlan::connected)
                .orElse(ConnectionPlan.KEPT)
                .share(testCase.clients().indexOf(host), testCase.clients().size());
        if (connections.use() == ConnectionPlan.Use.LIMITED && connections.most() < 1) {
            problems.add("the plan leaves no connection to client host \"" + client + "\" of case " + caseId
                    + "; allow at least one for each client host");
        }
        Path trace = trace(compiled.toAbsolutePath().normalize(), host.traceOf(execution.repetition()), problems);
        List<Target> targets = targets(plan, testCase, endpoints, problems);
        Optional<URI> listening = callbacks(targets, callbacks, problems);
        if (!problems.isEmpty()) {
            throw new BadInput(problems);
        }
        CaseSchedule schedule = testCase.schedule();
        return new LoadPlan(
                caseId,
                client,
                workload.orElseThrow().name(),
                workload.orElseThrow().kind(),
                host.jmeterThreads(),
                connections,
                targets,
                !workload.orElseThrow().processes().isEmpty(),
                schedule.warmUpMs(),
                schedule.warmUp() == CaseSchedule.WarmUp.UNTIL_STEADY,
                schedule.measureMs(),
                schedule.enough() == null ? 0 : schedule.enough().answers(),
                schedule.drainMs(),
                schedule.timeOutMs(),
                trace,
                compiled.toAbsolutePath().normalize().resolve("requests"),
                workload.orElseThrow().ordersBatches() ? workload.orElseThrow().batch() : 0,
                listening,
                testCase.checks().stream().map(CheckPlan::uiid).collect(Collectors.toUnmodifiableSet()),
                new Compared(
                        testCase.answers(),
                        execution.repetition(),
                        testCase.answers().share(testCase.clients().size())));
    }

    private static Optional<URI> callbacks(List<Target> targets, Optional<String> given, List<String> problems) {
        Optional<String> calling = targets.stream()
                .filter(target -> target.callback().isPresent())
                .map(Target::process)
                .findFirst();
        if (calling.isEmpty()) {
            return Optional.empty();
        }
        Optional<URI> address =
                given.flatMap(LoadPlan::address).filter(uri -> uri.getPort() > 0 && "http".equals(uri.getScheme()));
        if (address.isEmpty()) {
            problems.add("process \"" + calling.get() + "\" answers by a callback, but "
                    + given.map(text -> "\"" + text + "\" is no address with a port")
                            .orElse("no address is given")
                    + "; give --callback http://host:port");
        }
        return address;
    }

    private static List<Target> targets(Plan plan, CasePlan testCase, List<String> endpoints, List<String> problems) {
        List<Target> targets = new ArrayList<>();
        for (String name : testCase.processes()) {
            Optional<ProcessPlan> process = named("process", plan.processes(), ProcessPlan::name, name, problems);
            Optional<URI> address = endpoint(name, testCase, endpoints, problems);
            if (process.isPresent() && address.isPresent()) {
                targets.add(new Target(
                        name,
                        address.get(),
                        process.get().soapAction(),
                        process.get().oneWay(),
                        process.get().answerElement(),
                        Optional.ofNullable(process.get().callback()),
                        process.get().soapVersion(),
                        process.get().headers(),
                        process.get().trust()));
            }
        }
        List<String> places = targets.stream()
                .map(target -> target.endpoint().getAuthority())
                .distinct()
                .toList();
        if (places.size() > 1) {
            problems.add("the endpoints are at " + String.join(" and ", places)
                    + ", but all processes of a case are at one host and port; correct --endpoint");
        }
        return targets;
    }

    private static Optional<URI> endpoint(
            String process, CasePlan testCase, List<String> endpoints, List<String> problems) {
        String begin = process + IS_AT;
        List<String> own = endpoints.stream()
                .filter(endpoint -> !testCase.mixed() || endpoint.startsWith(begin))
                .toList();
        if (own.size() != 1) {
            problems.add("there are " + own.size() + " endpoints of process \"" + process + "\"; give one: --endpoint "
                    + (testCase.mixed() ? begin : "") + "http://host:port/path");
            return Optional.empty();
        }
        String endpoint = testCase.mixed() ? own.get(0).substring(begin.length()) : own.get(0);
        Optional<URI> address = address(endpoint);
        if (address.isEmpty()) {
            problems.add("the endpoint \"" + endpoint
                    + "\" is not an address like http://host:port/path; correct --endpoint");
        }
        return address;
    }

    /** Returns the same for a measurement of that length without warm-up, on such connections. */
    public LoadPlan rehearsing(long ms, long timeOut, ConnectionPlan connections) {
        return new LoadPlan(
                caseId,
                client,
                workload,
                kind,
                jmeterThreads,
                connections,
                targets,
                named,
                0,
                false,
                ms,
                0,
                0,
                timeOut,
                trace,
                requests,
                batch,
                callbacks,
                checks,
                Compared.NOTHING);
    }

    private static <T> Optional<T> find(List<T> all, Function<T, String> name, String wanted) {
        return all.stream().filter(each -> name.apply(each).equals(wanted)).findFirst();
    }

    private static <T> Optional<T> named(
            String what, List<T> all, Function<T, String> name, String wanted, List<String> problems) {
        Optional<T> found = find(all, name, wanted);
        if (found.isEmpty()) {
            problems.add(
                    "the plan has no " + what + " \"" + wanted + "\", which its case wants; compile the testbed again");
        }
        return found;
    }

    private static Path trace(Path compiled, String path, List<String> problems) {
        Path trace = compiled.resolve(path).normalize();
        if (!trace.startsWith(compiled)) {
            problems.add("the plan names the trace " + path + ", which is outside " + compiled);
        } else if (!Files.isReadable(trace)) {
            problems.add(trace + ", which the plan names, cannot be read; compile the testbed again");
        }
        return trace;
    }

    private static Optional<URI> address(String text) {
        try {
            URI uri = new URI(text);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null
                    ? Optional.of(uri)
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
