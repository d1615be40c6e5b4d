package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.folder.SingleCalls;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Measured requests of a repetition, one by one, and the calls of their process to partners.
 *
 * @param requests by intended start
 * @param calls in the order of their arrival
 */
public record SingleRequests(List<Request> requests, List<Call> calls) {

    /** No request. */
    static final SingleRequests NONE = new SingleRequests(List.of(), List.of());

    private static final double NS_PER_MS = 1e6;

    /**
     * A request.
     *
     * @param uiid its identifier
     * @param atS intended start, seconds since the start of the measurement
     * @param lateMs actual start - intended start
     * @param latencyMs end - intended start
     * @param status HTTP status of a failure; 0 without one
     * @param detail detail of a failure; else empty
     * @param calls number of its known calls to partners
     */
    public record Request(
            String uiid,
            String process,
            double atS,
            double lateMs,
            double latencyMs,
            Outcome outcome,
            int status,
            String detail,
            int calls) {}

    /**
     * A call of a partner, or a callback of one.
     *
     * @param uiid identifier of the request
     * @param atS arrival, seconds since the start of the measurement
     * @param afterMs arrival - actual start of the request
     * @param plannedMs response time that the model plans
     * @param responseMs from the arrival to the end of the answer; NaN without an answer
     */
    public record Call(
            String uiid,
            String service,
            long instance,
            String operation,
            long step,
            double atS,
            double afterMs,
            double plannedMs,
            double responseMs,
            CallOutcome outcome) {}

    static SingleRequests of(RepetitionFolder folder, CasePlan testCase, MeasurementWindow window) {
        RequestSamples samples = folder.samples();
        SingleCalls kept = folder.calls().single();
        int[] called = new int[samples.size()];
        List<Call> calls = new ArrayList<>();
        for (SingleCalls.Call call : kept.calls()) {
            called[call.request()]++;
            calls.add(new Call(
                    samples.uiid(call.request()),
                    call.service(),
                    call.instance(),
                    call.operation(),
                    call.step(),
                    window.at(call.arrivalNs()),
                    (call.arrivalNs() - samples.startNs(call.request())) / NS_PER_MS,
                    call.plannedUs() / 1e3,
                    call.endNs() == 0 ? Double.NaN : (call.endNs() - call.arrivalNs()) / NS_PER_MS,
                    call.outcome()));
        }
        List<Request> requests = new ArrayList<>();
        kept.requests()
                .forEach(i -> requests.add(new Request(
                        samples.uiid(i),
                        testCase.processes().get(samples.process(i)),
                        window.at(samples.intendedNs(i)),
                        (samples.startNs(i) - samples.intendedNs(i)) / NS_PER_MS,
                        samples.latencyNs(i) / NS_PER_MS,
                        samples.outcome(i),
                        samples.succeeded(i) ? 0 : samples.failure(i).status(),
                        samples.succeeded(i) ? "" : samples.failure(i).detail(),
                        called[i])));
        return new SingleRequests(requests, calls);
    }
}
