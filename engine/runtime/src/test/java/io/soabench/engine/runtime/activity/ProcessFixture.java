package io.soabench.engine.runtime.activity;

import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.compile.UncompilableProcessException;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.RecoveryResult;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Compiles small processes and runs them step by step. Partner calls answer {@code a-<question>} at once unless the question is
 * held or refused by its text: {@code hold…} waits for {@link #release}, {@code refuse…} gets the declared fault, {@code break…}
 * fails.
 */
final class ProcessFixture {
    static final String CLIENT = "urn:fixture:client";
    static final String PARTNER = "urn:fixture:partner";

    final ManualWorker worker = new ManualWorker();
    final Counters counters = new Counters();
    final List<String> asked = new ArrayList<>();
    /** The messages that partners got. */
    final List<List<Element>> sent = new ArrayList<>();

    final List<Throwable> errors = new ArrayList<>();
    /** What happens when the kernel has taken the next number for a new instance. */
    Runnable atNumber = () -> {};

    private long lastNumber;
    private final Map<String, PartnerCall> held = new HashMap<>();
    final Kernel kernel;
    final Program program;
    final Deployment deployment;
    private Deployment newest;

    /** What a client got: of a one-way message the acknowledgement. */
    static final class Answer implements ReplyTo, Receipt {
        List<Element> parts;
        Fault fault;
        private boolean taken;

        /** The listeners of all replies that may be posted. */
        final List<Runnable> posted = new ArrayList<>();

        /** Takes what is given again after the first time; null where that is a mistake. */
        Consumer<String> again;

        @Override
        public void taken() {
            if (isGiven()) {
                throw new IllegalStateException("answered twice");
            }
            taken = true;
        }

        @Override
        public void refused(Fault reason) {
            fault(reason);
        }

        @Override
        public void reply(List<Element> reply) {
            if (again != null) {
                again.accept(reply.get(0).text());
                return;
            }
            if (isGiven()) {
                throw new IllegalStateException("answered twice");
            }
            parts = reply;
        }

        @Override
        public ReplyTo whenPosted(Runnable listener) {
            posted.add(listener);
            return this;
        }

        @Override
        public void fault(Fault reply) {
            if (again != null) {
                again.accept("fault " + reply.name().name());
                return;
            }
            if (isGiven()) {
                throw new IllegalStateException("answered twice");
            }
            fault = reply;
        }

        boolean isGiven() {
            return taken || parts != null || fault != null;
        }

        String text() {
            if (taken) {
                return "taken";
            }
            return parts == null ? "fault " + fault.name().name() : parts.get(0).text();
        }
    }

    /** Style sheets of the fixture. */
    private static final Map<String, byte[]> FILES = new HashMap<>();

    static {
        for (String name : List.of(
                "wrap.xsl",
                "text.xsl",
                "time.xsl",
                "broken.xsl",
                "leak.xsl",
                "write.xsl",
                "doctype.xsl",
                "unparsed.xsl",
                "nodes.xsl",
                "unparsedMissing.xsl",
                "note.txt")) {
            FILES.put(name, resource(name));
        }
        FILES.put("deep/down/outer.xsl", resource("outer.xsl"));
        FILES.put("deep/inner.xsl", resource("inner.xsl"));
        FILES.put("a/twice.xsl", resource("wrap.xsl"));
        FILES.put("b/twice.xsl", resource("wrap.xsl"));
    }

    private ProcessFixture(Program program, KernelLimits limits) {
        this.program = program;
        this.kernel = new Kernel(limits, this::call, worker, counters, errors::add, this::number);
        this.deployment = deployment();
        this.newest = deployment;
    }

    /** The same program in another engine. */
    ProcessFixture again() {
        return new ProcessFixture(program, kernel.limits());
    }

    private long number() {
        long number = ++lastNumber;
        atNumber.run();
        return number;
    }

    private Deployment deployment() {
        return new Deployment(
                "test",
                program,
                program.partnerLinks().stream()
                        .map(link -> link.equals("nowhere") ? "" : "http://127.0.0.1:9/" + link)
                        .toList(),
                "http://127.0.0.1:9/test");
    }

    /** Deploys the same process as a new version that is to replace the newest one, which is not closed yet. */
    Deployment successor() {
        Deployment next = deployment();
        next.replaces(newest);
        newest = next;
        return next;
    }

    /** How many instances of the version that was deployed first are counted. */
    int runningOfFirst() {
        return deployment.running();
    }

    /** Takes no new instances of the version that was deployed first. */
    void closeFirst() {
        deployment.close();
    }

    /** Has the same process take the place of the newest version, as a new one does; messages still come to the first. */
    Deployment replace() {
        Deployment replaced = newest;
        Deployment next = successor();
        replaced.close();
        return next;
    }

    /** A process whose body is between a receive of {@code request} and a reply with {@code response}. */
    static ProcessFixture between(String body) {
        return of(RECEIVE + body + REPLY);
    }

    static final String RECEIVE =
            "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\" createInstance=\"yes\"/>";
    static final String REPLY = "<reply partnerLink=\"client\" operation=\"run\" variable=\"response\"/>";

    /** A process with a sequence. */
    static ProcessFixture of(String sequence) {
        return process("", "<sequence>" + sequence + "</sequence>");
    }

    /** A process with further attributes, and declarations plus activity. */
    static ProcessFixture process(String attributes, String content) {
        return process(KernelLimits.DEFAULT.withInstances(1_000), attributes, content);
    }

    /** A process whose body is between a receive and a reply, with limits. */
    static ProcessFixture limited(KernelLimits limits, String body) {
        return process(limits, "", "<sequence>" + RECEIVE + body + REPLY + "</sequence>");
    }

    /** The same with limits. */
    static ProcessFixture process(KernelLimits limits, String attributes, String content) {
        try {
            return new ProcessFixture(ProcessCompiler.compile(definition(attributes, content), FILES), limits);
        } catch (UncompilableProcessException e) {
            throw new AssertionError(e.problems().toString(), e);
        }
    }

    static ProcessDefinition definition(String attributes, String content) {
        String bpel =
                """
                <process name="Test" targetNamespace="urn:fixture:process" %s
                    xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:bpel="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:c="urn:fixture:client" xmlns:p="urn:fixture:partner"
                    xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <import namespace="urn:fixture:client" location="client.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <import namespace="urn:fixture:partner" location="partner.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks>
                    <partnerLink name="client" partnerLinkType="c:Client" myRole="process"/>
                    <partnerLink name="partner" partnerLinkType="c:Partner" partnerRole="service"/>
                    <partnerLink name="nowhere" partnerLinkType="c:Partner" partnerRole="service"/>
                    <partnerLink name="calculator" partnerLinkType="c:Calculator" partnerRole="service"/>
                  </partnerLinks>
                  <variables>
                    <variable name="request" messageType="c:request"/>
                    <variable name="again" messageType="c:request"/>
                    <variable name="response" messageType="c:response"/>
                    <variable name="refusal" messageType="c:refusal"/>
                    <variable name="started" messageType="c:start"/>
                    <variable name="more" messageType="c:more"/>
                    <variable name="question" element="p:question"/>
                    <variable name="answer" element="p:answer"/>
                    <variable name="no" element="p:no"/>
                    <variable name="sumRequest" messageType="p:sumRequest"/>
                    <variable name="sumResponse" messageType="p:sumResponse"/>
                    <variable name="i" type="xsd:int"/>
                    <variable name="s" type="xsd:string"/>
                    <variable name="unset" type="xsd:string"/>
                    <variable name="b" type="xsd:boolean"/>
                  </variables>
                  %s
                </process>"""
                        .formatted(attributes, content);
        return ProcessDefinition.load(
                "Test.bpel",
                Map.of(
                        "Test.bpel",
                        bpel.getBytes(StandardCharsets.UTF_8),
                        "client.wsdl",
                        resource("client.wsdl"),
                        "partner.wsdl",
                        resource("partner.wsdl")));
    }

    private static byte[] resource(String name) {
        try (java.io.InputStream input = ProcessFixture.class.getResourceAsStream("/fixture/" + name)) {
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An activity that asks the partner a question, with link elements inside if wanted. */
    static String ask(String question, String links) {
        return """
                <scope>%s<variables>
                  <variable name="q" element="p:question"><from><literal><p:question>%s</p:question></literal></from></variable>
                  <variable name="a" element="p:answer"/>
                </variables>
                <invoke partnerLink="partner" operation="ask" inputVariable="q" outputVariable="a"/></scope>"""
                .formatted(links, question);
    }

    static String ask(String question) {
        return ask(question, "");
    }

    /** An assign of one expression to one variable or path. */
    static String set(String to, String from) {
        return "<assign><copy><from>" + from + "</from><to>" + to + "</to></copy></assign>";
    }

    /** An assign of an expression's value to the response. */
    static String respond(String expression) {
        return "<assign><copy><from><literal><c:response/></literal></from><to variable=\"response\" part=\"body\"/></copy>"
                + "<copy><from>" + expression + "</from><to>$response.body</to></copy></assign>";
    }

    static Element xml(String text) {
        try {
            return new ElementReader(XmlLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
        } catch (RefusedXmlException e) {
            throw new AssertionError(e);
        }
    }

    static Element request(String id, int count, String rest) {
        return xml("<c:request xmlns:c=\"" + CLIENT + "\" kind=\"k\"><c:id>" + id + "</c:id><c:count>" + count
                + "</c:count>" + rest + "</c:request>");
    }

    /** Starts an instance and runs it as far as it goes. */
    Answer run() {
        return send("run", request("1", 3, "<c:item>x</c:item><c:item>y</c:item>"));
    }

    /** Sends a message and runs everything as far as it goes. */
    Answer send(String operation, Element body) {
        Answer answer = new Answer();
        if (!offer(operation, body, answer)) {
            throw new AssertionError("refused");
        }
        worker.drain();
        if (!errors.isEmpty()) {
            throw new AssertionError(errors.get(0));
        }
        return answer;
    }

    /** Hands a message over; returns whether it was taken. */
    boolean offer(String operation, Element body, Answer answer) {
        ServiceOperation target = program.provided().stream()
                .filter(candidate -> candidate.name().equals(operation))
                .findFirst()
                .orElseThrow();
        InboundMessage message = target.isOneWay()
                ? new InboundMessage(target, List.of(body), ReplyTo.NOBODY, answer, null)
                : new InboundMessage(target, List.of(body), answer);
        return kernel.accept(deployment, message, worker);
    }

    /** Starts an instance as a batch does, whose partners never answer. */
    void runApart() {
        ServiceOperation target = program.provided().get(0);
        InboundMessage message = new InboundMessage(target, List.of(request("1", 3, "")), new Answer());
        kernel.start(deployment.apart(call -> {}), message, worker);
        worker.drain();
    }

    /** Has an instance made anew of the records of an earlier life. */
    CompletableFuture<RecoveryResult> recover(long id, List<InstanceRecord> records) {
        return kernel.recover(deployment, worker, id, records);
    }

    private void call(PartnerCall call) {
        sent.add(call.input());
        if (call.operation().name().equals("sum")) {
            int sum = Integer.parseInt(call.input().get(0).text())
                    + Integer.parseInt(call.input().get(1).text());
            asked.add("sum " + sum);
            call.answered(List.of(Element.text("", "", "total", Integer.toString(sum))));
            return;
        }
        String question = call.input().get(0).text();
        asked.add(question);
        switch (question) {
            case "fail memory" -> throw new OutOfMemoryError("of a test");
            case "fail stack" -> throw new StackOverflowError("of a test");
            case "fail other" -> throw new AssertionError("of a test");
            default -> {
                // Nothing fails.
            }
        }
        if (call.operation().isOneWay()) {
            call.answered(List.of());
        } else if (question.startsWith("hold")) {
            held.put(question, call);
        } else if (question.startsWith("refuse")) {
            call.failed(new Fault(
                    new QualifiedName(PARTNER, "refused"),
                    new QualifiedName(PARTNER, "no"),
                    List.of(Element.text("p", PARTNER, "no", "no " + question)),
                    "refused"));
        } else if (question.startsWith("break")) {
            call.failed(StandardFault.PARTNER_FAILURE.because("broken"));
        } else {
            call.answered(List.of(Element.text("p", PARTNER, "answer", "a-" + question)));
        }
    }

    /** Lets a held call be answered. */
    void release(String question) {
        answer(question, "a-" + question);
        worker.drain();
    }

    /** Answers a held call; the instance has not heard of it yet. */
    void answer(String question, String answer) {
        heldCall(question).answered(List.of(Element.text("p", PARTNER, "answer", answer)));
    }

    /** Answers a held call by the declared fault; the instance has not heard of it yet. */
    void refuse(String question, String reason) {
        heldCall(question)
                .failed(new Fault(
                        new QualifiedName(PARTNER, "refused"),
                        new QualifiedName(PARTNER, "no"),
                        List.of(Element.text("p", PARTNER, "no", reason)),
                        "refused"));
    }

    private PartnerCall heldCall(String question) {
        PartnerCall call = held.remove(question);
        if (call == null) {
            throw new AssertionError("'" + question + "' is not held, but " + held.keySet());
        }
        return call;
    }

    boolean isAbandoned(String question) {
        return held.get(question).isAbandoned();
    }

    int running() {
        return kernel.running();
    }

    long completed() {
        return counters.value(Counter.INSTANCES_COMPLETED);
    }

    long faulted() {
        return counters.value(Counter.INSTANCES_FAULTED);
    }
}
