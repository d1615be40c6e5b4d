package io.soabench.model;

import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.Quality;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.ResponseTime;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.Throughput;
import java.util.Optional;

/**
 * The non-functional attributes of each instance of a service, with the defaults filled in.
 *
 * @param responseTime distribution of the time for a request; empty: {@link Defaults#RESPONSE_TIME}
 * @param reliability share of the requests that succeed, from 0 to 1
 * @param throughput distribution of the limit of accepted requests, a rate; empty: no limit
 */
public record ServiceQuality(
        Optional<Distribution> responseTime, double reliability, Optional<Distribution> throughput) {

    /** The attributes of a service; of those given twice the first counts. */
    public static ServiceQuality of(Service service) {
        return new ServiceQuality(
                first(service, ResponseTime.class).map(ResponseTime::getTime),
                first(service, Reliability.class)
                        .map(reliability ->
                                Measure.of(reliability.getProbability()).ratio())
                        .orElse(Defaults.RELIABILITY),
                first(service, Throughput.class).map(Throughput::getLimit));
    }

    /** How many instances a service has. */
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
