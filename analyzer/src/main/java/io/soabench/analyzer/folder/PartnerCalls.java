package io.soabench.analyzer.folder;

import io.soabench.plan.CallOutcome;
import io.soabench.plan.CsvTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The calls that mock hosts received in a repetition, joined to the requests by their identifier. Calls are not kept one by one: each
 * request has one place for each prescribed call.
 */
public final class PartnerCalls {

    private static final List<CallOutcome> OUTCOMES = List.of(CallOutcome.values());
    private static final byte[][] OUTCOME_NAMES =
            OUTCOMES.stream().map(outcome -> CsvReader.ascii(outcome.text())).toArray(byte[][]::new);
    private static final int UNSEEN = -1;
    private static final long UNANSWERED = Long.MIN_VALUE;

    /** Maximum number of places for prescribed calls in one repetition (400 MB). Further calls are only counted. */
    private static final long MAX_PLACES = 50_000_000L;

    private final long loadNs;
    private final RequestSamples samples;
    private final ProcessVersions versions;
    private final EngineKills kills;
    private final List<PrescribedCalls> prescriptions;
    private final LongIndex index;
    /** Whether the calls of a prescription are known one by one, by prescription. */
    private final boolean[] ordered;

    private final int width;
    private final int[] plannedUs;
    /** Real response times of the calls; the planned time of a call that was never answered. */
    private final int[] givenUs;

    /** Lateness of the calls that have no place, by request. */
    private final int[] missedUs;

    private final short[] seen;
    private final short[] extra;
    /** By request, when the engine was killed: calls that came a second time after that. */
    private final short[] repeated;

    /** By request: the planned kinds of failure of its calls, a bit for each {@link CallOutcome}. */
    private final short[] plannedFailures;

    /** Latest planned end of the calls so far, by request. */
    private final long[] busyUntilNs;
    /** Whether a call arrived before the planned end of another one, by request. */
    private final boolean[] overlapping;

    private final SingleCalls single;
    private final CallTimes times = new CallTimes();

    /** Identifiers of functional checks. Events of the model send checks during the load, too. */
    private final Set<String> checks;

    private final Set<String> appearing;
    private final boolean[] rerouted;
    private final long[] delaySumUs;
    private final List<Operation> operations = new ArrayList<>();
    /** Calls before the load, and later calls of checks, by identifier. */
    private final Map<String, Long> ofChecks = new HashMap<>();

    private int files;
    private long total;
    private long callbacks;
    private long refused;
    private long omitted;
    private long joined;
    private long duplicates;
    private Operation last;

    /** The calls to one operation of a service instance. */
    public static final class Operation {
        private final byte[] serviceBytes;
        private final byte[] operationBytes;
        private final String service;
        private final long instance;
        private final String operation;
        /** Indexes of prescribed calls, by prescription. */
        private final List<List<Integer>> slots;

        private final LongColumn responseNs = new LongColumn();
        private final IntColumn plannedUs = new IntColumn();
        private final LongColumn endNs = new LongColumn();
        private final LongColumn failedEndNs = new LongColumn();
        private final LongColumn silentEndNs = new LongColumn();
        private final Map<CallOutcome, Long> failures = new EnumMap<>(CallOutcome.class);
        private long calls;
        private long failed;
        private long bad;
        private long untraced;

        private Operation(CsvReader csv, long instance, List<PrescribedCalls> prescriptions) {
            service = csv.text(0);
            operation = csv.text(2);
            serviceBytes = CsvReader.ascii(service);
            operationBytes = CsvReader.ascii(operation);
            this.instance = instance;
            slots = prescriptions.stream()
                    .map(prescription -> prescription.slots(service, instance))
                    .toList();
        }

        private void measured(CallOutcome outcome, long arrivalNs, long planned, long end) {
            if (end != UNANSWERED) {
                responseNs.add(end - arrivalNs);
                plannedUs.add(planned);
                endNs.add(end);
            }
            if (outcome == CallOutcome.SILENT || outcome == CallOutcome.OMITTED) {
                silentEndNs.add(arrivalNs + planned * 1_000L);
                failedEndNs.add(arrivalNs + planned * 1_000L);
            } else if (outcome.failed() && end != UNANSWERED) {
                failedEndNs.add(end);
            }
        }

        /** Returns the name of the service. */
        public String service() {
            return service;
        }

        /** Returns the number of the instance, from 1. */
        public long instance() {
            return instance;
        }

        /** Returns the name of the operation. */
        public String operation() {
            return operation;
        }

        /** Returns the number of calls. */
        public long calls() {
            return calls;
        }

        /** Returns the number of calls that failed as planned. */
        public long failed() {
            return failed;
        }

        /** Returns the numbers of calls that failed as planned, by kind. */
        public Map<CallOutcome, Long> failures() {
            return Map.copyOf(failures);
        }

        /** Returns the number of calls that the mock did not understand. */
        public long bad() {
            return bad;
        }

        /** Returns the number of calls without a planned behaviour. */
        public long untraced() {
            return untraced;
        }

        /**
         * Returns the response times of the calls that were understood and ended, without those of the warm-up's requests, as a new array.
         * A closed connection is an end; a call that was never answered has none.
         */
        public long[] responsesNs() {
            return responseNs.copy();
        }

        /** Returns the times at which the answers of the same calls were sent, as a new array. */
        public long[] endsNs() {
            return endNs.copy();
        }

        /**
         * Returns, for calls that failed as planned, the times of their answers, as a new array. A call that was never answered has its
         * planned end.
         */
        public long[] failedEndsNs() {
            return failedEndNs.copy();
        }

        /** Returns the planned ends of calls for measured requests that were never answered. They have no response time. */
        public long[] silentEndsNs() {
            return silentEndNs.copy();
        }

        /** Returns the planned response time of the i-th of the calls that ended. */
        public long plannedNs(int i) {
            return plannedUs.of(i) * 1_000L;
        }
    }

    /**
     * Creates an empty collection.
     *
     * @param versions the prescription of each request
     * @param kills kills of the engine under test
     * @param checks identifiers of functional checks
     * @param loadNs start of the load; earlier calls belong to functional checks and are left out
     * @param appearing services that appear while the process runs, which it may call instead of others
     * @param singly number of requests that are kept one by one, with their calls
     */
    PartnerCalls(
            RequestSamples samples,
            ProcessVersions versions,
            EngineKills kills,
            Set<String> checks,
            long loadNs,
            Set<String> appearing,
            int singly) {
        this.kills = kills;
        this.checks = checks;
        this.appearing = appearing;
        this.loadNs = loadNs;
        this.samples = samples;
        this.versions = versions;
        this.prescriptions = versions.all();
        int n = samples.size();
        int most = prescriptions.stream()
                .filter(PrescribedCalls::ordered)
                .mapToInt(prescription -> prescription.calls().orElse(0))
                .max()
                .orElse(0);
        boolean fits = (long) n * most <= MAX_PLACES;
        width = fits ? most : 0;
        ordered = new boolean[prescriptions.size()];
        boolean all = true;
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = fits && prescriptions.get(i).ordered();
            all &= ordered[i];
        }
        single = SingleCalls.of(samples, singly, most);
        plannedUs = new int[n * width];
        Arrays.fill(plannedUs, UNSEEN);
        givenUs = new int[n * width];
        missedUs = new int[n];
        seen = new short[n];
        extra = new short[n];
        repeated = new short[kills.none() ? 0 : n];
        plannedFailures = new short[n];
        busyUntilNs = new long[n];
        Arrays.fill(busyUntilNs, Long.MIN_VALUE);
        overlapping = new boolean[n];
        rerouted = new boolean[n];
        delaySumUs = all ? new long[0] : new long[n];
        index = new LongIndex(n);
        for (int i = 0; i < n; i++) {
            if (!index.add(samples.key(i), i)) {
                duplicates++;
            }
        }
    }

    /**
     * Returns the number of calls for a functional check, at any time; of an empty identifier, the calls without identifier before the
     * load.
     */
    public long before(String uiid) {
        return ofChecks.getOrDefault(uiid, 0L);
    }

    /**
     * Reads a file.
     *
     * @param aheadNs lead of the clock of the file's writer over the driver's clock
     */
    RequestSamples.Import read(Path file, long aheadNs) throws IOException {
        long lines = 0;
        long malformed = 0;
        try (CsvReader csv = new CsvReader(file)) {
            if (!csv.next()) {
                return new RequestSamples.Import(0, 0, csv.truncated(), "it is empty");
            }
            if (!csv.isHeader(CsvTable.CALLS.header())) {
                return new RequestSamples.Import(
                        0, 0, false, "its first line is not \"" + CsvTable.CALLS.header() + "\"");
            }
            files++;
            while (csv.next()) {
                if (add(csv, aheadNs)) {
                    lines++;
                } else {
                    malformed++;
                }
            }
            return new RequestSamples.Import(lines, malformed, csv.truncated(), "");
        }
    }

    private boolean add(CsvReader csv, long aheadNs) {
        if (csv.fields() != CsvTable.CALLS.columns().size()) {
            return false;
        }
        long instance = csv.number(1);
        long step = csv.number(4);
        long traced = csv.number(5);
        long arrivalNs = csv.number(6) - aheadNs;
        long planned = csv.number(7);
        long end = csv.number(8);
        int outcomeIndex = csv.oneOf(9, OUTCOME_NAMES);
        if (csv.wrong()) {
            return false;
        }
        CallOutcome outcome = OUTCOMES.get(outcomeIndex);
        if (arrivalNs < loadNs) {
            if (!outcome.callback()) {
                ofChecks.merge(csv.text(3), 1L, Long::sum);
            }
            return true;
        }
        int request = index.of(csv.uiid(3, samples.workload()));
        if (request < 0 && checks.contains(csv.text(3))) {
            // A one-way call at the end of a process may come when its client has the answer and the load has begun.
            if (!outcome.callback()) {
                ofChecks.merge(csv.text(3), 1L, Long::sum);
            }
            return true;
        }
        Operation operation = operation(csv, instance);
        total += outcome.callback() ? 0 : 1;
        callbacks += outcome.callback() ? 1 : 0;
        refused += outcome == CallOutcome.REFUSED ? 1 : 0;
        omitted += outcome == CallOutcome.OMITTED ? 1 : 0;
        operation.calls++;
        if (outcome == CallOutcome.BAD) {
            operation.bad++;
        } else {
            // Mocks that are still cold answer late; that must not be held against the measurement.
            if (request < 0 || samples.measured(request)) {
                operation.measured(outcome, arrivalNs, planned, end == 0 ? UNANSWERED : end - aheadNs);
            }
            if (outcome.failed()) {
                operation.failed++;
                operation.failures.merge(outcome, 1L, Long::sum);
            }
            operation.untraced += traced == 0 ? 1 : 0;
        }
        if (single.wants(request)) {
            single.add(new SingleCalls.Call(
                    request,
                    operation.service(),
                    instance,
                    operation.operation(),
                    step,
                    arrivalNs,
                    planned,
                    end == 0 ? 0 : end - aheadNs,
                    outcome));
        }
        if (request >= 0 && outcome.callback()) {
            // This line is about the callback; the call has a line of its own.
            failed(request, outcome);
        } else if (request >= 0) {
            joined++;
            occupied(request, arrivalNs, planned, end == 0 ? Long.MAX_VALUE : end - aheadNs);
            if (samples.measured(request) && samples.succeeded(request)) {
                times.add(request, arrivalNs, planned * 1_000L, end == 0 ? 0 : end - aheadNs);
            }
            join(operation, request, step, arrivalNs, planned, given(planned, arrivalNs, end, aheadNs), outcome);
        }
        return true;
    }

    /** Returns the real duration of a call in microseconds. */
    private static long given(long planned, long arrivalNs, long end, long aheadNs) {
        return end == 0 ? planned : (end - aheadNs - arrivalNs + 500) / 1_000;
    }

    /**
     * Notes the time of a call. The lines of a file are in the order of arrivals or of ends. In both, a call overlaps an earlier line when it
     * arrived before the latest end so far. No partner answers before its planned time; the recorded time may be late.
     */
    private void occupied(int request, long arrivalNs, long planned, long endNs) {
        overlapping[request] |= arrivalNs < busyUntilNs[request];
        busyUntilNs[request] = Math.max(busyUntilNs[request], Math.min(endNs, arrivalNs + planned * 1_000L));
    }

    private void join(
            Operation operation,
            int request,
            long step,
            long arrivalNs,
            long planned,
            long given,
            CallOutcome outcome) {
        failed(request, outcome);
        if (appearing.contains(operation.service)) {
            rerouted[request] = true;
            missed(request, planned, given);
            return;
        }
        if (!ordered(request)) {
            seen[request] = increased(seen[request]);
            delaySumUs[request] += given;
            missed(request, planned, given);
            return;
        }
        List<Integer> slots = operation.slots.get(versions.of(request));
        int slot = step >= 1 && step <= slots.size() ? request * width + slots.get((int) step - 1) : UNSEEN;
        if (slot != UNSEEN && plannedUs[slot] != UNSEEN && kills.mayRepeat(request, arrivalNs)) {
            repeated[request] = increased(repeated[request]);
            missed(request, planned, given);
        } else if (slot == UNSEEN || plannedUs[slot] != UNSEEN) {
            extra[request] = increased(extra[request]);
            missed(request, planned, given);
        } else {
            plannedUs[slot] = micros(planned);
            givenUs[slot] = micros(given);
            seen[request] = increased(seen[request]);
        }
    }

    private static int micros(long us) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, us));
    }

    private void missed(int request, long planned, long given) {
        missedUs[request] = micros(missedUs[request] + Math.abs(given - planned));
    }

    private void failed(int request, CallOutcome outcome) {
        if (outcome.failed()) {
            plannedFailures[request] |= bit(outcome);
        }
    }

    private static short bit(CallOutcome outcome) {
        return (short) (1 << OUTCOMES.indexOf(outcome));
    }

    private static short increased(short count) {
        return count == Short.MAX_VALUE ? count : (short) (count + 1);
    }

    private Operation operation(CsvReader csv, long instance) {
        if (last != null && matches(last, csv, instance)) {
            return last;
        }
        for (Operation operation : operations) {
            if (matches(operation, csv, instance)) {
                last = operation;
                return operation;
            }
        }
        last = new Operation(csv, instance, prescriptions);
        operations.add(last);
        return last;
    }

    private static boolean matches(Operation operation, CsvReader csv, long instance) {
        return operation.instance == instance
                && csv.is(0, operation.serviceBytes)
                && csv.is(2, operation.operationBytes);
    }

    /** Returns the operations that were called, in the order of their first call. */
    public List<Operation> operations() {
        return List.copyOf(operations);
    }

    /** Returns the requests that are kept one by one, with their calls. */
    public SingleCalls single() {
        return single;
    }

    /** Returns the times of the calls of measured, successful requests. */
    public CallTimes times() {
        return times;
    }

    /** Returns the number of all calls without callbacks. */
    public long total() {
        return total;
    }

    /** Returns the number of callbacks of partners to the process, unsent ones included. Callbacks are not calls. */
    public long callbacks() {
        return callbacks;
    }

    /** Returns the number of callbacks that the process did not take. */
    public long refused() {
        return refused;
    }

    /** Returns the number of callbacks that were never sent, as planned. */
    public long omitted() {
        return omitted;
    }

    /** Returns whether {@link #overlapping} is known: the lines of several files have no common order. */
    public boolean overlapsKnown() {
        return files == 1;
    }

    /** Returns whether two calls of a request's instance were under way at once. */
    public boolean overlapping(int request) {
        return overlapping[request];
    }

    /** Returns the index of the request with an identifier; -1 when there is none. */
    public int request(String uiid) {
        byte[] text = CsvReader.ascii(uiid);
        return index.of(UiidKey.key(text, 0, text.length, samples.workload()));
    }

    /** Returns the number of calls whose identifier is that of a request. */
    public long joined() {
        return joined;
    }

    /** Returns the number of requests whose identifier another request has, too. */
    public long duplicates() {
        return duplicates;
    }

    /** Returns whether each call of a request's instance is known as one of the prescribed calls; otherwise calls are only counted. */
    public boolean ordered(int request) {
        return ordered[versions.of(request)];
    }

    /** Returns the same for all requests of a process that no other version replaced. */
    public boolean orderedOf(int process) {
        return ordered[process];
    }

    /**
     * Returns the number of prescribed calls that a request's instance made; the number of all its calls when the prescribed ones are
     * unknown.
     */
    public int seen(int request) {
        return seen[request];
    }

    /**
     * Returns the latest end of the calls of a request's instance that were read. A call ends when it is answered, at its planned time at the
     * latest. The value is the lowest one of its type where the instance made no call.
     */
    public long lastEndNs(int request) {
        return busyUntilNs[request];
    }

    /** Returns the number of calls of a request's instance that are not prescribed, or were made twice. */
    public int extra(int request) {
        return extra[request];
    }

    /**
     * Returns the number of prescribed calls of a request's instance that came a second time after a kill of the engine. They are not among
     * {@link #extra}. The number is 0 where single calls are unknown.
     */
    public int repeated(int request) {
        return repeated.length == 0 ? 0 : repeated[request];
    }

    /** Returns whether a call of the request failed as planned. */
    public boolean plannedFailure(int request) {
        return plannedFailures[request] != 0;
    }

    /** Returns whether a call of the request failed as planned in this way. */
    public boolean plannedFailure(int request, CallOutcome kind) {
        return (plannedFailures[request] & bit(kind)) != 0;
    }

    /** Returns whether the request's instance called a service that appeared meanwhile. Then its calls are not the prescribed ones. */
    public boolean rerouted(int request) {
        return rerouted[request];
    }

    /** Fills in the real response times of a request's calls in document order. All calls must have been seen. */
    public void delaysNs(int request, long[] delaysNs) {
        for (int i = 0; i < delaysNs.length; i++) {
            delaysNs[i] = givenUs[request * width + i] * 1_000L;
        }
    }

    /**
     * Fills in the least response times of a request's calls in document order. All calls must have been seen. No partner answers before
     * its planned time. The recorded time is that at which the answer was handed to the network, and a busy machine may record it late.
     */
    public void leastDelaysNs(int request, long[] delaysNs) {
        for (int i = 0; i < delaysNs.length; i++) {
            int slot = request * width + i;
            delaysNs[i] = Math.min(givenUs[slot], plannedUs[slot]) * 1_000L;
        }
    }

    /**
     * Returns the lateness of the partners on the critical path of a request. It is the difference that real and planned response times of
     * its calls make to the time of its structure. Where calls are not joined to the structure, or not all were seen, it is the sum over
     * the calls, an upper bound.
     */
    public long latenessNs(int request) {
        PrescribedCalls prescription = versions.all().get(versions.of(request));
        int calls = prescription.calls().orElse(0);
        long missed = missedUs[request] * 1_000L;
        if (!ordered(request)) {
            return missed;
        }
        if (seen[request] < calls) {
            for (int i = 0; i < calls; i++) {
                int slot = request * width + i;
                missed += plannedUs[slot] == UNSEEN ? 0 : Math.abs(givenUs[slot] - plannedUs[slot]) * 1_000L;
            }
            return missed;
        }
        long[] planned = new long[calls];
        long[] given = new long[calls];
        for (int i = 0; i < calls; i++) {
            planned[i] = plannedUs[request * width + i] * 1_000L;
            given[i] = givenUs[request * width + i] * 1_000L;
        }
        return missed + Math.abs(prescription.idealNs(given) - prescription.idealNs(planned));
    }

    /** Returns the sum of the real response times of the calls that a request's instance made. */
    public long delaySumNs(int request) {
        if (!ordered(request)) {
            return delaySumUs[request] * 1_000L;
        }
        long sum = 0;
        for (int i = 0; i < width; i++) {
            sum += plannedUs[request * width + i] == UNSEEN ? 0 : givenUs[request * width + i];
        }
        return sum * 1_000L;
    }
}
