package io.soabench.model;

import io.soabench.model.testbed.Capacity;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.FailureKind;
import io.soabench.model.testbed.Quality;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.ReliabilityState;
import io.soabench.model.testbed.ResponseTime;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.Throughput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The non-functional attributes of each instance of a service, with the defaults filled in.
 *
 * @param responseTime distribution of the time for a request; empty: {@link Defaults#RESPONSE_TIME}
 * @param perConcurrent time that each other request in work at the instance adds to a response time
 * @param capacity requests that it works on at a time; 0: any number
 * @param reliability distribution of the share of the requests that succeed, of which each instance draws its own;
 *     empty: that of the bursts, else {@link Defaults#RELIABILITY}
 * @param bursts two states of reliability that take turns; empty: it does not change
 * @param failures kinds of failures, with shares that add up to 1
 * @param throughput distribution of the limit of accepted requests, a rate; empty: no limit
 */
public record ServiceQuality(
        Optional<Distribution> responseTime,
        Duration perConcurrent,
        int capacity,
        Optional<Distribution> reliability,
        Optional<Bursts> bursts,
        List<FailureShare> failures,
        Optional<Distribution> throughput) {

    /** Returns the attributes of a service; of those given twice the first counts. */
    public static ServiceQuality of(Service service) {
        Optional<Reliability> reliability = first(service, Reliability.class);
        return new ServiceQuality(
                first(service, ResponseTime.class).map(ResponseTime::getTime),
                first(service, ResponseTime.class)
                        .map(ResponseTime::getPerConcurrent)
                        .map(time -> Measure.of(time).duration())
                        .orElse(Duration.ZERO),
                first(service, Capacity.class).map(Capacity::getRequests).orElse(0),
                reliability.map(Reliability::getShare),
                reliability.filter(r -> r.getStates().size() == 2).map(r -> bursts(r.getStates())),
                reliability.map(FailureShare::of).orElse(List.of(new FailureShare(FailureKind.FAULT, 0, 1))),
                first(service, Throughput.class).map(Throughput::getLimit));
    }

    private static Bursts bursts(List<ReliabilityState> states) {
        return new Bursts(
                ratio(states.get(0).getShare()),
                states.get(0).getRequests().doubleValue(),
                ratio(states.get(1).getShare()),
                states.get(1).getRequests().doubleValue());
    }

    private static double ratio(Quantity share) {
        return Measure.of(share).ratio();
    }

    /** Returns how many instances a service has. */
    public static int instances(Service service) {
        return service.getInstances() == null ? Defaults.INSTANCES : service.getInstances();
    }

    private static <T extends Quality> Optional<T> first(Service service, Class<T> kind) {
        return service.getQualities().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst();
    }
}
