package io.soabench.generators.jmeter;

import io.soabench.contracts.tree.XmlText;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.RequestForm;
import io.soabench.plan.SoapVersion;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The JMeter test plan of a {@link LoadTest}: stock elements only, as JMeter 5.6.3 saves them. */
public final class JmxText {

    /** The length above which the stock elements send a request from its file. */
    static final int LONGEST_BODY = 64 * 1024;

    private static final String ENDPOINT = "soabench.endpoint";
    private static final String SOAP_ACTION = "soabench.soapAction";
    private static final String HEADER = "soabench.header.";

    /** The prefix of the name of a column, so that it does not hide a variable of the test plan. */
    private static final String ROW = "row.";

    private static final String FRAGMENT = "Requests";
    private static final String CHUNK = "Chunk";

    private final JmxLines out = new JmxLines();

    private JmxText() {}

    /** Returns the text of the {@code .jmx}. */
    public static String of(LoadTest test) {
        JmxText text = new JmxText();
        text.plan(test);
        return text.out.text();
    }

    /** Writes the user-defined variables: the values that a user may change, in one place; see generators/README.md. */
    static Map<String, String> variables(LoadTest test) {
        Map<String, String> all = new LinkedHashMap<>();
        for (LoadTest.Target target : test.targets()) {
            String endpoint = of(ENDPOINT, target, test);
            all.put(endpoint, "${__P(" + endpoint + "," + parameter(target.endpoint()) + ")}");
            all.put(of(SOAP_ACTION, target, test), literal(target.soapAction()));
            for (HeaderPlan header : target.form().headers()) {
                all.put(
                        of(HEADER + header.name(), target, test),
                        header.secret() ? SecretFunction.of(header) : literal(header.text()));
            }
        }
        if (test.schedule().isEmpty() && test.presence().isEmpty()) {
            all.put("soabench.threads", Integer.toString(test.threads()));
            if (test.open()) {
                all.put("soabench.ratePerSecond", decimal(test.ratePerSecond()));
            }
            all.put("soabench.durationS", Long.toString((test.durationMs() + 999) / 1000));
        }
        all.put("soabench.timeOutMs", Long.toString(test.timeOutMs()));
        return all;
    }

    /** Returns the name of a variable about the called process. In a mix, each process has its own variables. */
    private static String of(String variable, LoadTest.Target target, LoadTest test) {
        return test.mixed() ? variable + "." + target.process() : variable;
    }

    private static String decimal(double value) {
        return new BigDecimal(value)
                .setScale(6, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Returns a text without variables: JMeter would replace them otherwise. */
    private static String literal(String text) {
        return text.contains("${") ? text.replace("\\", "\\\\").replace("${", "\\${") : text;
    }

    private static String parameter(String text) {
        return text.replace("\\", "\\\\").replace(",", "\\,").replace("${", "\\${");
    }

    /** Returns a body in which JMeter replaces the UIID, the columns of records, and nothing else. */
    static String body(String text, List<String> columns) {
        if (!text.contains("${")) {
            return text;
        }
        String body = text.replace("\\", "\\\\").replace("${", "\\${").replace("\\${uiid}", "${uiid}");
        for (String column : columns) {
            body = body.replace("\\${" + column + "}", "${" + ROW + column + "}");
        }
        return body;
    }

    private void plan(LoadTest test) {
        out.declaration();
        out.open("jmeterTestPlan version=\"1.2\" properties=\"5.0\" jmeter=\"5.6.3\"");
        out.open("hashTree");
        out.element("TestPlan", "TestPlanGui", test.caseId());
        out.string(
                "TestPlan.comments",
                "Case " + test.caseId() + " of testbed " + test.testbed() + ", client host " + test.host()
                        + ". An export: SOABench does not read it." + differences(test));
        out.bool("TestPlan.functional_mode", false);
        out.bool("TestPlan.tearDown_on_shutdown", true);
        out.bool("TestPlan.serialize_threadgroups", false);
        out.open("elementProp name=\"TestPlan.user_defined_variables\" elementType=\"Arguments\""
                + " guiclass=\"ArgumentsPanel\" testclass=\"Arguments\" testname=\"User Defined Variables\"");
        out.open("collectionProp name=\"Arguments.arguments\"");
        variables(test).forEach((name, value) -> {
            out.open("elementProp name=\"" + XmlText.escaped(name) + "\" elementType=\"Argument\"");
            out.string("Argument.name", name);
            out.string("Argument.value", value);
            out.string("Argument.metadata", "=");
            out.close("elementProp");
        });
        out.close("collectionProp");
        out.close("elementProp");
        out.close("TestPlan");
        out.open("hashTree");
        load(test);
        summary();
        out.close("hashTree");
        out.close("hashTree");
        out.close("jmeterTestPlan");
    }

    /** Returns the differences that stock elements cannot avoid, in sentences. */
    private static String differences(LoadTest test) {
        StringBuilder differences = new StringBuilder();
        test.presence().ifPresent(presence -> differences.append(presence.words()));
        test.schedule()
                .ifPresent(schedule -> differences.append(
                        schedule.drawn()
                                ? " Each line of the schedule has as many requests as the trace in that time; at which instants is"
                                        + " JMeter's."
                                : " The schedule has the rates of the model; how many requests arrive is their sum, and at which"
                                        + " instants is JMeter's."));
        test.schedule()
                .filter(schedule -> test.connections().use() != ConnectionPlan.Use.NEW)
                .ifPresent(
                        schedule -> differences.append(
                                " Each arrival is a user of JMeter's with a connection of its own, which the model's are not."));
        if (test.schedule().isEmpty() && test.connections().use() == ConnectionPlan.Use.LIMITED) {
            differences.append(
                    " The model lets this host have " + test.connections().words()
                            + " connections; JMeter cannot limit them: each of its threads has its own.");
        }
        return differences.toString();
    }

    /** Adds a thread for each arrival. */
    private void arrivals(LoadTest test, OpenSchedule schedule) {
        out.element("OpenModelThreadGroup", "OpenModelThreadGroupGui", "Arrivals");
        out.string("ThreadGroup.on_sample_error", "continue");
        out.line("<elementProp name=\"ThreadGroup.main_controller\" elementType=\"OpenModelThreadGroupController\"/>");
        out.string("OpenModelThreadGroup.schedule", schedule.text(test.timeOutMs()));
        out.string("OpenModelThreadGroup.random_seed", "1");
        out.close("OpenModelThreadGroup");
        out.open("hashTree");
        table(test);
        headers(test);
        requests(test);
        out.close("hashTree");
    }

    private void load(LoadTest test) {
        if (test.schedule().isPresent()) {
            arrivals(test, test.schedule().get());
        } else if (test.presence().isPresent()) {
            presence(test, test.presence().get());
        } else {
            threads(test);
        }
    }

    /** Adds all clients at once, or arrivals of one rate. */
    private void threads(LoadTest test) {
        group("Clients", "${soabench.threads}", "0", "0", "${soabench.durationS}");
        out.open("hashTree");
        table(test);
        headers(test);
        timer(test);
        requests(test);
        out.close("hashTree");
    }

    /** Adds a thread group for each level of clients; all share the table and the requests, which stand in the plan once. */
    private void presence(LoadTest test, ClientSchedule presence) {
        table(test);
        headers(test);
        out.element("TestFragmentController", "TestFragmentControllerGui", FRAGMENT);
        out.close("TestFragmentController");
        out.open("hashTree");
        requests(test);
        out.close("hashTree");
        for (ClientSchedule.Group each : presence.groups()) {
            group(
                    each.name(),
                    Integer.toString(each.clients()),
                    Long.toString(each.rampS()),
                    Long.toString(each.delayS()),
                    Long.toString(each.durationS()));
            out.open("hashTree");
            timer(test);
            out.element("ModuleController", "ModuleControllerGui", FRAGMENT);
            out.open("collectionProp name=\"ModuleController.node_path\"");
            // JMeter compares the names from the second on; the first is that of its own root.
            for (String node : List.of("Test Plan", test.caseId(), FRAGMENT, CHUNK)) {
                out.string(node, node);
            }
            out.close("collectionProp");
            out.close("ModuleController");
            out.empty();
            out.close("hashTree");
        }
    }

    private void group(String name, String threads, String rampS, String delayS, String durationS) {
        out.element("ThreadGroup", "ThreadGroupGui", name);
        out.string("ThreadGroup.on_sample_error", "continue");
        out.open("elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\""
                + " guiclass=\"LoopControlPanel\" testclass=\"LoopController\" testname=\"Loop Controller\"");
        out.bool("LoopController.continue_forever", false);
        out.line("<intProp name=\"LoopController.loops\">-1</intProp>");
        out.close("elementProp");
        out.string("ThreadGroup.num_threads", threads);
        out.string("ThreadGroup.ramp_time", rampS);
        out.bool("ThreadGroup.scheduler", true);
        out.string("ThreadGroup.duration", durationS);
        out.string("ThreadGroup.delay", delayS);
        out.bool("ThreadGroup.same_user_on_next_iteration", true);
        out.close("ThreadGroup");
    }

    private void table(LoadTest test) {
        out.element("CSVDataSet", "TestBeanGUI", "Trace");
        out.string("delimiter", ",");
        out.string("fileEncoding", "UTF-8");
        out.string("filename", test.table());
        out.bool("ignoreFirstLine", true);
        out.bool("quotedData", !test.columns().isEmpty());
        out.bool("recycle", true);
        out.string("shareMode", "shareMode.all");
        out.bool("stopThread", false);
        out.string(
                "variableNames",
                "uiid,wait_ms,chunk"
                        + test.columns().stream()
                                .map(column -> "," + ROW + column)
                                .collect(Collectors.joining()));
        out.close("CSVDataSet");
        out.empty();
    }

    private void headers(LoadTest test) {
        out.element("HeaderManager", "HeaderPanel", "Headers");
        out.open("collectionProp name=\"HeaderManager.headers\"");
        if (!test.differing()) {
            contentType(test.targets().get(0), test);
        }
        if (!test.mixed()) {
            own(test.targets().get(0), test);
        }
        header(RequestForm.UIID_HEADER, "${uiid}");
        out.close("collectionProp");
        out.close("HeaderManager");
        out.empty();
    }

    private void contentType(LoadTest.Target target, LoadTest test) {
        SoapVersion soap = target.form().soap();
        header(
                "Content-Type",
                soap.mediaType() + "; charset=UTF-8"
                        + (soap.actionInType() && !target.soapAction().isEmpty()
                                ? "; action=\"${" + of(SOAP_ACTION, target, test) + "}\""
                                : ""));
    }

    /** Adds the headers that are a process's own. */
    private void own(LoadTest.Target target, LoadTest test) {
        if (!target.form().soap().actionInType()) {
            header("SOAPAction", "\"${" + of(SOAP_ACTION, target, test) + "}\"");
        }
        for (HeaderPlan each : target.form().headers()) {
            header(each.name(), "${" + of(HEADER + each.name(), target, test) + "}");
        }
    }

    /** Adds the headers of one process of a mix. */
    private void soapAction(LoadTest.Request request, LoadTest test) {
        out.element("HeaderManager", "HeaderPanel", "SOAPAction");
        out.open("collectionProp name=\"HeaderManager.headers\"");
        if (test.differing()) {
            contentType(request.target(), test);
        }
        own(request.target(), test);
        out.close("collectionProp");
        out.close("HeaderManager");
        out.empty();
    }

    private void header(String name, String value) {
        out.open("elementProp name=\"\" elementType=\"Header\"");
        out.string("Header.name", name);
        out.string("Header.value", value);
        out.close("elementProp");
    }

    private void timer(LoadTest test) {
        if (test.open()) {
            out.element("PreciseThroughputTimer", "TestBeanGUI", "Arrivals");
            out.string("allowedThroughputSurplus", "1.0");
            out.string("exactLimit", "10000");
            out.string("throughput", "${soabench.ratePerSecond}");
            out.string("throughputPeriod", "1");
            out.string("duration", "${soabench.durationS}");
            out.string("batchSize", "1");
            out.string("batchThreadDelay", "0");
            out.string("randomSeed", "1");
            out.close("PreciseThroughputTimer");
        } else {
            out.element("ConstantTimer", "ConstantTimerGui", "Think time");
            out.string("ConstantTimer.delay", "${wait_ms}");
            out.close("ConstantTimer");
        }
        out.empty();
    }

    private void requests(LoadTest test) {
        out.element("SwitchController", "SwitchControllerGui", CHUNK);
        out.string("SwitchController.value", "${chunk}");
        out.close("SwitchController");
        out.open("hashTree");
        for (LoadTest.Request request : test.requests()) {
            String file = request.path().substring(request.path().lastIndexOf('/') + 1);
            String chunk = file.endsWith(".xml") ? file.substring(0, file.length() - 4) : file;
            request(request, test.mixed() ? request.target().process() + "/" + chunk : chunk, test);
            out.open("hashTree");
            if (test.mixed()) {
                soapAction(request, test);
            }
            assertion(request.target());
            out.close("hashTree");
        }
        out.close("hashTree");
    }

    private void request(LoadTest.Request request, String name, LoadTest test) {
        out.element("HTTPSamplerProxy", "HttpTestSampleGui", name);
        boolean filled =
                test.columns().stream().anyMatch(column -> request.text().contains("${" + column + "}"));
        if (filled || request.text().length() <= LONGEST_BODY) {
            out.bool("HTTPSampler.postBodyRaw", true);
            out.open("elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\"");
            out.open("collectionProp name=\"Arguments.arguments\"");
            out.open("elementProp name=\"\" elementType=\"HTTPArgument\"");
            out.bool("HTTPArgument.always_encode", false);
            out.string("Argument.value", body(request.text(), test.columns()));
            out.string("Argument.metadata", "=");
            out.close("elementProp");
            out.close("collectionProp");
            out.close("elementProp");
        } else {
            out.open("elementProp name=\"HTTPsampler.Files\" elementType=\"HTTPFileArgs\"");
            out.open("collectionProp name=\"HTTPFileArgs.files\"");
            out.open("elementProp name=\"" + XmlText.escaped(request.path()) + "\" elementType=\"HTTPFileArg\"");
            out.string("File.path", request.path());
            out.string("File.paramname", "");
            out.string("File.mimetype", request.target().form().soap().mediaType());
            out.close("elementProp");
            out.close("collectionProp");
            out.close("elementProp");
            out.open("elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\"");
            out.line("<collectionProp name=\"Arguments.arguments\"/>");
            out.close("elementProp");
        }
        out.string("HTTPSampler.contentEncoding", "UTF-8");
        out.string("HTTPSampler.path", "${" + of(ENDPOINT, request.target(), test) + "}");
        out.string("HTTPSampler.method", "POST");
        out.bool("HTTPSampler.follow_redirects", false);
        out.bool("HTTPSampler.auto_redirects", false);
        out.bool("HTTPSampler.use_keepalive", test.connections().use() != ConnectionPlan.Use.NEW);
        out.bool("HTTPSampler.DO_MULTIPART_POST", false);
        out.string("HTTPSampler.connect_timeout", "${soabench.timeOutMs}");
        out.string("HTTPSampler.response_timeout", "${soabench.timeOutMs}");
        out.close("HTTPSamplerProxy");
    }

    private void assertion(LoadTest.Target target) {
        String answer = target.answerElement().substring(target.answerElement().indexOf('}') + 1);
        out.element("ResponseAssertion", "AssertionGui", "Answer");
        out.open("collectionProp name=\"Asserion.test_strings\"");
        // The misspelt name is JMeter's own. Test type 16 is "substring", 1 "matches".
        out.string("0", target.oneWay() ? "20[0-9]" : answer.isEmpty() ? "Envelope" : answer);
        out.close("collectionProp");
        out.string("Assertion.custom_message", "");
        out.string("Assertion.test_field", target.oneWay() ? "Assertion.response_code" : "Assertion.response_data");
        out.bool("Assertion.assume_success", false);
        out.line("<intProp name=\"Assertion.test_type\">" + (target.oneWay() ? 1 : 16) + "</intProp>");
        out.close("ResponseAssertion");
        out.empty();
    }

    private void summary() {
        out.element("ResultCollector", "SummaryReport", "Summary Report");
        out.bool("ResultCollector.error_logging", false);
        out.string("filename", "");
        out.close("ResultCollector");
        out.empty();
    }
}
