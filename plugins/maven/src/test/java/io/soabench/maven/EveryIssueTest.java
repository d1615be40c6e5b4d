package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.dsl.TestbedReader;
import io.soabench.generators.CompilationRefused;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every code has a model that provokes it when it is validated; what is an error there is refused when the same model is compiled, with
 * the same list, and nothing is written; what is none is compiled.
 */
class EveryIssueTest {

    /** A correct model, of which the others differ in what they are about. */
    private static final String MODEL =
            """
            testbed sample
            seed 42
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote { uiid from "q:request/q:id" }
            process Sequential {
                bpel "bpel/sequential.bpel"
                partner quote -> quotes
                uiid to "p:order/p:id"
            }
            host here
            server engine : reference on here { heap 256 MiB }
            server mocks : axis2 on here { serves quotes }
            workload office closed { clients 2 }
            suite Quick {
                repeat 1 warm up 0 s measure 1 s
                case on engine for process in (Sequential), workload in (office)
            }
            """;

    private static final String CALLBACK =
            "callback \"quoted\" copies \"q:request/q:id\" to \"q:quoted/q:id\" uiid from \"q:request/q:id\"";

    private static final String ANY_PATH = "uiid to \"p:order/p:id\"";

    /** A model with its files, and the server types that are there. */
    private static final class Sample {
        private String text = MODEL;
        private long freeBytes = Long.MAX_VALUE;
        private final Map<String, byte[]> files = new LinkedHashMap<>();
        private final Map<String, String> edits = new LinkedHashMap<>();
        private final Map<String, ServerType> types = new TreeMap<>(TestbedMojo.serverTypes());

        private Sample text(String whole) {
            text = whole;
            return this;
        }

        private Sample with(String old, String changed) {
            assertThat(text).contains(old);
            text = text.replace(old, changed);
            return this;
        }

        private Sample and(String more) {
            text += more + "\n";
            return this;
        }

        private Sample file(String name, String content) {
            files.put(name, content.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        /** Changes a file of the quickstart: old and new text, with a tab between. */
        private Sample edit(String name, String old, String changed) {
            edits.put(name, old + "\t" + changed);
            return this;
        }

        private Sample latin(String name) {
            files.put(name, "<process name=\"\u00e4\"/>".getBytes(StandardCharsets.ISO_8859_1));
            return this;
        }

        private Sample free(long bytes) {
            freeBytes = bytes;
            return this;
        }

        private Sample data(String file, String content) {
            return file(file, content)
                    .and("data Orders { \"" + file + "\" }")
                    .with("{ clients 2 }", "{ clients 2 sends Orders }");
        }
    }

    private static Sample sample() {
        return new Sample();
    }

    private static final Map<IssueCode, Sample> SAMPLES = samples();

    private static Map<IssueCode, Sample> samples() {
        Map<IssueCode, Sample> all = new EnumMap<>(IssueCode.class);
        all.put(IssueCode.SYNTAX, sample().with("host here", "host here {"));
        all.put(
                IssueCode.LIBRARY_BROKEN,
                sample().file("plugin/META-INF/soabench/types.testbed", "server type broken { runs }\n"));
        all.put(IssueCode.TESTBED_WITHOUT_NAME, sample().with("testbed sample\n", ""));
        all.put(IssueCode.TESTBED_WITHOUT_SUITE, sample().text(""));
        all.put(IssueCode.SERVICE_TYPE_UNKNOWN, sample().with(": Quote {", ": Quotes {"));
        all.put(IssueCode.SERVICE_UNKNOWN, sample().with("serves quotes", "serves quote"));
        all.put(IssueCode.PROCESS_UNKNOWN, sample().with("(Sequential)", "(Order)"));
        all.put(IssueCode.DATA_UNKNOWN, sample().with("clients 2", "clients 2 sends orders"));
        all.put(IssueCode.HOST_UNKNOWN, sample().with("axis2 on here", "axis2 on lab"));
        all.put(IssueCode.SERVER_UNKNOWN, sample().with("case on engine", "case on motor"));
        all.put(IssueCode.SERVER_TYPE_UNKNOWN, sample().with(": reference", ": referenz"));
        all.put(IssueCode.WORKLOAD_UNKNOWN, sample().with("(office)", "(web)"));
        all.put(IssueCode.METRIC_TYPE_UNKNOWN, sample().and("metric weather of engine { max }"));
        all.put(IssueCode.TARGET_UNKNOWN, sample().and("metric cpu of motor { max }"));
        all.put(IssueCode.SUITE_UNKNOWN, sample().and("at 1 s in Slow: quotes becomes unavailable"));
        all.put(IssueCode.EVENT_TYPE_UNKNOWN, sample().and("at 1 s in Quick: event stop"));
        all.put(IssueCode.PARAMETER_UNKNOWN, sample().with("heap 256 MiB", "stack 1 MiB"));
        all.put(IssueCode.PORT_UNKNOWN, sample().with("heap 256 MiB", "port ftp 2121"));
        all.put(IssueCode.NAME_DUPLICATE, sample().with("host here", "host here host Engine"));
        all.put(IssueCode.UNUSED, sample().and("workload web open { rate 1 /s }"));
        all.put(IssueCode.SEED_MISSING, sample().with("seed 42\n", ""));
        all.put(IssueCode.IMPORT_MISSING, sample().with("seed 42", "seed 42\nimport \"no.testbed\""));
        all.put(
                IssueCode.IMPORT_TWICE,
                sample().with("seed 42", "seed 42\nimport \"lab.testbed\"\nimport \"lab.testbed\"")
                        .file("lab.testbed", "host lab\n"));
        all.put(
                IssueCode.IMPORT_CYCLE,
                sample().with("seed 42", "seed 42\nimport \"lab.testbed\"")
                        .file("lab.testbed", "import \"model.testbed\"\n"));
        all.put(IssueCode.FILE_MISSING, sample().with("sequential.bpel", "none.bpel"));
        all.put(IssueCode.WSDL_INVALID, sample().edit("wsdl/quote.wsdl", "message=\"q:quote\"", "message=\"q:none\""));
        all.put(
                IssueCode.BPEL_INVALID,
                sample().edit("bpel/sequential.bpel", "<reply ", "<reply variable=\"none\" ignored=\"\" "));
        all.put(
                IssueCode.BPMN_INVALID,
                sample().with("partner quote", "bpmn \"order.bpmn\" partner quote")
                        .file("order.bpmn", "<process/>"));
        all.put(
                IssueCode.BPMN_NO_PROCESS,
                sample().with("partner quote", "bpmn \"order.bpmn\" process \"Other\" partner quote")
                        .file("order.bpmn", "@../fork/bpmn/sequential.bpmn"));
        all.put(
                IssueCode.CAMEL_INVALID,
                sample().with("partner quote", "camel \"order.yaml\" partner quote")
                        .file("order.yaml", "- rout: {}\n"));
        all.put(
                IssueCode.REALISATION_TWICE,
                sample().with("partner quote", "bpmn \"order.bpmn\" bpmn \"order.bpmn\" partner quote")
                        .file("order.bpmn", "@../fork/bpmn/sequential.bpmn"));
        all.put(
                IssueCode.REALISATION_MISSING,
                sample().with(": reference on here { heap 256 MiB }", ": operaton on here"));
        all.put(
                IssueCode.WSDL_NO_SERVICE,
                sample().edit(
                                "wsdl/quote.wsdl",
                                "<port name=\"QuotePort\" binding=\"q:QuoteSoap\"><soap:address location=\"http://127.0.0.1:8090/services/quote\"/></port>",
                                ""));
        all.put(IssueCode.WSDL_NO_PORT, sample().with("quote.wsdl\"", "quote.wsdl\" port \"Other\""));
        all.put(
                IssueCode.WSDL_NO_OPERATION,
                sample().with("quote.wsdl\"", "empty.wsdl\"")
                        .with("uiid from \"q:request/q:id\"", "uiid by arrival")
                        .file("wsdl/empty.wsdl", emptyWsdl()));
        all.put(
                IssueCode.MESSAGE_WITHOUT_DEFAULT,
                sample().edit(
                                "wsdl/quote.wsdl",
                                "<xsd:element name=\"firm\" type=\"xsd:boolean\"/>",
                                "<xsd:element name=\"firm\"><xsd:simpleType><xsd:restriction base=\"xsd:string\">"
                                        + "<xsd:pattern value=\"a\"/><xsd:minLength value=\"2\"/></xsd:restriction></xsd:simpleType></xsd:element>"));
        all.put(
                IssueCode.ARCHIVE_IMPOSSIBLE,
                sample().with("wsdl/quote.wsdl", "wsdl/a/b/quote.wsdl")
                        .file("wsdl/a/b/quote.wsdl", "@wsdl/quote.wsdl")
                        .edit(
                                "wsdl/a/b/quote.wsdl",
                                "<types>",
                                "<import namespace=\"urn:far\" location=\"../../../far.wsdl\"/><types>")
                        .file(
                                "far.wsdl",
                                "<definitions name=\"far\" targetNamespace=\"urn:far\" xmlns=\"http://schemas.xmlsoap.org/wsdl/\"/>"));
        all.put(IssueCode.OPERATION_UNKNOWN, sample().with(ANY_PATH, ANY_PATH + " operation \"buy\""));
        all.put(
                IssueCode.OPERATION_AMBIGUOUS,
                sample().edit(
                                "wsdl/quote.wsdl",
                                "</portType>",
                                "<operation name=\"more\"><input message=\"q:request\"/><output message=\"q:quote\"/></operation></portType>")
                        .with("on engine for process in (Sequential)", "for process in (quotes)"));
        all.put(
                IssueCode.ENDPOINT_INVALID,
                sample().and("process Legacy { black box wsdl \"wsdl/sequential.wsdl\" at \"nowhere\" }"));
        all.put(
                IssueCode.HEADER_INVALID,
                sample().and("process Legacy { black box wsdl \"wsdl/sequential.wsdl\" at \"http://127.0.0.1:1/\""
                        + " header \"Authorization\" is \"Bearer x\" }"));
        all.put(
                IssueCode.SOAP_VERSION,
                sample().with("engine : reference on here { heap 256 MiB }", "engine : ode on here")
                        .edit(
                                "wsdl/quote.wsdl",
                                "http://schemas.xmlsoap.org/wsdl/soap/",
                                "http://schemas.xmlsoap.org/wsdl/soap12/"));
        all.put(
                IssueCode.TLS_UNSUPPORTED,
                sample().with("engine : reference on here { heap 256 MiB }", "engine : ode on here")
                        .with("{ serves quotes }", "{ serves quotes  tls true }"));
        all.put(IssueCode.PARTNER_UNBOUND, sample().with("partner quote -> quotes", ""));
        all.put(IssueCode.PARTNER_UNKNOWN, sample().with("partner quote ->", "partner quotation ->"));
        all.put(
                IssueCode.PARTNER_BOUND_TWICE,
                sample().with("partner quote -> quotes", "partner quote -> quotes partner quote -> quotes"));
        all.put(
                IssueCode.PARTNER_TYPE_MISMATCH,
                sample().with("partner quote -> quotes", "partner quote -> flows")
                        .and("service type Flow from \"wsdl/flow-no-dep.wsdl\"")
                        .and("service flows : Flow { uiid by arrival }")
                        .with("serves quotes", "serves quotes, flows"));
        all.put(IssueCode.CALLS_DIFFER, sample().with("partner quote -> quotes", "partner quote -> quotes calls 4"));
        all.put(IssueCode.INSTANCE_AMBIGUOUS, sample().with("{ uiid from", "{ instances 2 uiid from"));
        all.put(IssueCode.INSTANCE_UNKNOWN, sample().with("-> quotes", "-> quotes[3]"));
        all.put(
                IssueCode.UIID_BY_ARRIVAL,
                sample().with("{ uiid from \"q:request/q:id\" }", "{ response time uniform(1 ms, 2 ms) }"));
        all.put(IssueCode.UIID_PATH, sample().with("q:request/q:id", "q:request/q:nothing"));
        all.put(IssueCode.UIID_HEADER, sample().with("from \"q:request/q:id\"", "from header \"no header\""));
        all.put(
                IssueCode.UIID_MISSING,
                sample().data(
                                "orders/short.xml",
                                "<p:order xmlns:p=\"urn:soabench:sequential\"><p:symbol>SOA</p:symbol></p:order>"));
        all.put(
                IssueCode.CHECK_ONE_WAY,
                sample().and("process Silent { black box wsdl \"wsdl/silent.wsdl\" at \"http://127.0.0.1:1/\""
                                + " check \"data/sequential-order.xml\" answers \"data/sequential-offer.xml\" }")
                        .file("wsdl/silent.wsdl", silentWsdl()));
        all.put(
                IssueCode.CHECK_FORMULA,
                sample().with(
                                "uiid to \"p:order/p:id\"",
                                "uiid to \"p:order/p:id\" check \"data/sequential-order.xml\" answers \"sum.xml\"")
                        .file(
                                "sum.xml",
                                "<p:offer xmlns:p=\"urn:soabench:sequential\"><p:price>${quotes#1 +}</p:price></p:offer>"));
        all.put(
                IssueCode.ANSWERS_PATH,
                sample().with("{ uiid", "{ answers \"q:quote/q:nothing\" uniform(1, 100) uiid"));
        all.put(
                IssueCode.ANSWERS_FILE,
                sample().with("{ uiid", "{ answers operation \"buy\" from \"wsdl/quote.wsdl\" uiid"));
        all.put(
                IssueCode.ANSWERS_UNNAMED,
                sample().with("{ uiid", "{ answers \"q:quote/q:price\" uniform(1, 100) uiid by arrival } //"));
        all.put(IssueCode.POOL_EMPTY, sample().and("data Orders { }"));
        all.put(IssueCode.DATA_INVALID, sample().data("orders/torn.xml", "<torn>"));
        all.put(IssueCode.DATA_ROOT, sample().data("orders/other.xml", "<other/>"));
        all.put(IssueCode.ROWS_INVALID, rows("", "price\n1\n1,2\n"));
        all.put(IssueCode.ROWS_EMPTY, rows("", "price\n"));
        all.put(IssueCode.ROWS_COLUMN, rows("", "cost\n1\n"));
        all.put(
                IssueCode.ROWS_PLACE,
                rows("", "price\n1\n")
                        .file(
                                "orders/order.xml",
                                "<p:order xmlns:p=\"urn:soabench:sequential\"><!-- ${price} --><p:id/></p:order>"));
        all.put(IssueCode.ROWS_UNUSED, rows("", "price,colour\n1,red\n"));
        all.put(IssueCode.ROWS_VALUE, rows("", "price\n\u0007\n"));
        all.put(
                IssueCode.ROWS_TYPE,
                rows("", "price\nmany\n")
                        .file(
                                "wsdl/sequential.wsdl",
                                example("quickstart/wsdl/sequential.wsdl")
                                        .replace(
                                                "name=\"symbol\" type=\"xsd:string\"",
                                                "name=\"symbol\" type=\"xsd:int\"")));
        all.put(IssueCode.ROWS_CLASSES, rows("{ classes small up to 1 KiB, large up to 1 KiB }", "price\n1\n"));
        all.put(IssueCode.ROWS_ANSWER, rows("{ answer \"p:offer/p:nothing\" is column \"price\" }", "price\n1\n"));
        all.put(IssueCode.ROWS_ONCE, rows("once", "price\n1\n"));
        all.put(
                IssueCode.PUBLISHED_INVALID,
                sample().and("published \"One\" in \"Two\" from \"numbers.csv\"")
                        .file("numbers.csv", "process,workload,avg_s\nSequential,office,fast\n"));
        all.put(
                IssueCode.PUBLISHED_UNKNOWN,
                sample().and("published \"One\" in \"Two\" from \"numbers.csv\"")
                        .file("numbers.csv", "process,workload,avg_s\nOther,office,1\n"));
        all.put(IssueCode.NOT_POSITIVE, sample().with("clients 2", "clients 0"));
        all.put(IssueCode.TOO_MUCH, sample().with("measure 1 s", "measure 99999999 h"));
        all.put(IssueCode.TOO_SHORT, sample().with("measure 1 s", "measure 1 ns"));
        all.put(IssueCode.PERCENT_RANGE, sample().with("{ uiid", "{ reliability 120 % uiid"));
        all.put(
                IssueCode.FAILURE_SHARES,
                sample().with("{ uiid", "{ reliability 98 % failing by close 60 %, silence 60 % uiid"));
        all.put(IssueCode.FAILURE_TWICE, sample().with("{ uiid", "{ reliability 98 % failing by close, close uiid"));
        all.put(IssueCode.FAILURE_STATUS, sample().with("{ uiid", "{ reliability 98 % failing by http 200 uiid"));
        all.put(IssueCode.FAILURE_NEVER, sample().with("{ uiid", "{ reliability 100 % failing by close uiid"));
        all.put(
                IssueCode.BURSTS_REVERSED,
                sample().with("{ uiid", "{ reliability 50 % for 10 requests, then 99 % for 200 requests uiid"));
        all.put(IssueCode.CALLBACK_POINTLESS, sample().with("{ uiid", "{ callback \"onQuote\" uiid"));
        all.put(IssueCode.CALLBACK_UNKNOWN, later("callback \"onQuote\""));
        all.put(
                IssueCode.CALLBACK_COPY,
                later("callback \"quoted\" copies \"q:request/q:nothing\" to \"q:quoted/q:id\""));
        all.put(IssueCode.CALLBACK_IMPOSSIBLE, later("callback \"quoted\""));
        all.put(
                IssueCode.CLIENT_CALLBACK_POINTLESS,
                sample().with("uiid to \"p:order/p:id\"", "uiid to \"p:order/p:id\" callback \"done\""));
        all.put(IssueCode.CLIENT_CALLBACK_UNKNOWN, asynchronous("callback \"nobody\""));
        all.put(
                IssueCode.CLIENT_CALLBACK_PATH,
                asynchronous("callback \"offered\" copies uiid to \"p:offered/p:nothing\""));
        all.put(
                IssueCode.CLIENT_CALLBACK_UIID,
                asynchronous("callback \"offered\" copies uiid to \"p:offered/p:id\"")
                        .with("uiid to \"p:order/p:id\"", ""));
        all.put(IssueCode.CLIENT_CALLBACK_IMPOSSIBLE, fromTwoHosts(asynchronous(COPIES)));
        all.put(IssueCode.UNIT_MISMATCH, sample().with("clients 2", "clients 2 think time 5 /s"));
        all.put(
                IssueCode.DISTRIBUTION_IMPOSSIBLE,
                sample().with("clients 2", "clients 2 think time uniform(5 ms, 1 ms)"));
        all.put(
                IssueCode.DISTRIBUTION_FILE,
                sample().with("clients 2", "clients 2 think time empirical(\"times.csv\", s)")
                        .file("times.csv", "0.1\nx\n"));
        all.put(IssueCode.RATE_MISSING, sample().with("closed { clients 2 }", "open { }"));
        all.put(
                IssueCode.RATE_TWICE,
                sample().with("closed { clients 2 }", "open { rate 1 /s arrivals exponential(mean 1 s) }"));
        all.put(IssueCode.CLIENTS_TWICE, sample().with("clients 2", "clients 2 stages { 1 s at 2 clients }"));
        all.put(IssueCode.SHAPE_WITHOUT_ARRIVALS, load("stages { 1 s at 0 /s }"));
        all.put(IssueCode.SHAPE_LENGTH, load("stages { 2 s at 5 /s }"));
        all.put(IssueCode.BURSTS_STATES, load("bursts { busy 20 /s for 1 s }"));
        all.put(IssueCode.REPLAY_INVALID, load("replay \"times.csv\" s").file("times.csv", "0\nsoon\n2\n"));
        all.put(IssueCode.REPLAY_TOO_SHORT, load("replay \"times.csv\" ms").file("times.csv", "0\n1\n2\n"));
        all.put(
                IssueCode.MIX_SHARES,
                sample().with("closed { clients 2 }", "closed { mix { 70 % Sequential, 20 % Sequential } }")
                        .with("process in (Sequential), ", ""));
        all.put(
                IssueCode.MIX_MEMBER,
                sample().with("closed { clients 2 }", "closed { mix { 70 % Sequential, 30 % quotes } }")
                        .with("process in (Sequential), ", ""));
        all.put(
                IssueCode.CLASS_WITHOUT_PROCESS,
                sample().with(
                                "closed { clients 2 }",
                                "closed { class a of Sequential { clients 1 } class b { clients 1 } }")
                        .with("process in (Sequential), ", ""));
        all.put(
                IssueCode.CLASS_PROCESS_TWICE,
                sample().with("closed { clients 2 }", "closed { class a of Sequential { mix { 100 % Sequential } } }")
                        .with("process in (Sequential), ", ""));
        all.put(
                IssueCode.CASE_PROCESS_TWICE,
                sample().with("closed { clients 2 }", "closed { mix { 100 % Sequential } }"));
        all.put(
                IssueCode.CONNECTIONS_OF_CLASS,
                sample().with("closed { clients 2 }", "closed { class a { clients 2 connections new } }"));
        all.put(
                IssueCode.CONNECTIONS_TOO_FEW,
                load("rate 5 /s connections at most 1")
                        .with("host here", "host here host there")
                        .with("workload in (office)", "workload in (office) from here, there"));
        all.put(IssueCode.CONNECTIONS_NEEDLESS, sample().with("clients 2", "clients 2 connections at most 2"));
        all.put(IssueCode.BATCH_IMPOSSIBLE, sample().with("clients 2", "clients 2 batches of 10"));
        all.put(IssueCode.LATENCY_DUPLICATE, lab("latency here -> lab 1 ms latency here <-> lab 2 ms"));
        all.put(IssueCode.LATENCY_TO_ITSELF, lab("latency here -> here 1 ms"));
        all.put(
                IssueCode.LATENCY_WITHOUT_PORT,
                altered(lab("latency here -> lab 1 ms"), "axis2", "serviceAddress", "http://${address}/${service}"));
        all.put(
                IssueCode.LATENCY_HIDES_EVENT,
                lab("latency here -> lab 1 ms").and("at 1 s in Quick: quotes becomes unavailable"));
        all.put(
                IssueCode.LATENCY_LEFT_OUT,
                lab("latency here -> lab 1 ms")
                        .and("server book : juddi on here")
                        .with("heap 256 MiB", "heap 256 MiB registry \"book\""));
        all.put(IssueCode.HOST_ADDRESS_MISSING, sample().with("host here", "host here { user \"bench\" }"));
        all.put(IssueCode.PARAMETER_TYPE, sample().with("heap 256 MiB", "heap 5 s"));
        all.put(IssueCode.PARAMETER_RANGE, sample().with("heap 256 MiB", "workers 5000"));
        all.put(IssueCode.PARAMETER_TWICE, sample().with("heap 256 MiB", "heap 256 MiB heap 512 MiB"));
        all.put(IssueCode.PARAMETER_MISFIT, sample().with("heap 256 MiB", "heap 128 MiB durable true"));
        all.put(
                IssueCode.PARAMETER_MISSING,
                sample().and("event type lightning { parameter where text }").and("at 1 s in Quick: event lightning"));
        all.put(IssueCode.PORT_RANGE, sample().with("heap 256 MiB", "port http 0"));
        all.put(
                IssueCode.PORT_CLASH,
                sample().with("heap 256 MiB", "port http 8080").with("serves quotes", "port http 8080 serves quotes"));
        all.put(
                IssueCode.SERVER_TYPE_NOT_INSTALLED,
                sample().with(": reference", ": future")
                        .with(" { heap 256 MiB }", "")
                        .and("server type future { runs processes port http }"));
        all.put(
                IssueCode.SERVER_TYPE_BROKEN,
                altered(sample(), "reference", "endpoint", "http://${address}:${port:http}/${param:none}"));
        all.put(IssueCode.SERVER_VERSION, sample().with(": reference", ": reference version \"the new one\""));
        all.put(
                IssueCode.SERVER_DOES_NOT_SERVE,
                sample().with("serves quotes", "").with("heap 256 MiB", "serves quotes"));
        all.put(IssueCode.SERVER_SERVES_NOTHING, sample().and("server more : axis2 on here"));
        all.put(IssueCode.SERVICE_SERVED_TWICE, sample().and("server more : axis2 on here { serves quotes }"));
        all.put(IssueCode.SERVICE_NOT_SERVED, sample().with("server mocks : axis2 on here { serves quotes }", ""));
        all.put(IssueCode.SERVER_DOES_NOT_RUN_PROCESSES, sample().with("case on engine", "case on mocks"));
        all.put(IssueCode.SERVER_IS_NO_REGISTRY, sample().with("heap 256 MiB", "registry \"mocks\""));
        all.put(IssueCode.PARALLEL_POINTLESS, sample().with("repeat 1", "parallel repeat 1"));
        all.put(IssueCode.TWIN_NOT_TESTED, sample().with("repeat 1", "aa on mocks repeat 1"));
        all.put(IssueCode.BASELINE_NOT_TESTED, sample().with("repeat 1", "baseline mocks repeat 1"));
        all.put(
                IssueCode.RECORD_IMPOSSIBLE,
                sample().with("host here", "host here\nhost lab { address \"10.0.0.1\" }")
                        .with(": reference on here", ": reference on lab")
                        .with("repeat 1", "record async-profiler repeat 1"));
        all.put(IssueCode.SUITE_EMPTY, sample().and("suite Later { }"));
        all.put(
                IssueCode.EXPLORE_CASE,
                sample().and("explore Capacity { load clients from 1 to 9 until failures < 20 % }"));
        all.put(IssueCode.EXPLORE_LOAD, explore("load rate from 1 /s to 9 /s until failures < 20 %"));
        all.put(IssueCode.EXPLORE_RANGE, explore("load clients from 9 to 1 until failures < 20 %"));
        all.put(IssueCode.EXPLORE_OBJECTIVE, explore("load clients from 1 to 9 until max response-time < 1 s"));
        all.put(
                IssueCode.EXPLORE_REQUESTS,
                explore("load clients from 1 to 9 measure 5 s until p99 response-time < 1 s")
                        .with("clients 2 }", "clients 2 think time 1 s }"));
        all.put(IssueCode.EXPLORE_VARY, explore("vary mocks for lowest average response-time { threads in (2, 3) }"));
        all.put(
                IssueCode.EXPLORE_VALUE_TWICE,
                explore(
                        "vary engine for lowest average response-time { heap in (1 GiB, 1024 MiB) } measure 1 s warm up 1 s"));
        all.put(
                IssueCode.EXPLORE_CONFIGURATIONS,
                explore("vary engine for lowest average response-time { workers in (2) }"));
        all.put(
                IssueCode.EXPLORE_CRITERION,
                explore("vary engine for highest response-time { workers in (1, 2) } measure 1 s warm up 1 s"));
        all.put(
                IssueCode.EXPLORE_TIME,
                explore("vary engine for lowest average response-time { workers in (1, 2, 3, 4, 5, 6) }"));
        all.put(IssueCode.PROFILE_EMPTY, sample().and("profile short { }"));
        all.put(IssueCode.REPEAT_TWICE, sample().with("repeat 1", "repeat 5 precision 5 %"));
        all.put(IssueCode.PRECISION_TOO_FEW, sample().with("repeat 1", "precision 5 % at most 5"));
        all.put(
                IssueCode.MEASURE_NEVER_LONGER,
                sample().with("measure 1 s", "measure 8 s until 30 answers at most 8 s"));
        all.put(IssueCode.WARM_UP_NEVER_STEADY, sample().with("warm up 0 s", "warm up until steady at most 3 s"));
        all.put(
                IssueCode.PROFILE_DEFAULT_TWICE,
                sample().and("default profile a { repeat 1 }").and("default profile b { repeat 1 }"));
        all.put(IssueCode.CASE_WITHOUT_PROCESS, sample().with("process in (Sequential), ", ""));
        all.put(IssueCode.CASE_WITHOUT_WORKLOAD, sample().with(", workload in (office)", ""));
        all.put(IssueCode.CASE_WITHOUT_ENGINE, sample().with("case on engine for", "case for"));
        all.put(
                IssueCode.CLIENTS_NOWHERE,
                sample().text(
                                """
                        testbed sample
                        process Legacy { black box wsdl "wsdl/sequential.wsdl" at "http://127.0.0.1:1/legacy" }
                        workload office closed { clients 1 }
                        suite Quick { case for process in (Legacy), workload in (office) }
                        """));
        all.put(
                IssueCode.RANGE_REVERSED,
                sample().and("workload later closed { clients 1 }").with("(office)", "(later .. office)"));
        all.put(
                IssueCode.DEPLOY_IMPOSSIBLE,
                sample().with("workload in (office)", "workload in (office) deploy { quotes on engine }"));
        all.put(
                IssueCode.DEPLOY_DIFFERS,
                sample().with("serves quotes }", "serves quotes }\nserver more : axis2 on here")
                        .with(
                                "workload in (office)\n",
                                "workload in (office)\n    case on engine for process in (Sequential), workload in (office) deploy { quotes on more }\n"));
        all.put(IssueCode.STATISTIC_UNKNOWN, sample().and("metric response-time of processes { mean }"));
        all.put(IssueCode.STATISTIC_LEVEL, sample().and("metric response-time of processes { confidence }"));
        all.put(IssueCode.STATISTIC_TWICE, sample().and("metric response-time of processes { max, max }"));
        all.put(
                IssueCode.STATISTIC_NOT_A_NUMBER,
                sample().with("(office)\n", "(office)\n    expect histogram response-time < 1 s\n"));
        all.put(IssueCode.STATISTIC_TOTAL, sample().and("metric memory of engine { total }"));
        all.put(
                IssueCode.STATISTIC_OF_COUNTER,
                sample().with("(office)\n", "(office)\n    expect max traffic of engine < 5 MiB\n"));
        all.put(IssueCode.METRIC_TARGET_MISMATCH, sample().and("metric threads of processes { max }"));
        all.put(IssueCode.METRIC_WITHOUT_HISTORY, sample().and("metric instance-duration of engine { max }"));
        all.put(IssueCode.METRIC_TOTAL, sample().and("metric type a of servers counter unit bytes total from traffic"));
        all.put(IssueCode.EVENT_TOO_LATE, sample().and("at 90 s in Quick: quotes becomes unavailable"));
        all.put(
                IssueCode.EVENT_TYPE_MISMATCH,
                sample().and("service type Flow from \"wsdl/flow-no-dep.wsdl\"")
                        .and("service flows : Flow { uiid by arrival }")
                        .and("at 0.5 s in Quick: new instance of Quote like flows on mocks"));
        all.put(IssueCode.NOT_UTF_8, sample().latin("bpel/sequential.bpel"));
        all.put(IssueCode.LOAD_HEAVY, sample().with("measure 1 s", "measure 25 h"));
        all.put(
                IssueCode.PARTNER_TOO_SLOW,
                sample().with(
                                "{ uiid from \"q:request/q:id\" }",
                                "{ uiid from \"q:request/q:id\" response time 40 s }"));
        all.put(IssueCode.CORRELATION_SHARED, correlated().with("uiid to \"p:order/p:id\"", ""));
        all.put(IssueCode.DISK_TOO_SMALL, sample().free(1000));
        all.put(
                IssueCode.EVENT_IMPOSSIBLE,
                altered(sample().and("at 0.5 s in Quick: quotes becomes unavailable"), "axis2", "instances", null));
        all.put(IssueCode.EVENT_WITHOUT_CASE, second().and("at 0.5 s in Quick: undeploy Second"));
        all.put(
                IssueCode.EVENT_ORDER,
                sample().and("at 0.5 s in Quick: undeploy Sequential").and("at 0.7 s in Quick: undeploy Sequential"));
        all.put(
                IssueCode.PROCESS_NOT_DEPLOYED,
                sample().and("process Legacy { black box wsdl \"wsdl/sequential.wsdl\" at \"http://localhost:1/x\" }")
                        .and("at 0.5 s in Quick: replace Sequential by Legacy"));
        all.put(IssueCode.VERSION_MISMATCH, second().and("at 0.5 s in Quick: replace Sequential by Second"));
        all.put(
                IssueCode.REDEPLOY_IMPOSSIBLE,
                sample().with("engine : reference on here { heap 256 MiB }", "engine : orchestra on here")
                        .and("at 0.5 s in Quick: replace Sequential by Sequential"));
        return all;
    }

    /** With a process that no case loads. */
    private static Sample second() {
        return sample().and(
                        "process Second { bpel \"bpel/flow-no-dep.bpel\" partner quote -> quotes uiid to \"p:order/p:id\" }");
    }

    /** With requests that are filled from records. */
    private static Sample rows(String how, String csv) {
        return sample().file("orders/prices.csv", csv)
                .file(
                        "orders/order.xml",
                        "<p:order xmlns:p=\"urn:soabench:sequential\"><p:id/><p:symbol>${price}</p:symbol></p:order>")
                .and("data Orders { \"orders/order.xml\" filled from \"orders/prices.csv\" " + how + " }")
                .with("{ clients 2 }", "{ clients 2 sends Orders }");
    }

    /** An open workload with that load. */
    private static Sample load(String shape) {
        return sample().with("closed { clients 2 }", "open { " + shape + " }");
    }

    /** With a service that answers later, and is called by clients. */
    private static Sample later(String callback) {
        return sample().with("serves quotes", "serves quotes, later")
                .with("case on engine", "case for process in (later), workload in (office) case on engine")
                .and("service type Later from \"wsdl/later.wsdl\" port \"QuotePort\"")
                .and("service later : Later { " + callback + " uiid from \"q:request/q:id\" }")
                .file("wsdl/later.wsdl", example("callback/wsdl/quote.wsdl"));
    }

    private static final String COPIES = "callback \"offered\" copies uiid to \"p:offered/p:id\"";

    /** A process with one-way requests, and what says how it answers them. */
    private static Sample asynchronous(String callback) {
        return sample().text(
                        """
                testbed purchases
                seed 42
                service type Quote from "async/wsdl/quote.wsdl" port "QuotePort"
                service quotes : Quote { %s }
                process Purchase { bpel "async/bpel/purchase.bpel" partner quote -> quotes uiid to "p:order/p:id" %s }
                host here
                server engine : reference on here { heap 256 MiB }
                server mocks : lean on here { serves quotes }
                workload office closed { clients 2 }
                suite Quick {
                    repeat 1 warm up 0 s measure 1 s
                    case on engine for process in (Purchase), workload in (office) }
                """
                                .formatted(CALLBACK, callback))
                .file("async/wsdl/quote.wsdl", example("async/wsdl/quote.wsdl"))
                .file("async/wsdl/purchase.wsdl", example("async/wsdl/purchase.wsdl"))
                .file("async/bpel/purchase.bpel", example("async/bpel/purchase.bpel"));
    }

    /** Its first message has the value by which the answer of the partner finds the instance. */
    private static Sample correlated() {
        return asynchronous("callback \"offered\"")
                .edit(
                        "async/bpel/purchase.bpel",
                        "createInstance=\"yes\"/>",
                        "createInstance=\"yes\"><correlations><correlation set=\"purchase\" initiate=\"yes\"/></correlations></receive>")
                .edit(
                        "async/wsdl/purchase.wsdl",
                        "<vprop:propertyAlias propertyName=\"p:id\" messageType=\"q:request\"",
                        "<vprop:propertyAlias propertyName=\"p:id\" messageType=\"p:order\" part=\"body\"><vprop:query>p:id</vprop:query></vprop:propertyAlias>"
                                + "<vprop:propertyAlias propertyName=\"p:id\" messageType=\"q:request\"");
    }

    private static String example(String file) {
        try {
            return Files.readString(Path.of("../../examples").resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the example " + file + ": " + e.getMessage(), e);
        }
    }

    /** With the mock host on a machine of its own, and a network. */
    private static Sample lab(String latencies) {
        return sample().with("host here", "host here\nhost lab")
                .with("axis2 on here", "axis2 on lab")
                .and("network { " + latencies + " }");
    }

    /** With a server type whose lifecycle has another value of one component. */
    private static Sample altered(Sample sample, String type, String component, Object value) {
        sample.types.put(type, AlteredType.of(sample.types.get(type), component, value));
        return sample;
    }

    private static String emptyWsdl() {
        return """
                <definitions name="empty" targetNamespace="urn:empty" xmlns="http://schemas.xmlsoap.org/wsdl/"
                    xmlns:e="urn:empty" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
                  <portType name="Empty"/>
                  <binding name="EmptySoap" type="e:Empty">
                    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                  </binding>
                  <service name="EmptyService">
                    <port name="EmptyPort" binding="e:EmptySoap"><soap:address location="http://127.0.0.1/"/></port>
                  </service>
                </definitions>
                """;
    }

    private static String silentWsdl() {
        return """
                <definitions name="silent" targetNamespace="urn:silent" xmlns="http://schemas.xmlsoap.org/wsdl/"
                    xmlns:s="urn:silent" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <types><xsd:schema targetNamespace="urn:silent"><xsd:element name="word" type="xsd:string"/></xsd:schema></types>
                  <message name="word"><part name="body" element="s:word"/></message>
                  <portType name="Silent"><operation name="tell"><input message="s:word"/></operation></portType>
                  <binding name="SilentSoap" type="s:Silent">
                    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="tell"><input><soap:body use="literal"/></input></operation>
                  </binding>
                  <service name="SilentService">
                    <port name="SilentPort" binding="s:SilentSoap"><soap:address location="http://127.0.0.1/"/></port>
                  </service>
                </definitions>
                """;
    }

    @TempDir
    Path folder;

    private CheckedTestbed validated(Sample sample) throws IOException {
        Path quickstart = Path.of("../../examples/quickstart");
        try (Stream<Path> files = Files.walk(quickstart)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("target"))
                    .toList()) {
                copy(file, quickstart.relativize(file).toString());
            }
        }
        for (Map.Entry<String, byte[]> file : sample.files.entrySet()) {
            String content = new String(file.getValue(), StandardCharsets.ISO_8859_1);
            byte[] bytes = content.startsWith("@")
                    ? Files.readAllBytes(quickstart.resolve(content.substring(1)))
                    : file.getValue();
            Files.createDirectories(folder.resolve(file.getKey()).getParent());
            Files.write(folder.resolve(file.getKey()), bytes);
        }
        for (Map.Entry<String, String> edit : sample.edits.entrySet()) {
            String[] change = edit.getValue().split("\t", -1);
            Path file = folder.resolve(edit.getKey());
            String before = Files.readString(file);
            assertThat(before).contains(change[0]);
            Files.writeString(file, before.replace(change[0], change[1]));
        }
        Path model = Files.writeString(folder.resolve("model.testbed"), sample.text);
        try (URLClassLoader plugins = new URLClassLoader(
                new URL[] {folder.resolve("plugin/").toUri().toURL()}, EveryIssueTest.class.getClassLoader())) {
            TestbedReader.Result read = new TestbedReader(plugins).read(model);
            return CheckedTestbed.of(
                    read, sample.types, OptionalLong.empty(), read.whole().defaultProfile(), sample.freeBytes);
        }
    }

    private void copy(Path file, String name) throws IOException {
        Path target = folder.resolve(name);
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void shouldFindNothingWrongWithWhatTheSamplesDifferFrom() throws IOException {
        CheckedTestbed checked = validated(sample());

        assertThat(checked.issues()).isEmpty();
        assertThat(checked.compile(folder.resolve("compiled")).cases()).hasSize(1);
    }

    @Test
    void shouldSayOnlyTheCauseOfAMockHostOfAnUnknownType() throws IOException {
        assertThat(validated(sample().with(": axis2", ": axis3")).issues())
                .extracting(issue -> issue.code())
                .containsExactly(IssueCode.SERVER_TYPE_UNKNOWN);
    }

    @Test
    void shouldRefuseTwoProcessesAtOnceThatOneInstanceCallsBack() throws IOException {
        Sample sample = purchases("quotes");

        assertThat(validated(sample).issues()).extracting(Issue::message).anySatisfy(message -> assertThat(message)
                .contains(
                        "service \"quotes\" calls process \"First\" back by \"quoted\", but process \"Second\", which is loaded"
                                + " at the same time, calls that instance, too"));
    }

    @Test
    void shouldTakeTwoProcessesAtOnceThatTwoInstancesCallBack() throws IOException {
        Sample sample = purchases("others").and("service others : Quote { " + CALLBACK + " }");

        assertThat(validated(sample.with("serves quotes", "serves quotes, others"))
                        .issues())
                .isEmpty();
    }

    @Test
    void shouldSayWhoDoesNotFindTheClientsThatItIsToCallBack() throws IOException {
        String addressed = "callback \"offered\"";

        assertThat(validated(asynchronous(addressed)).issues()).isEmpty();
        assertThat(validated(asynchronous(COPIES)).issues()).isEmpty();
        assertThat(validated(onOde(asynchronous(COPIES))).issues()).isEmpty();
        assertThat(validated(fromTwoHosts(asynchronous(addressed))).issues())
                .as("by WS-Addressing each request says itself where it is answered")
                .isEmpty();
        assertThat(validated(onOde(asynchronous(addressed))).issues())
                .extracting(Issue::message)
                .containsExactly("process \"Purchase\" answers its clients by \"offered\", to where requests say by"
                        + " WS-Addressing, but servers of type \"ode\" call only the address of the partner link; let the"
                        + " process copy the identifier: copies uiid to \"<path in the callback>\"");
        assertThat(validated(altered(asynchronous(COPIES), "reference", "calling", Lifecycle.Calling.NOBODY))
                        .issues())
                .extracting(Issue::message)
                .containsExactly("process \"Purchase\" answers its clients by \"offered\", but servers of type"
                        + " \"reference\" do not say how a process calls its clients back; use another engine");
    }

    @Test
    void shouldWarnWhereRequestsDoNotDifferByWhatTheirProcessCorrelates() throws IOException {
        assertThat(validated(correlated()).issues()).isEmpty();
        assertThat(validated(
                                correlated()
                                        .with("uiid to \"p:order/p:id\"", "")
                                        .data(
                                                "one.xml",
                                                "<p:order xmlns:p=\"urn:soabench:purchase\"><p:id>7</p:id><p:symbol>s</p:symbol></p:order>"))
                        .issues())
                .extracting(Issue::message)
                .containsExactly(
                        "all requests to \"Purchase\" have the same text in order/id, by which later messages find"
                                + " their instance (file \"one.xml\"); write ${uiid} there, or say it in the process: uiid to"
                                + " \"<path in the request>\"");
    }

    @Test
    void shouldEstimateASearchForAConfiguration() throws IOException {
        CheckedTestbed checked =
                validated(explore("vary engine for lowest average response-time { workers in (1, 2, 3, 4) }"
                        + " warm up 1 s measure 2 s confirm 3 times"));

        assertThat(checked.issues()).isEmpty();
        assertThat(checked.estimate())
                .last()
                .isEqualTo(
                        "explore Capacity: 4 of 4 configurations, 4 trials to select one, at most 9 to confirm it, more than"
                                + " 39 s of warm-up and measurement");
    }

    /** What only the server type refuses is found in each configuration, and is said where its value stands. */
    @Test
    void shouldRefuseAConfigurationThatTheCompilerRefuses() throws IOException {
        assertThat(validated(explore("vary engine for lowest average response-time { registry in (\"\", \"mocks\") }"
                                + " warm up 1 s measure 2 s"))
                        .issues())
                .extracting(issue -> issue.code())
                .containsExactly(IssueCode.SERVER_IS_NO_REGISTRY);
    }

    /** The sample with an exploration of its workload. */
    private static Sample explore(String what) {
        return sample().and("explore Capacity { case on engine for process in (Sequential), workload in (office) "
                + what + " }");
    }

    private static Sample fromTwoHosts(Sample sample) {
        return sample.with("host here", "host here host there")
                .with("workload in (office) }", "workload in (office) from here, there }");
    }

    @Test
    void shouldRefuseALatencyThatCallbacksWouldNotHave() throws IOException {
        assertThat(validated(asynchronous(COPIES)
                                .with("host here", "host here host there network { latency there -> here 2 ms }")
                                .with("workload in (office) }", "workload in (office) from there }"))
                        .issues())
                .extracting(Issue::message)
                .anySatisfy(
                        message -> assertThat(message).contains("answers clients by callbacks, which are not delayed"));
    }

    private static Sample onOde(Sample sample) {
        return sample.with(": reference on here { heap 256 MiB }", ": ode on here");
    }

    /** Two processes of a mix with the same partner link, the second bound to that service. */
    private static Sample purchases(String second) {
        return sample().text(
                        """
                testbed purchases
                seed 42
                service type Quote from "later/wsdl/quote.wsdl" port "QuotePort"
                service quotes : Quote { %s }
                process First  { bpel "later/bpel/purchase.bpel" partner quote -> quotes uiid to "p:order/p:id" }
                process Second { bpel "later/bpel/purchase.bpel" partner quote -> %s uiid to "p:order/p:id" }
                host here
                server engine : reference on here { heap 256 MiB }
                server mocks : lean on here { serves quotes }
                workload both open { rate 10 /s mix { 50 %% First, 50 %% Second } }
                suite Quick { repeat 1 warm up 0 s measure 1 s case on engine for workload in (both) }
                """
                                .formatted(CALLBACK, second))
                .file("later/wsdl/quote.wsdl", example("callback/wsdl/quote.wsdl"))
                .file("later/wsdl/purchase.wsdl", example("callback/wsdl/purchase.wsdl"))
                .file("later/bpel/purchase.bpel", example("callback/bpel/purchase.bpel"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeFoundByValidateAndRefusedByCompile(IssueCode code) throws IOException {
        assertThat(SAMPLES).as("a model that provokes " + code.id()).containsKey(code);
        CheckedTestbed checked = validated(SAMPLES.get(code));
        List<Issue> found =
                checked.issues().stream().filter(issue -> issue.code() == code).toList();
        Path compiled = folder.resolve("out/compiled");

        assertThat(found).as(() -> checked.issues().toString()).isNotEmpty();
        assertThat(found).allSatisfy(issue -> {
            assertThat(issue.place().line()).isPositive();
            assertThat(issue.place().column()).isPositive();
            assertThat(issue.message()).doesNotContain("null");
        });
        if (checked.errors() > 0) {
            CompilationRefused refused =
                    catchThrowableOfType(CompilationRefused.class, () -> checked.compile(compiled));
            assertThat(refused.issues()).isEqualTo(checked.issues());
            assertThat(folder.resolve("out")).doesNotExist();
        } else {
            assertThat(checked.compile(compiled).cases()).isNotEmpty();
        }
    }
}
