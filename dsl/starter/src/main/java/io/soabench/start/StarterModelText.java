package io.soabench.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The text of a model, with comments for a reader who has never seen one. */
final class StarterModelText {

    private final StringBuilder out = new StringBuilder();

    /** The states of data/answer.xml: absent, the form of an answer, or the known parts of the right one. */
    enum Answers {
        NONE,
        FORM,
        KNOWN
    }

    /** The lines of a model about a process. */
    static final class ProcessLines {
        private final String name;
        private final String bpel;
        private final List<String> wsdls = new ArrayList<>();
        private final List<String> partners = new ArrayList<>();
        private Optional<String> operation = Optional.empty();
        private Optional<String> callback = Optional.empty();
        private Optional<String> identified = Optional.empty();
        private Answers answers = Answers.NONE;

        ProcessLines(String name, String bpel) {
            this.name = name;
            this.bpel = bpel;
        }

        List<String> wsdls() {
            return wsdls;
        }

        List<String> partners() {
            return partners;
        }

        void operation(Optional<String> named) {
            operation = named;
        }

        void callback(Optional<String> named) {
            callback = named;
        }

        void identified(Optional<String> path) {
            identified = path;
        }

        void answers(Answers state) {
            answers = state;
        }
    }

    void head(String name, String title, String from) {
        head(name, title, from, "two");
    }

    /**
     * Adds the first lines of a model.
     *
     * @param minutes that a run takes, in a word or a number
     */
    void head(String name, String title, String from, String minutes) {
        lines(
                "// Made by soabench:init from " + from
                        + ". It is a beginning: everything in it may be changed, and what should be, says so.",
                "//",
                "//   mvn soabench:validate -Dtestbed=" + name
                        + ".testbed     what is wrong with it, and how long it takes",
                "//   mvn soabench:doc      -Dtestbed=" + name + ".testbed     a page that shows the experiment",
                "//   mvn soabench:run      -Dtestbed=" + name + ".testbed     runs it, about " + minutes
                        + " minutes, and writes the report",
                "//",
                "// Where Maven does not know the short name, write " + MavenGoal.PLUGIN + " for soabench.",
                "// All words are explained in docs/reference/language of SOABench.",
                "testbed " + name + " \"" + title + "\"",
                "seed 42   // the same model and seed: the same requests at the same times, and partners that behave the same",
                "");
    }

    void partners(boolean any) {
        if (any) {
            lines(
                    "// ---- Partners: mocked, so that what is measured is the engine, and every engine meets the same partners.",
                    "// Adapt: how quickly and how surely does the real partner answer?");
        }
    }

    void serviceType(String name, String document, Optional<String> port) {
        lines("service type " + name + " from \"" + document + "\""
                + port.map(each -> " port \"" + each + "\"").orElse(""));
    }

    void service(String name, String type, List<String> operations, Optional<String> more) {
        String called = operations.isEmpty() ? "" : "   // called: " + String.join(", ", operations);
        lines("service " + name + " : " + type + " {" + called);
        lines(
                "    response time lognormal(median 20 ms, sigma 0.5)   // half of the answers take less than 20 ms, a few much more");
        lines("    reliability 99.9 %                                 // the other requests get a fault");
        more.ifPresent(each -> lines("    " + each));
        lines(
                "    // answers \"<path of a number in the answer>\" uniform(1, 100)   // answers that differ, so that a check can tell a forgotten one");
        lines(
                "    // uiid from \"<path in its request>\"                           // where the process hands the identifier of a request on");
        lines("}", "");
    }

    void process(ProcessLines process, List<String> counts) {
        lines("// ---- The process under test.");
        if (!counts.isEmpty()) {
            lines("// Calls for one request: " + String.join(", ", counts) + ".");
        }
        lines("process " + process.name + " {");
        lines("    bpel \"" + process.bpel + "\"");
        if (!process.wsdls.isEmpty()) {
            lines("    wsdl \"" + String.join("\", \"", process.wsdls) + "\"");
        }
        process.partners.forEach(each -> lines("    " + each));
        process.operation.ifPresent(each -> lines("    operation \"" + each + "\"   // others start instances, too"));
        process.identified.ifPresent(
                each -> lines("    uiid to \"" + each + "\"   // each request has an identifier of its own there"));
        process.callback.ifPresent(each ->
                lines("    callback \"" + each + "\"   // the answer comes by a call; the response time ends with it"));
        if (process.answers == Answers.KNOWN) {
            lines(
                    "    // Before it is measured, a process must answer what is right. data/answer.xml has what the text of the process says of it:",
                    "    // ${uiid} is the identifier of the request, and ${any} may be anything so far. Write there what is right.",
                    "    check \"data/request.xml\" answers \"data/answer.xml\"");
        } else if (process.answers == Answers.FORM) {
            lines(
                    "    // Before it is measured, a process must answer what is right. So far any answer of the right kind is: write the right one",
                    "    // into data/answer.xml, where ${uiid} stands for the identifier and ${any} for anything, and let it count:",
                    "    // check \"data/request.xml\" answers \"data/answer.xml\"");
        }
        lines("}", "");
    }

    /** Adds hosts, servers, loads, metrics and the suite of a process. */
    void rest(List<String> services, String accepted, String process, boolean requests) {
        data(requests);
        lines("// ---- Machines and servers. A host without an address is this machine.");
        lines("host here");
        if (!accepted.isEmpty()) {
            lines(
                    "// The process is not quite standard WS-BPEL 2.0; the words say what the engine lets pass. `accept \"all\"` is everything.");
        }
        lines("server engine : reference on here { heap 256 MiB"
                + (accepted.isEmpty() ? "" : "  accept \"" + accepted + "\"") + " }");
        lines(
                "// server ode : ode on here { heap 512 MiB }   // another engine to compare with; then say below: case on engine, ode …");
        if (!services.isEmpty()) {
            lines("server mocks : lean on here { serves " + String.join(", ", services) + " }");
        }
        lines("");
        workloads(requests);
        metrics("engine");
        suite("case on engine for process in (" + process + "), workload in (steady, arrivals)");
    }

    void data(boolean requests) {
        if (requests) {
            lines(
                    "// Adapt: data/request.xml is made from the WSDL, with empty texts and zeros. Put a real request there; several files may be named.",
                    "data Requests { \"data/request.xml\" }",
                    "");
        }
    }

    void workloads(boolean requests) {
        loads();
        workloads("", requests ? "  sends Requests" : "");
        lines("");
    }

    /** Adds the heading of workloads. */
    void loads() {
        lines(
                "// ---- Load: clients that wait for their answer and think, and requests that come whatever became of those before.",
                "// Adapt the numbers to what you expect in operation.");
    }

    /**
     * Adds a closed and an open workload.
     *
     * @param ending of their names
     * @param sends what they send, as further words
     */
    void workloads(String ending, String sends) {
        lines(
                "workload steady" + ending + "   closed { clients 5  think time exponential(mean 500 ms)" + sends
                        + " }",
                "workload arrivals" + ending + " open   { rate 10 /s  arrivals exponential" + sends + " }");
    }

    void metrics(String server) {
        lines("metric response-time of processes { average, median, p95, p99, max, confidence 95 %, chart over time }");
        if (!server.isEmpty()) {
            lines("metric cpu    of " + server + " { average, max, chart over time }");
            lines("metric memory of " + server + " { max }");
        }
        lines("");
    }

    void suite(String cases) {
        lines(
                "// ---- What is run: each case twice, with short times for a first look. For results that count: repeat 5, measure 60 s.",
                "suite First {",
                "    repeat 2  warm up 3 s  measure 10 s  time-out 10 s",
                "    " + cases,
                "    expect p95 response-time < 1 s, failures < 5 %   // adapt: what must hold; a miss fails the build",
                "}",
                "",
                "report html, pdf");
    }

    void lines(String... lines) {
        for (String line : lines) {
            out.append(line).append('\n');
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
