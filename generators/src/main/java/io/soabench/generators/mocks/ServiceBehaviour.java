package io.soabench.generators.mocks;

import io.soabench.distribution.Distribution;
import java.util.Optional;

/**
 * The quality of each instance of a service.
 *
 * @param responseTime seconds
 * @param reliability share of requests that succeed, from 0 to 1
 * @param throughput limit of accepted requests, 1/s; empty: none
 */
public record ServiceBehaviour(Distribution responseTime, double reliability, Optional<Distribution> throughput) {}
