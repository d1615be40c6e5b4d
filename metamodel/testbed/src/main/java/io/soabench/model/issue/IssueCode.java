package io.soabench.model.issue;

import io.soabench.model.testbed.ProcessLanguage;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The faults of models, and the facts that are worth knowing about them. The table of docs/reference/language/issues.md
 * is made of these, and each has a model that provokes it in the tests of the Maven plug-in.
 */
public enum IssueCode {
    SYNTAX("`host here {` without `}`; `instances 1.5`; a name with a character that no name has"),
    NOT_UTF_8(
            "a model, data or XML file with bytes that are no text in its encoding, with the offset of the first of them"),
    LIBRARY_BROKEN("a `types.testbed` of a plug-in with a syntax error"),
    TESTBED_WITHOUT_NAME("a model without `testbed <name>`, which others can import and nobody can run"),
    TESTBED_WITHOUT_SUITE("a testbed in which nothing is run"),
    SERVICE_TYPE_UNKNOWN("`service quotes : Quotes` without a service type `Quotes`"),
    SERVICE_UNKNOWN("`serves quote` without a service `quote`"),
    PROCESS_UNKNOWN("`process in (Order)` without a process or service `Order`"),
    DATA_UNKNOWN("`sends orders` without data `orders`"),
    HOST_UNKNOWN("`on lab` without a host `lab`"),
    SERVER_UNKNOWN("`on engine` without a server `engine`"),
    SERVER_TYPE_UNKNOWN("a server of a type that neither the model nor a plug-in declares"),
    WORKLOAD_UNKNOWN("`workload in (office)` without a workload `office`"),
    METRIC_TYPE_UNKNOWN("a metric of a type that no plug-in declares"),
    TARGET_UNKNOWN("`metric cpu of engine` without anything named `engine`"),
    SUITE_UNKNOWN("`event … in Quick` without a suite `Quick`"),
    EVENT_TYPE_UNKNOWN("an event of a type that no plug-in declares"),
    PARAMETER_UNKNOWN("a parameter that the type of the server or event does not have"),
    PORT_UNKNOWN("a port that the type of the server does not have"),
    NAME_DUPLICATE("`host a` and `server a : …`; upper and lower case are the same"),
    UNUSED("a workload that no case names (warning)"),
    SEED_MISSING("a testbed with suites and without `seed` (info)"),
    IMPORT_MISSING("`import \"no.testbed\"`"),
    IMPORT_TWICE("two imports of one file (warning)"),
    IMPORT_CYCLE("a file that imports itself by way of another"),
    FILE_MISSING("`bpel \"no.bpel\"`"),
    WSDL_INVALID("what is wrong in a WSDL document or schema, at its place there"),
    BPEL_INVALID("what is wrong in a BPEL file, at its place there"),
    BPMN_INVALID("what is wrong in a BPMN file, at its place there"),
    BPMN_NO_PROCESS(
            "a BPMN file with two executable processes and no `process \"…\"`, or without the one that is named, or in which that one is not executable"),
    CAMEL_INVALID("what is wrong in a file of Camel routes, at its place there"),
    REALISATION_TWICE("two files of one language and variant in one process"),
    REALISATION_MISSING("a case on an engine for whose language or variant the process has no file"),
    WSDL_NO_SERVICE("a WSDL without a SOAP port"),
    WSDL_NO_PORT("a WSDL with two SOAP ports and no `port \"…\"`, or without the one that is named"),
    WSDL_NO_OPERATION("a service type whose port has no operation"),
    MESSAGE_WITHOUT_DEFAULT("an operation for which no request or answer can be made, e.g. of an abstract type"),
    ARCHIVE_IMPOSSIBLE(
            "a WSDL that imports a file from more than one folder above it, on a mock host that takes archives"),
    OPERATION_UNKNOWN("`operation \"buy\"` that the process or service does not offer"),
    OPERATION_AMBIGUOUS("several operations that clients could call and none named"),
    ENDPOINT_INVALID("`at \"nowhere\"`"),
    HEADER_INVALID(
            "`header \"Authorization\" is \"Bearer x\"`, a secret in a model; a header that the load client writes itself, or one twice"),
    SOAP_VERSION("a service of which the port is of SOAP 1.2, on a mock host or an engine that has SOAP 1.1 only"),
    TLS_UNSUPPORTED("a service at a server with `tls true`, called by an engine that calls partners without TLS"),
    PARTNER_UNBOUND("a partner link without `partner`"),
    PARTNER_UNKNOWN("`partner` with a name that the BPEL file does not declare"),
    PARTNER_BOUND_TWICE("two bindings of one partner link"),
    PARTNER_TYPE_MISMATCH("a partner link bound to a service with another port type"),
    CALLS_DIFFER("`partner quote -> quotes calls 4` of a process whose file prescribes five calls"),
    INSTANCE_AMBIGUOUS("`partner q -> quotes` with two instances"),
    INSTANCE_UNKNOWN("`quotes[3]` of a service with two instances"),
    UIID_BY_ARRIVAL("a service whose behaviour varies, without `uiid` (info)"),
    UIID_PATH("`uiid from \"q:request/q:nothing\"`"),
    UIID_HEADER("a header with a blank in its name"),
    UIID_MISSING("a request without the element that carries the UIID"),
    CHECK_ONE_WAY("`check` in a process that answers nothing"),
    CHECK_FORMULA(
            "`${quotes#1 + }` in the answer of a check, or `${quotes#1}` of a service that the process does not call, or that draws no answers"),
    ANSWERS_PATH(
            "`answers \"q:quote/q:nothing\" uniform(1, 100)`, a path to an element that holds no number or not each of these, or the same path twice"),
    ANSWERS_FILE(
            "`answers from \"price.xml\"` in a service with several operations that answer, or two files for one operation"),
    ANSWERS_UNNAMED("`answers` in a service without `uiid`, or with `uiid by arrival`"),
    POOL_EMPTY("`data A { }`"),
    DATA_INVALID(
            "a message that is not well-formed XML, has a document type, or is an envelope of another version of SOAP"),
    DATA_ROOT("a message with a root element that the process does not expect"),
    ROWS_INVALID(
            "a row with too few or too many fields, a quote that never ends, a line that is no flat JSON object, at its place there"),
    ROWS_EMPTY("a file of rows without a row"),
    ROWS_COLUMN("`${price}` in a template, or `answer … is column \"price\"`, without a column `price`"),
    ROWS_PLACE("`${price}` in a comment or a CDATA section of a template, where a value cannot stand"),
    ROWS_UNUSED("a column that nothing uses (warning)"),
    ROWS_VALUE("a value with a character that XML does not allow, at its row"),
    ROWS_TYPE("`many` in a row where the schema of the process wants an `xsd:int`, at its field"),
    ROWS_CLASSES(
            "`classes small up to 1 KiB, large up to 1 KiB`: limits that do not rise, or a last one; more than twenty classes"),
    ROWS_ANSWER(
            "`answer \"q:confirmation/q:nothing\" is column \"price\"`, or `answer` of a process that answers nothing"),
    ROWS_ONCE("`once` with fewer rows than the workload may send"),
    PUBLISHED_INVALID("a CSV file of published numbers with `fast` in a column of numbers, at its place there"),
    PUBLISHED_UNKNOWN("a process or workload in published numbers that the model does not have"),
    NOT_POSITIVE("`clients 0`, `rate -1 /s`, `repeat 0`, `frequency 0`, `measure 0 s`"),
    TOO_MUCH(
            "`rate 1000000000 /s`, `measure 99999999 h`: numbers beyond any meaning; sizes above 1048576 GiB; rows that need more than 2 GiB;"
                    + " names of more than 100 characters, and cases whose names have more than 200, because files and folders are named after"
                    + " them; suites with more than 10000 cases"),
    TOO_SHORT(
            "`measure 1 ns`, `time-out 10 us`: a measurement below 1 s, in which metrics of servers may have no value; other times of a"
                    + " suite or profile below 1 ms, which plans round to zero"),
    PERCENT_RANGE("`reliability 120 %`, `confidence 100 %`"),
    FAILURE_SHARES("`failing by close 60 %, silence 60 %`: the shares of the failures do not make 100 %"),
    FAILURE_TWICE("`failing by close, close`"),
    FAILURE_STATUS("`failing by http 200`: a status that is no failure"),
    FAILURE_NEVER("`reliability 100 % failing by close` (warning)"),
    BURSTS_REVERSED("`reliability 50 % for 10 requests, then 99 % for 200 requests`: the good state comes first"),
    CALLBACK_UNKNOWN("`callback \"onQuote\"` without that operation at another port of the WSDL"),
    CALLBACK_POINTLESS("`callback` in a service without a one-way operation"),
    CALLBACK_COPY("`callback \"onQuote\" copies \"q:request/q:nothing\" to \"q:quoted/q:id\"`"),
    CALLBACK_IMPOSSIBLE(
            "a service with `callback` whose process has no partner link with that operation, or on an engine that cannot be called back"),
    CLIENT_CALLBACK_UNKNOWN(
            "`callback \"done\"` in a process whose clients' partner link has no partner role with that one-way operation"),
    CLIENT_CALLBACK_POINTLESS("`callback` in a process whose operation has an output"),
    CLIENT_CALLBACK_PATH("`callback \"done\" copies uiid to \"o:done/o:nothing\"`"),
    CLIENT_CALLBACK_UIID("`callback … copies uiid to …` without `uiid to`"),
    CLIENT_CALLBACK_IMPOSSIBLE(
            "a process with `callback` on an engine that finds no clients, or one with `copies uiid to` under a load from two hosts"),
    UNIT_MISMATCH("`think time 5 /s`, `expect failures < 5 ms`"),
    DISTRIBUTION_IMPOSSIBLE(
            "`normal(1 s, sd -1 s)`, `uniform(5 ms, 1 ms)`, `lognormal(median 1 s, sigma 0)`; `throughput normal(20 /s, sd 10 /s)`, which can be zero"),
    DISTRIBUTION_FILE("an empirical file with a word in it"),
    RATE_MISSING("an open workload without `rate`"),
    RATE_TWICE("`rate` and a full distribution of arrivals, or one of them beside `stages`, `bursts` or `replay`"),
    CLIENTS_TWICE("`clients 5` beside `stages { 10 s at 5 clients }`"),
    SHAPE_WITHOUT_ARRIVALS("`stages { 10 s at 0 /s }`, `stages { 10 s at 0 clients }`"),
    SHAPE_LENGTH(
            "`stages` of 90 s in a suite that measures 60 s, or 120 s; `bursts` that last longer than the measurement (warning)"),
    BURSTS_STATES("`bursts { busy 20 /s for 1 s }`; two states of one name"),
    REPLAY_INVALID("a recording of arrivals with a word in it, or in which a time falls, at its place there"),
    REPLAY_TOO_SHORT(
            "a recording of 20 s without `repeat` in a suite that measures 60 s (a warning where only a profile that is not the default makes it so long)"),
    MIX_SHARES("`mix { 70 % Browse, 20 % Order }`, which does not add up to 100 %"),
    MIX_MEMBER(
            "a workload that names a service, a black box beside a process of an engine, or black boxes at two addresses"),
    CLASS_WITHOUT_PROCESS("a class that names no process, beside one that names its own"),
    CLASS_PROCESS_TWICE("a class with a `mix` that also says `of Browse`, or what it `sends`"),
    CONNECTIONS_OF_CLASS("`class a { connections new }`: all classes of a workload share their connections"),
    CONNECTIONS_TOO_FEW("`connections at most 1` in a case whose clients run on two hosts"),
    CONNECTIONS_NEEDLESS("`connections at most 10` with 5 clients, which never need more than 5 (warning)"),
    BATCH_IMPOSSIBLE(
            "`batches of 1000` with five clients, classes, or records that fill its message; on an engine that takes no batches, or from another host than the engine's"),
    LATENCY_DUPLICATE("`network { latency a -> b 1 ms  latency a <-> b 2 ms }`"),
    LATENCY_TO_ITSELF("`network { latency a -> a 1 ms }`"),
    LATENCY_WITHOUT_PORT("a latency to a server that has no port in its address"),
    LATENCY_HIDES_EVENT("a latency to a server of which an event opens or closes an instance"),
    LATENCY_LEFT_OUT("a latency to a partner that the engine finds by a registry"),
    HOST_ADDRESS_MISSING("`host a { user \"bench\" }`"),
    PARAMETER_TYPE("`heap 5 s`"),
    PARAMETER_RANGE("`workers 5000`"),
    PARAMETER_TWICE("`heap` set twice"),
    PARAMETER_MISFIT("`durable true heap 128 MiB`: a value that excludes that of another parameter"),
    PARAMETER_MISSING("a parameter without default left out"),
    PORT_RANGE("`port http 0`"),
    PORT_CLASH("two mock hosts of one machine on 8080"),
    SERVER_TYPE_NOT_INSTALLED("a server of a type that is declared, but whose plug-in is not installed"),
    SERVER_TYPE_BROKEN("a server type whose address has a placeholder that nothing fills"),
    SERVER_VERSION(
            "`version \"the new one\"`; a version of a server whose type names no program or cannot run that version"),
    SERVER_DOES_NOT_SERVE("`serves` on an engine"),
    SERVER_SERVES_NOTHING("a mock host without `serves`"),
    SERVICE_SERVED_TWICE("two servers that serve one service"),
    SERVICE_NOT_SERVED("a case that calls a service which no server serves"),
    SERVER_DOES_NOT_RUN_PROCESSES("`case on mocks …`"),
    SERVER_IS_NO_REGISTRY("`published in mocks`; an engine that asks a server which is no registry"),
    PARALLEL_POINTLESS("`parallel` in a suite in which every two cases share a machine (warning)"),
    SUITE_EMPTY("`suite A { }`"),
    TWIN_NOT_TESTED("`aa on spare` in a suite of which no case is on `spare`; a server that it names twice"),
    BASELINE_NOT_TESTED(
            "`baseline spare` in a suite that does not measure each of its processes and workloads on `spare`, or nothing on another engine"),
    RECORD_IMPOSSIBLE(
            "`record jfr` in a suite without a case on a server; `record async-profiler` in one with a server on another machine"),
    EXPLORE_CASE("an `explore` without a case, or with one of several processes or workloads"),
    EXPLORE_LOAD(
            "`load clients` of an open workload, `load rate` of a closed one; a workload with several classes, with stages, bursts or a"
                    + " replay, or with a full distribution of arrivals, whose load is not one number; no `load`"),
    EXPLORE_RANGE("`load rate from 500 /s to 50 /s`, `load clients from 1.5 to 10`"),
    EXPLORE_OBJECTIVE(
            "an `explore` without `until`; `until max response-time < 1 s`, `until average memory of engine < 1 GiB`: what one trial"
                    + " cannot decide"),
    EXPLORE_REQUESTS("`until p99 …` in trials of 2 s at 50 /s, which have 100 requests where 1,000 are needed"),
    EXPLORE_VARY(
            "`vary mocks { … }`, which is not the engine of the case; `vary` with `load`, `until` or `precision`; `expect` or `confirm` without"
                    + " `vary`; a `vary` of a case on several engines"),
    EXPLORE_VALUE_TWICE("`heap in (1 GiB, 1024 MiB)`"),
    EXPLORE_CONFIGURATIONS(
            "`vary engine … { workers in (2) }`, which is one configuration; more of them than 10,000; `trials at most 9`, which is not"
                    + " enough to select among two and to confirm"),
    EXPLORE_CRITERION(
            "a `vary` without `for`; `for lowest max response-time`, `for lowest failures`, `for highest response-time`; `for highest"
                    + " throughput` of an open workload, whose throughput is its rate"),
    EXPLORE_TIME("12 configurations of which each is measured for 60 s, within 30 min"),
    PROFILE_EMPTY("`profile short { }`"),
    REPEAT_TWICE("`repeat 5 precision 5 %`"),
    PRECISION_TOO_FEW("`precision 5 % at most 5`: the pilots alone are as many"),
    WARM_UP_NEVER_STEADY("`warm up until steady at most 3 s`; a warm-up until steady with `bursts` (warning)"),
    MEASURE_NEVER_LONGER("`measure 8 s until 30 answers at most 8 s`"),
    PROFILE_DEFAULT_TWICE("two profiles marked `default`, imported ones included"),
    CASE_WITHOUT_PROCESS("a case without `process in (…)`"),
    CASE_PROCESS_TWICE("`process in (…)` with a workload that names its processes"),
    CASE_WITHOUT_WORKLOAD("a case without `workload in (…)`"),
    CASE_WITHOUT_ENGINE("a case of a white-box process without an engine"),
    CLIENTS_NOWHERE("a testbed without hosts"),
    RANGE_REVERSED("`workload in (H4 .. H1)`"),
    DEPLOY_IMPOSSIBLE("a black-box process on an engine; `deploy { quotes on engine }`"),
    DEPLOY_DIFFERS("two cases in which one process on one engine has its partners on different servers"),
    STATISTIC_UNKNOWN("`mean`"),
    STATISTIC_LEVEL("`confidence` without a level"),
    STATISTIC_TWICE("`max, max` (warning)"),
    STATISTIC_NOT_A_NUMBER("`expect histogram …`"),
    STATISTIC_TOTAL("`metric memory of engine { total }`"),
    STATISTIC_OF_COUNTER("`expect max traffic < 5 MiB`"),
    METRIC_TARGET_MISMATCH("`metric threads of processes`"),
    METRIC_WITHOUT_HISTORY(
            "`metric instance-duration of engine`, where the engine keeps no history of its instances or has `history none`"),
    METRIC_TOTAL("a metric type that is a counter, with `total from`; `total from` what is no counter"),
    EVENT_TOO_LATE(
            "`at 90 s` in a suite that measures 60 s (a warning where only a profile that is not the default makes it so short)"),
    EVENT_TYPE_MISMATCH("`like` a service of another type"),
    EVENT_IMPOSSIBLE("an event at an instance on a server that can neither open nor close instances while it runs"),
    EVENT_WITHOUT_CASE("`replace Order …` in a suite of which no case loads `Order`"),
    EVENT_ORDER(
            "`undeploy Order` of what is not there at that time, `deploy Order` of what is; events of one process at times and at requests"),
    PROCESS_NOT_DEPLOYED("`undeploy` or `replace` of a black box, which runs elsewhere"),
    VERSION_MISMATCH(
            "`replace Order by Other`, whose BPEL process has another name, or whose clients call it in another way"),
    REDEPLOY_IMPOSSIBLE("`deploy`, `replace` or `undeploy` in a case of an engine that cannot do that while it runs"),
    LOAD_HEAVY("an experiment of more than a day, a hundred million requests or ten GiB (warning)"),
    PARTNER_TOO_SLOW("`time-out 3 s` in a suite whose partners answer in 20 s on average (warning)"),
    CORRELATION_SHARED("requests of a load with one text where their process finds its instances (warning)"),
    DISK_TOO_SMALL("an experiment that needs more bytes than are free where its output goes");

    private static final Map<String, IssueCode> BY_ID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(IssueCode::id, Function.identity()));

    private final String example;

    IssueCode(String example) {
        this.example = example;
    }

    /** Returns the code of problems in process files of a language. */
    public static IssueCode ofFile(ProcessLanguage language) {
        return switch (language) {
            case BPEL -> BPEL_INVALID;
            case BPMN -> BPMN_INVALID;
            case CAMEL -> CAMEL_INVALID;
        };
    }

    /** Returns the code as users read it, in kebab case. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a sample that causes the issue, in Markdown. */
    public String example() {
        return example;
    }

    /** Returns the code with that {@link #id}. */
    public static Optional<IssueCode> of(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }
}
