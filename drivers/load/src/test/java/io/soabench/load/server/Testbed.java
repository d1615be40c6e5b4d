package io.soabench.load.server;

import io.soabench.load.LoadOptions;
import io.soabench.plan.AnswerSample;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.EnoughAnswers;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.RequestForm;
import io.soabench.plan.SoapVersion;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A small compiled testbed in a folder: one case, one client host {@code here}, two chunks. */
public final class Testbed {

    /** What is called in the load tests of this class when nothing overrides it. */
    public static final String CASE = "q-engine-Sequential-office";

    private final Path folder;
    private final WorkloadPlan.Load kind;
    private int pool = 64;
    private String trace = "workloads/office/here.trace";
    private final List<String> lines = new ArrayList<>();
    private final List<String> stays = new ArrayList<>();
    private CaseSchedule.WarmUp warmUp = CaseSchedule.WarmUp.FIXED;
    private EnoughAnswers enough;
    private long warmUpMs = 0;
    private long measureMs = 1_000;
    private long timeOutMs = 5_000;
    private long drainMs = 5_000;
    private String answerElement = "{urn:q}answer";
    private final List<EventPlan> events = new ArrayList<>();
    private final List<CheckPlan> checks = new ArrayList<>();
    private AnswerSample sample = AnswerSample.NONE;
    private boolean alone = true;
    private LoadRecord.Engine engine = LoadRecord.Engine.LOOP;
    private ConnectionPlan connections = ConnectionPlan.KEPT;
    private long rehearsalMs;
    private boolean mixed;
    private Integer batch;
    private Path tokenFile;
    private CallbackPlan callback;
    private int callbackPort;
    private final List<String> headers = new ArrayList<>();
    private RequestForm form = RequestForm.USUAL;

    public Testbed(Path folder, WorkloadPlan.Load kind) {
        this.folder = folder;
        this.kind = kind;
    }

    /** A closed workload. */
    public static Testbed closed(Path folder) {
        return new Testbed(folder, WorkloadPlan.Load.CLOSED);
    }

    /** An open workload. */
    public static Testbed open(Path folder) {
        return new Testbed(folder, WorkloadPlan.Load.OPEN);
    }

    public Testbed phases(long warmUp, long measure, long timeOut) {
        warmUpMs = warmUp;
        measureMs = measure;
        timeOutMs = timeOut;
        drainMs = timeOut;
        return this;
    }

    /** The warm-up ends as soon as response times are steady. */
    public Testbed untilSteady() {
        warmUp = CaseSchedule.WarmUp.UNTIL_STEADY;
        return this;
    }

    /** The measurement may end with so many answers. */
    public Testbed until(int answers) {
        enough = new EnoughAnswers(answers, 1);
        return this;
    }

    /** An event waits for that request. */
    public Testbed awaits(long request) {
        events.add(EventPlan.ofPlugin(
                "s.pause." + (events.size() + 1), "pause", -1, request, Map.of(), "at request " + request, "pause"));
        return this;
    }

    /** There is a second client host, whose load client is not run. */
    public Testbed twoHosts() {
        alone = false;
        return this;
    }

    /** The small requests go to the process Sequential, the large ones to the one-way process Notice. */
    public Testbed mixed() {
        mixed = true;
        return this;
    }

    /** The first process answers by a callback to that port; by WS-Addressing when there are no steps to its UIID. */
    public Testbed callsBack(int port, List<String> uiid) {
        callbackPort = port;
        callback = new CallbackPlan("answer", uiid);
        if (uiid.isEmpty()) {
            headers.add("<a:ReplyTo xmlns:a=\"" + CallbackPlan.ADDRESSING + "\"><a:Address>" + CallbackPlan.ADDRESS
                    + "</a:Address></a:ReplyTo>");
        }
        return this;
    }

    /** The first process gets requests in that form. */
    public Testbed form(SoapVersion soap, HeaderPlan... stated) {
        form = new RequestForm(soap, List.of(stated));
        return this;
    }

    private List<String> endpoints(String endpoint) {
        return mixed
                ? List.of(SamplePlan.PROCESS + "=" + endpoint + "/a", "Notice=" + endpoint + "/b?c")
                : List.of(endpoint);
    }

    private String process(String chunk) {
        return mixed && chunk.equals("large") ? "Notice" : SamplePlan.PROCESS;
    }

    public Testbed answer(String element) {
        answerElement = element;
        return this;
    }

    /** When a client is there, as a trace says it. */
    public Testbed stays(int client, String when) {
        stays.add("# stays=" + client + " " + when);
        return this;
    }

    public Testbed request(int client, int number, long waitUs, int chunk) {
        lines.add(client + "\t" + number + "\t" + waitUs + "\t" + chunk);
        return this;
    }

    /** What connections are used for; kept, when nothing is said. */
    public Testbed connections(ConnectionPlan.Use use, int most) {
        connections = new ConnectionPlan(use, most);
        return this;
    }

    /** What sends the requests; the event loop, when nothing is said. */
    public Testbed engine(LoadRecord.Engine chosen) {
        engine = chosen;
        return this;
    }

    /** How long the client warms itself; not at all, when nothing is said. */
    public Testbed rehearsal(long ms) {
        rehearsalMs = ms;
        return this;
    }

    /** How many threads JMeter may have for an open workload. */
    public Testbed pool(int size) {
        pool = size;
        return this;
    }

    /** The trace is there, but the plan names another file. */
    public Testbed traceOf(String path) {
        trace = path;
        return this;
    }

    public Path out() {
        return folder.resolve("out");
    }

    /** Each request orders so many instances, with the token in a file. */
    public Testbed batches(int instances, Path token) {
        batch = instances;
        tokenFile = token;
        return this;
    }

    private boolean isOpen() {
        return kind == WorkloadPlan.Load.OPEN;
    }

    private int clients() {
        return (int) lines.stream()
                .map(l -> l.substring(0, l.indexOf('\t')))
                .distinct()
                .count();
    }

    /** Answers to the first chunk are compared. */
    public Testbed compares(AnswerSample answers) {
        sample = answers;
        return this;
    }

    /** A functional check that a callback answers. */
    public Testbed check(String uiid) {
        checks.add(CheckPlan.before(SamplePlan.PROCESS, "checks/1.xml", "", uiid));
        return this;
    }

    /** Writes all files. */
    public LoadOptions write(String endpoint) throws IOException {
        Path compiled = folder.resolve("compiled");
        Files.createDirectories(compiled.resolve("workloads/office"));
        Files.writeString(
                compiled.resolve("workloads/office/here.trace"),
                "# soabench workload trace 1\n# workload=office kind=" + (isOpen() ? "open" : "closed") + " clients="
                        + (isOpen() ? 0 : clients()) + " chunks="
                        + (mixed ? "Sequential/small,Notice/large" : "small,large")
                        + "\n"
                        + Stream.concat(stays.stream(), lines.stream())
                                .map(l -> l + "\n")
                                .collect(Collectors.joining()));
        for (String chunk : List.of("small", "large")) {
            Path requests = compiled.resolve("requests").resolve(process(chunk));
            Files.createDirectories(requests);
            Files.writeString(
                    requests.resolve(chunk + ".xml"),
                    ScriptedServer.soap("<q:order xmlns:q=\"urn:q\" id=\"${uiid}\"><q:" + chunk + "/>${uiid}</q:order>")
                            .replace(
                                    "<s:Body>",
                                    (headers.isEmpty() ? "" : "<s:Header>" + String.join("", headers) + "</s:Header>")
                                            + "<s:Body>"));
        }
        Path plan = folder.resolve("plan.json");
        Json.write(plan, plan());
        return new LoadOptions(
                plan,
                new Execution(CASE, 1),
                "here",
                compiled,
                out(),
                endpoints(endpoint),
                callback == null ? Optional.empty() : Optional.of("http://127.0.0.1:" + callbackPort),
                Optional.ofNullable(tokenFile),
                Optional.empty(),
                engine,
                rehearsalMs);
    }

    private Plan plan() {
        ClientPlan here = new ClientPlan("here", trace, isOpen() ? pool : clients(), Map.of());
        return SamplePlan.plan()
                .withProcesses(List.of(
                        process(SamplePlan.PROCESS, callback != null, "urn:order", answerElement)
                                .callingBack(callback)
                                .requested(form),
                        process("Notice", true, "urn:notice", "")))
                .withWorkloads(List.of(workload()))
                .withCases(List.of(SamplePlan.testCase(CASE)
                        .withProcesses(mixed ? List.of(SamplePlan.PROCESS, "Notice") : List.of(SamplePlan.PROCESS))
                        .withClients(alone ? List.of(here) : List.of(here, here.withHost("there")))
                        .withSchedule(new CaseSchedule(1, false, warmUp, warmUpMs, measureMs, drainMs, timeOutMs)
                                .withEnough(enough))
                        .withEvents(List.copyOf(events))
                        .withChecks(List.copyOf(checks))
                        .withAnswers(sample)));
    }

    private WorkloadPlan workload() {
        return new WorkloadPlan(
                "office",
                kind,
                isOpen() ? 0 : clients(),
                isOpen() ? 1 : 0,
                "",
                List.of(),
                mixed ? List.of(SamplePlan.PROCESS, "Notice") : List.of(),
                List.of(),
                connections,
                batch);
    }

    private static ProcessPlan process(String name, boolean oneWay, String soapAction, String answerElement) {
        return new ProcessPlan(
                name,
                ProcessPlan.Visibility.WHITE_BOX,
                "",
                oneWay,
                soapAction,
                answerElement,
                Map.of(),
                List.of(),
                null);
    }
}
