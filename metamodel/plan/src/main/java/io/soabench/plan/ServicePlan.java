package io.soabench.plan;

import java.util.List;

/**
 * A mocked service.
 *
 * @param server the mock host that serves it
 * @param uiid identification of invocations, in words for the report
 * @param qos response time, reliability and throughput in words for the report
 * @param portType expanded name {@code {namespace}local} of the WSDL port type that it offers, by which a registry
 *     finds it
 */
public record ServicePlan(
        String name,
        String type,
        String server,
        String uiid,
        String qos,
        List<ServiceInstance> instances,
        String portType) {}
