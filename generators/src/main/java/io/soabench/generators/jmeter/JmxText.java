package io.soabench.generators.jmeter;

import io.soabench.engine.bpel.tree.XmlText;
import io.soabench.plan.Plan;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the JMeter test plan of a {@link LoadTest}: stock elements only, as JMeter 5.6.3 saves them. */
public final class JmxText {

    /** A longer request is sent from its file by the stock elements. */
    static final int LONGEST_BODY = 64 * 1024;

    private static final String ENDPOINT = "soabench.endpoint";
    private static final String SOAP_ACTION = "soabench.soapAction";

    /** In front of the name of a column, so that it does not hide a variable of the test plan. */
    private static final String ROW = "row.";

    private final StringBuilder out = new StringBuilder();
    private int depth;

    private JmxText() {}

    /** The text of the {@code .jmx}. */
    public static String of(LoadTest test) {
        JmxText text = new JmxText();
        text.plan(test);
        return text.out.toString();
    }

    /** What may be changed in one place: the user-defined variables, see generators/README.md. */
    static Map<String, String> variables(LoadTest test) {
        Map<String, String> all = new LinkedHashMap<>();
        for (LoadTest.Target target : test.targets()) {
            String endpoint = of(ENDPOINT, target, test);
            all.put(endpoint, "${__P(" + endpoint + "," + parameter(target.endpoint()) + ")}");
            all.put(of(SOAP_ACTION, target, test), literal(target.soapAction()));
        }
        if (test.schedule().isEmpty()) {
            all.put("soabench.threads", Integer.toString(test.threads()));
            if (test.open()) {
                all.put("soabench.ratePerSecond", decimal(test.ratePerSecond()));
            }
            all.put("soabench.durationS", Long.toString((test.durationMs() + 999) / 1000));
        }
        all.put("soabench.timeOutMs", Long.toString(test.timeOutMs()));
        return all;
    }

    /** The name of a variable of what is called; of a mix each process has its own. */
    private static String of(String variable, LoadTest.Target target, LoadTest test) {
        return test.mixed() ? variable + "." + target.process() : variable;
    }

    private static String decimal(double value) {
        return new BigDecimal(value)
                .setScale(6, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A text without variables: JMeter would replace them otherwise. */
    private static String literal(String text) {
        return text.contains("${") ? text.replace("\\", "\\\\").replace("${", "\\${") : text;
    }

    private static String parameter(String text) {
        return text.replace("\\", "\\\\").replace(",", "\\,").replace("${", "\\${");
    }

    /** A body in which JMeter replaces the UIID, the columns of records, and nothing else. */
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
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        open("jmeterTestPlan version=\"1.2\" properties=\"5.0\" jmeter=\"5.6.3\"");
        open("hashTree");
        element("TestPlan", "TestPlanGui", test.caseId());
        string(
                "TestPlan.comments",
                "Case " + test.caseId() + " of testbed " + test.testbed() + ", client host " + test.host()
                        + ". An export: SOABench does not read it." + differences(test));
        bool("TestPlan.functional_mode", false);
        bool("TestPlan.tearDown_on_shutdown", true);
        bool("TestPlan.serialize_threadgroups", false);
        open("elementProp name=\"TestPlan.user_defined_variables\" elementType=\"Arguments\""
                + " guiclass=\"ArgumentsPanel\" testclass=\"Arguments\" testname=\"User Defined Variables\"");
        open("collectionProp name=\"Arguments.arguments\"");
        variables(test).forEach((name, value) -> {
            open("elementProp name=\"" + name + "\" elementType=\"Argument\"");
            string("Argument.name", name);
            string("Argument.value", value);
            string("Argument.metadata", "=");
            close("elementProp");
        });
        close("collectionProp");
        close("elementProp");
        close("TestPlan");
        open("hashTree");
        threads(test);
        summary();
        close("hashTree");
        close("hashTree");
        close("jmeterTestPlan");
    }

    /** What stock elements cannot do, in sentences. */
    private static String differences(LoadTest test) {
        StringBuilder differences = new StringBuilder();
        if (test.changing() && !test.open()) {
            differences.append(" In the model the number of clients changes over time; here all " + test.threads()
                    + " are there all the time.");
        }
        test.schedule()
                .ifPresent(schedule -> differences.append(
                        schedule.drawn()
                                ? " Each line of the schedule has as many requests as the trace in that time; at which instants is"
                                        + " JMeter's."
                                : " The schedule has the rates of the model; how many requests arrive is their sum, and at which"
                                        + " instants is JMeter's."));
        test.schedule()
                .filter(schedule -> test.connections().use() != Plan.Connections.Use.NEW)
                .ifPresent(
                        schedule -> differences.append(
                                " Each arrival is a user of JMeter's with a connection of its own, which the model's are not."));
        if (test.schedule().isEmpty() && test.connections().use() == Plan.Connections.Use.LIMITED) {
            differences.append(
                    " The model lets this host have " + test.connections().words()
                            + " connections; JMeter cannot limit them: each of its threads has its own.");
        }
        return differences.toString();
    }

    /** A thread for each arrival. */
    private void arrivals(LoadTest test, OpenSchedule schedule) {
        element("OpenModelThreadGroup", "OpenModelThreadGroupGui", "Arrivals");
        string("ThreadGroup.on_sample_error", "continue");
        line("<elementProp name=\"ThreadGroup.main_controller\" elementType=\"OpenModelThreadGroupController\"/>");
        string("OpenModelThreadGroup.schedule", schedule.text(test.timeOutMs()));
        string("OpenModelThreadGroup.random_seed", "1");
        close("OpenModelThreadGroup");
        open("hashTree");
        table(test);
        headers(test);
        requests(test);
        close("hashTree");
    }

    private void threads(LoadTest test) {
        if (test.schedule().isPresent()) {
            arrivals(test, test.schedule().get());
            return;
        }
        element("ThreadGroup", "ThreadGroupGui", "Clients");
        string("ThreadGroup.on_sample_error", "continue");
        open("elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\""
                + " guiclass=\"LoopControlPanel\" testclass=\"LoopController\" testname=\"Loop Controller\"");
        bool("LoopController.continue_forever", false);
        line("<intProp name=\"LoopController.loops\">-1</intProp>");
        close("elementProp");
        string("ThreadGroup.num_threads", "${soabench.threads}");
        string("ThreadGroup.ramp_time", "0");
        bool("ThreadGroup.scheduler", true);
        string("ThreadGroup.duration", "${soabench.durationS}");
        string("ThreadGroup.delay", "0");
        bool("ThreadGroup.same_user_on_next_iteration", true);
        close("ThreadGroup");
        open("hashTree");
        table(test);
        headers(test);
        timer(test);
        requests(test);
        close("hashTree");
    }

    private void table(LoadTest test) {
        element("CSVDataSet", "TestBeanGUI", "Trace");
        string("delimiter", ",");
        string("fileEncoding", "UTF-8");
        string("filename", test.table());
        bool("ignoreFirstLine", true);
        bool("quotedData", !test.columns().isEmpty());
        bool("recycle", true);
        string("shareMode", "shareMode.all");
        bool("stopThread", false);
        string(
                "variableNames",
                "uiid,wait_ms,chunk"
                        + test.columns().stream()
                                .map(column -> "," + ROW + column)
                                .collect(Collectors.joining()));
        close("CSVDataSet");
        empty();
    }

    private void headers(LoadTest test) {
        element("HeaderManager", "HeaderPanel", "Headers");
        open("collectionProp name=\"HeaderManager.headers\"");
        header("Content-Type", "text/xml; charset=UTF-8");
        if (!test.mixed()) {
            header("SOAPAction", "\"${" + SOAP_ACTION + "}\"");
        }
        header("X-SOABench-UIID", "${uiid}");
        close("collectionProp");
        close("HeaderManager");
        empty();
    }

    /** Of one process of a mix. */
    private void soapAction(LoadTest.Request request, LoadTest test) {
        element("HeaderManager", "HeaderPanel", "SOAPAction");
        open("collectionProp name=\"HeaderManager.headers\"");
        header("SOAPAction", "\"${" + of(SOAP_ACTION, request.target(), test) + "}\"");
        close("collectionProp");
        close("HeaderManager");
        empty();
    }

    private void header(String name, String value) {
        open("elementProp name=\"\" elementType=\"Header\"");
        string("Header.name", name);
        string("Header.value", value);
        close("elementProp");
    }

    private void timer(LoadTest test) {
        if (test.open()) {
            element("PreciseThroughputTimer", "TestBeanGUI", "Arrivals");
            string("allowedThroughputSurplus", "1.0");
            string("exactLimit", "10000");
            string("throughput", "${soabench.ratePerSecond}");
            string("throughputPeriod", "1");
            string("duration", "${soabench.durationS}");
            string("batchSize", "1");
            string("batchThreadDelay", "0");
            string("randomSeed", "1");
            close("PreciseThroughputTimer");
        } else {
            element("ConstantTimer", "ConstantTimerGui", "Think time");
            string("ConstantTimer.delay", "${wait_ms}");
            close("ConstantTimer");
        }
        empty();
    }

    private void requests(LoadTest test) {
        element("SwitchController", "SwitchControllerGui", "Chunk");
        string("SwitchController.value", "${chunk}");
        close("SwitchController");
        open("hashTree");
        for (LoadTest.Request request : test.requests()) {
            String file = request.path().substring(request.path().lastIndexOf('/') + 1);
            String chunk = file.endsWith(".xml") ? file.substring(0, file.length() - 4) : file;
            request(request, test.mixed() ? request.target().process() + "/" + chunk : chunk, test);
            open("hashTree");
            if (test.mixed()) {
                soapAction(request, test);
            }
            assertion(request.target());
            close("hashTree");
        }
        close("hashTree");
    }

    private void request(LoadTest.Request request, String name, LoadTest test) {
        element("HTTPSamplerProxy", "HttpTestSampleGui", name);
        boolean filled =
                test.columns().stream().anyMatch(column -> request.text().contains("${" + column + "}"));
        if (filled || request.text().length() <= LONGEST_BODY) {
            bool("HTTPSampler.postBodyRaw", true);
            open("elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\"");
            open("collectionProp name=\"Arguments.arguments\"");
            open("elementProp name=\"\" elementType=\"HTTPArgument\"");
            bool("HTTPArgument.always_encode", false);
            string("Argument.value", body(request.text(), test.columns()));
            string("Argument.metadata", "=");
            close("elementProp");
            close("collectionProp");
            close("elementProp");
        } else {
            open("elementProp name=\"HTTPsampler.Files\" elementType=\"HTTPFileArgs\"");
            open("collectionProp name=\"HTTPFileArgs.files\"");
            open("elementProp name=\"" + XmlText.escaped(request.path()) + "\" elementType=\"HTTPFileArg\"");
            string("File.path", request.path());
            string("File.paramname", "");
            string("File.mimetype", "text/xml");
            close("elementProp");
            close("collectionProp");
            close("elementProp");
            open("elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\"");
            line("<collectionProp name=\"Arguments.arguments\"/>");
            close("elementProp");
        }
        string("HTTPSampler.contentEncoding", "UTF-8");
        string("HTTPSampler.path", "${" + of(ENDPOINT, request.target(), test) + "}");
        string("HTTPSampler.method", "POST");
        bool("HTTPSampler.follow_redirects", false);
        bool("HTTPSampler.auto_redirects", false);
        bool("HTTPSampler.use_keepalive", test.connections().use() != Plan.Connections.Use.NEW);
        bool("HTTPSampler.DO_MULTIPART_POST", false);
        string("HTTPSampler.connect_timeout", "${soabench.timeOutMs}");
        string("HTTPSampler.response_timeout", "${soabench.timeOutMs}");
        close("HTTPSamplerProxy");
    }

    private void assertion(LoadTest.Target target) {
        String answer = target.answerElement().substring(target.answerElement().indexOf('}') + 1);
        element("ResponseAssertion", "AssertionGui", "Answer");
        open("collectionProp name=\"Asserion.test_strings\"");
        // The misspelt name is JMeter's own. Test type 16 is "substring", 1 "matches".
        string("0", target.oneWay() ? "20[0-9]" : answer.isEmpty() ? "Envelope" : answer);
        close("collectionProp");
        string("Assertion.custom_message", "");
        string("Assertion.test_field", target.oneWay() ? "Assertion.response_code" : "Assertion.response_data");
        bool("Assertion.assume_success", false);
        line("<intProp name=\"Assertion.test_type\">" + (target.oneWay() ? 1 : 16) + "</intProp>");
        close("ResponseAssertion");
        empty();
    }

    private void summary() {
        element("ResultCollector", "SummaryReport", "Summary Report");
        bool("ResultCollector.error_logging", false);
        string("filename", "");
        close("ResultCollector");
        empty();
    }

    // ---- text

    private void element(String type, String gui, String name) {
        open(type + " guiclass=\"" + gui + "\" testclass=\"" + type + "\" testname=\"" + XmlText.escaped(name)
                + "\" enabled=\"true\"");
    }

    private void string(String name, String value) {
        line("<stringProp name=\"" + XmlText.escaped(name) + "\">" + content(value) + "</stringProp>");
    }

    /** Line feeds stay, so that bodies can be read in the file too. */
    private static String content(String value) {
        return List.of(value.split("\n", -1)).stream()
                .map(XmlText::escaped)
                .map(each -> each.replace("&quot;", "\"").replace("&apos;", "'").replace("&#9;", "\t"))
                .collect(Collectors.joining("\n"));
    }

    private void bool(String name, boolean value) {
        line("<boolProp name=\"" + name + "\">" + value + "</boolProp>");
    }

    private void empty() {
        line("<hashTree/>");
    }

    private void open(String tag) {
        line("<" + tag + ">");
        depth++;
    }

    private void close(String tag) {
        depth--;
        line("</" + tag + ">");
    }

    private void line(String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }
}
