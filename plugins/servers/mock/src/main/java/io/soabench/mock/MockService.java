package io.soabench.mock;

import io.soabench.mock.RequestScan.Defect;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.FailureMark;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.SoapVersion;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A mocked service instance, which turns requests into planned answers.
 *
 * <p>Identifier and step find an invocation, so that equal invocations get equal behaviours in any interleaving. A
 * request without an identifier in its message or header takes the next behaviour of the trace in order of arrival. It
 * counts as untraced. Safe for use by many threads, lock-free.
 */
public final class MockService {

    /** The largest body in bytes; larger ones are refused. */
    public static final int LARGEST_REQUEST = 16 << 20;

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int SERVER_ERROR = 500;
    private static final int BAD_REQUEST = 400;
    private static final int TOO_LARGE = 413;

    /** The action as a parameter of a media type (RFC 3902). */
    private static final Pattern ACTION = Pattern.compile("(?i);\\s*action\\s*=\\s*(\"[^\"]*\"|[^\\s;\"]+)");

    private final LoadedMock folder;
    private final MockPlan plan;
    private final SoapVersion soap;
    private final String contentType;
    private final BehaviourTrace trace;
    private final RequestScanner scanner;
    private final OperationChoice operations;
    private final StepCounter steps;
    private final ThroughputLimit limit = new ThroughputLimit();
    private final VirtualQueue limited = new VirtualQueue();
    private final AtomicLong arrivals = new AtomicLong();
    private final LongAdder inService = new LongAdder();
    /** The answers of planned failures, by operation. */
    private final Map<String, Map<FailureMark, Failing>> plannedFailures = new HashMap<>();
    /** The capacity of an instance whose times depend on its load. */
    private final Optional<CapacityModel> capacity;

    /** Creates the service of a folder, with nothing received yet. */
    public MockService(LoadedMock folder) {
        this.folder = folder;
        plan = folder.plan();
        trace = folder.trace();
        soap = plan.soapVersion();
        scanner = new RequestScanner(plan.uiid(), soap);
        contentType = soap.mediaType() + "; charset=UTF-8";
        operations = new OperationChoice(plan.operations());
        steps = new StepCounter(trace.lines());
        AnswerBytes undeclared =
                SoapFaults.server(soap, FailureMark.PLANNED + plan.service() + ", instance " + plan.instance());
        for (MockOperation operation : plan.operations()) {
            plannedFailures.put(operation.name(), failures(operation, undeclared));
        }
        capacity = trace.capacity() == 0 && trace.perConcurrentUs() == 0
                ? Optional.empty()
                : Optional.of(
                        new CapacityModel(trace.capacity(), TimeUnit.MICROSECONDS.toNanos(trace.perConcurrentUs())));
    }

    /** The answer of a failing invocation, see {@link PlannedReply}. */
    private record Failing(CallOutcome outcome, int status, AnswerBytes body) {}

    private Map<FailureMark, Failing> failures(MockOperation operation, AnswerBytes undeclared) {
        Failing generic = new Failing(CallOutcome.SERVER_FAULT, SERVER_ERROR, undeclared);
        Map<FailureMark, Failing> failures = new EnumMap<>(FailureMark.class);
        failures.put(
                FailureMark.FAULT,
                folder.fault(operation.name())
                        .map(fault -> new Failing(CallOutcome.FAULT, SERVER_ERROR, fault))
                        .orElse(generic));
        failures.put(FailureMark.SERVER_FAULT, generic);
        failures.put(FailureMark.CLOSE, new Failing(CallOutcome.CLOSED, SERVER_ERROR, AnswerBytes.EMPTY));
        failures.put(FailureMark.SILENCE, new Failing(CallOutcome.SILENT, SERVER_ERROR, AnswerBytes.EMPTY));
        failures.put(
                FailureMark.MALFORMED,
                operation.oneWay()
                        ? new Failing(CallOutcome.MALFORMED, SERVER_ERROR, cutOff(undeclared))
                        : new Failing(
                                CallOutcome.MALFORMED,
                                OK,
                                cutOff(folder.template(operation.name()).text())));
        return failures;
    }

    /** Returns the first two thirds of a message, which lack at least its end tags. */
    private static AnswerBytes cutOff(AnswerBytes message) {
        return new AnswerBytes(Arrays.copyOf(message.bytes(), 2 * message.length() / 3));
    }

    private Failing failing(MockOperation operation, int behaviour) {
        int status = trace.status(behaviour);
        return status > 0
                ? new Failing(CallOutcome.HTTP, status, AnswerBytes.EMPTY)
                : plannedFailures.get(operation.name()).get(trace.mark(behaviour));
    }

    /** Returns the last part of its address. */
    public String path() {
        return plan.path();
    }

    /** Returns the TCP port of this instance alone; 0 when it listens at the port of its host. */
    public int ownPort() {
        return plan.ownPort().isEmpty() ? 0 : Integer.parseInt(plan.ownPort());
    }

    /** Returns the folder of the service. */
    public LoadedMock folder() {
        return folder;
    }

    /** Returns the name of the HTTP header that carries the identifier, or empty. */
    public String uiidHeader() {
        return plan.uiid().kind() == UiidSource.Kind.HEADER ? plan.uiid().header() : "";
    }

    /**
     * Reads a request message as far as needed.
     *
     * @param bytes its first {@code length} bytes are the message, or the start of a message that is too large
     * @param charset name from the transport, or empty for that of the XML declaration
     */
    public RequestScan scan(byte[] bytes, int length, String charset) {
        return length > LARGEST_REQUEST ? RequestScan.of(Defect.TOO_LARGE) : scanner.message(bytes, length, charset);
    }

    /**
     * Reads the first element of a body as far as needed.
     *
     * @param reader at the start of that element
     */
    public RequestScan scan(XMLStreamReader reader) throws XMLStreamException {
        return scanner.element(reader);
    }

    /**
     * Returns the operation of a request, if there is one.
     *
     * @param soapAction value of the SOAPAction header with or without quotes, or {@code null}
     * @param element expanded name of the body's element, or empty
     */
    public Optional<MockOperation> operation(String soapAction, String element) {
        return operations.of(unquoted(soapAction), element);
    }

    /**
     * Plans the answer to a request. Each call counts as one request.
     *
     * @param arrivalNs instant of arrival, on the host's clock
     * @param soapAction value of the SOAPAction header with or without quotes, or {@code null}
     * @param header value of the header named by {@link #uiidHeader()}, or {@code null}
     * @param scan result of reading its message
     */
    public PlannedReply reply(long arrivalNs, String soapAction, String header, RequestScan scan) {
        inService.increment();
        if (scan.defect() != Defect.NONE) {
            return refusal(arrivalNs, scan.defect());
        }
        Optional<MockOperation> operation = operation(soapAction, scan.element());
        if (operation.isEmpty()) {
            String sentence = "service " + plan.service() + " has no operation with body element \"" + scan.element()
                    + "\" or SOAPAction \"" + unquoted(soapAction) + '"';
            return wrong(arrivalNs, sentence);
        }
        String uiid = uiid(header, scan);
        return uiid.isEmpty() ? byArrival(arrivalNs, operation.get()) : byUiid(arrivalNs, operation.get(), uiid, scan);
    }

    /** Notes that one of its requests has its line in the call log, answered or not. */
    void ended() {
        inService.decrement();
    }

    /**
     * Returns the number of received and unanswered requests, not below 0. While requests come and go, it may be off by
     * their number.
     */
    long inService() {
        return Math.max(0, inService.sum());
    }

    /**
     * Returns the number of its requests that wait in the model, for the limit of its throughput or for a free place.
     */
    int waiting(long nowNs) {
        return limited.length(nowNs) + capacity.map(each -> each.waiting(nowNs)).orElse(0);
    }

    /** Returns the value of the header Content-Type of its answers. */
    public String contentType() {
        return contentType;
    }

    /**
     * Returns the action of a request, which each version of SOAP has elsewhere.
     *
     * @param soapAction value of the header SOAPAction, or {@code null}
     * @param contentType value of the header Content-Type, or {@code null}
     * @return with or without quotes; {@code null} when there is none
     */
    public String action(String soapAction, String contentType) {
        if (!soap.actionInType()) {
            return soapAction;
        }
        Matcher action = ACTION.matcher(contentType == null ? "" : contentType);
        return action.find() ? action.group(1) : null;
    }

    /**
     * Returns the charset that a {@code AnswerBytes-Type} names.
     *
     * @param contentType the header's value or {@code null}
     * @return empty when it names none
     */
    public static String charset(String contentType) {
        if (contentType == null) {
            return "";
        }
        int at = contentType.toLowerCase(Locale.ROOT).indexOf("charset=");
        if (at < 0) {
            return "";
        }
        String rest = contentType.substring(at + "charset=".length());
        int end = rest.indexOf(';');
        return (end < 0 ? rest : rest.substring(0, end))
                .replace("\"", "")
                .replace("'", "")
                .strip();
    }

    private PlannedReply refusal(long arrivalNs, Defect defect) {
        return switch (defect) {
            case TOO_LARGE ->
                bad(
                        arrivalNs,
                        TOO_LARGE,
                        SoapFaults.client(soap, "the request is larger than " + LARGEST_REQUEST + " bytes"));
            case VERSION -> bad(arrivalNs, SERVER_ERROR, SoapFaults.versionMismatch(soap));
            default ->
                wrong(
                        arrivalNs,
                        "the request is not a well-formed SOAP " + soap.number()
                                + " message without document type declaration");
        };
    }

    /** Returns the answer to a wrong request; its status is that of the version (SOAP 1.1, section 6.2; SOAP 1.2 part 2, section 7.5.2). */
    private PlannedReply wrong(long arrivalNs, String sentence) {
        return bad(
                arrivalNs, soap == SoapVersion.SOAP_12 ? BAD_REQUEST : SERVER_ERROR, SoapFaults.client(soap, sentence));
    }

    /**
     * Returns the answer to a request that this class understands and the host does not.
     *
     * @param sentence description of the failure
     */
    public PlannedReply failure(long arrivalNs, String sentence) {
        inService.increment();
        return bad(arrivalNs, SERVER_ERROR, SoapFaults.server(soap, sentence));
    }

    private PlannedReply bad(long arrivalNs, int status, AnswerBytes fault) {
        return new PlannedReply(this, "", "", 0, false, arrivalNs, 0, CallOutcome.BAD, status, fault);
    }

    private String uiid(String header, RequestScan scan) {
        return switch (plan.uiid().kind()) {
            case MESSAGE -> scan.uiid();
            case HEADER -> header == null || header.length() > RequestScanner.LONGEST_UIID ? "" : header.strip();
            case ARRIVAL -> "";
        };
    }

    private PlannedReply byUiid(long arrivalNs, MockOperation operation, String uiid, RequestScan scan) {
        int mark = lapMark(uiid);
        String name = mark < 0 ? uiid : uiid.substring(0, mark);
        int line = trace.line(name);
        boolean traced = line >= 0;
        int step = step(scan.step());
        if (step == 0) {
            step = traced ? steps.next(line, lap(uiid, mark)) : steps.next(uiid);
        }
        int behaviour = trace.behaviour(traced ? line : trace.substitute(name), step);
        return planned(arrivalNs, operation, uiid, step, traced, behaviour);
    }

    /** Plans the n-th untraced request with the n-th behaviour of the trace. */
    private PlannedReply byArrival(long arrivalNs, MockOperation operation) {
        int behaviour = (int) (arrivals.getAndIncrement() % trace.behaviours());
        return planned(arrivalNs, operation, "", 0, false, behaviour);
    }

    private PlannedReply planned(
            long arrivalNs, MockOperation operation, String uiid, int step, boolean traced, int behaviour) {
        long beginNs = trace.limited()
                ? limit.begin(arrivalNs, TimeUnit.MICROSECONDS.toNanos(trace.gapUs(behaviour)))
                : arrivalNs;
        limited.add(arrivalNs, beginNs);
        long ownNs = TimeUnit.MICROSECONDS.toNanos(trace.responseUs(behaviour));
        long endNs = capacity.isEmpty() ? beginNs + ownNs : capacity.get().end(beginNs, ownNs);
        long plannedUs = TimeUnit.NANOSECONDS.toMicros(endNs - arrivalNs);
        boolean later = operation.oneWay() && folder.callback().isPresent();
        if (trace.fails(behaviour)) {
            Failing failing = failing(operation, behaviour);
            if (later && failing.outcome() == CallOutcome.SILENT) {
                // A service that answers by a callback accepts the request, and only the callback is missing.
                return acknowledged(
                        arrivalNs,
                        operation,
                        uiid,
                        step,
                        traced,
                        new PlannedReply.Later(plannedUs, CallOutcome.OMITTED));
            }
            return new PlannedReply(
                    this,
                    operation.name(),
                    uiid,
                    step,
                    traced,
                    arrivalNs,
                    plannedUs,
                    failing.outcome(),
                    failing.status(),
                    failing.body());
        }
        if (later) {
            return acknowledged(
                    arrivalNs,
                    operation,
                    uiid,
                    step,
                    traced,
                    new PlannedReply.Later(plannedUs, CallOutcome.CALLED_BACK));
        }
        return new PlannedReply(
                this,
                operation.name(),
                uiid,
                step,
                traced,
                arrivalNs,
                plannedUs,
                CallOutcome.OK,
                operation.oneWay() ? ACCEPTED : OK,
                operation.oneWay() ? AnswerBytes.EMPTY : folder.answer(operation.name(), uiid, step));
    }

    /** Accepts a one-way request at once when its answer is a callback. */
    private PlannedReply acknowledged(
            long arrivalNs,
            MockOperation operation,
            String uiid,
            int step,
            boolean traced,
            PlannedReply.Later callback) {
        return new PlannedReply(
                this,
                operation.name(),
                uiid,
                step,
                traced,
                arrivalNs,
                0,
                CallOutcome.OK,
                ACCEPTED,
                AnswerBytes.EMPTY,
                callback);
    }

    /** Returns the callback of the service; empty when it has none. */
    Optional<CallbackMessage> callback() {
        return folder.callback();
    }

    /** Returns the position of the lap ({@code ~}), or -1. */
    private static int lapMark(String uiid) {
        int mark = uiid.lastIndexOf('~');
        if (mark <= 0 || mark == uiid.length() - 1) {
            return -1;
        }
        for (int i = mark + 1; i < uiid.length(); i++) {
            if (uiid.charAt(i) < '0' || uiid.charAt(i) > '9') {
                return -1;
            }
        }
        return mark;
    }

    private static int lap(String uiid, int mark) {
        int lap = mark < 0 ? 1 : 0;
        for (int i = mark + 1; mark >= 0 && i < uiid.length(); i++) {
            lap = 10 * lap + uiid.charAt(i) - '0';
        }
        return lap;
    }

    /** Returns the step that a message names, or 0. */
    private static int step(String text) {
        if (text.isEmpty() || text.length() > 9) {
            return 0;
        }
        int step = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            step = 10 * step + digit;
        }
        return step;
    }

    private static String unquoted(String soapAction) {
        if (soapAction == null) {
            return "";
        }
        String action = soapAction.strip();
        boolean quoted = action.length() >= 2 && action.startsWith("\"") && action.endsWith("\"");
        return quoted ? action.substring(1, action.length() - 1) : action;
    }
}
