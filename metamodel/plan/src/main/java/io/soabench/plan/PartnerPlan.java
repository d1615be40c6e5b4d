package io.soabench.plan;

/**
 * A partner link bound to a service instance.
 *
 * @param instance from 1
 */
public record PartnerPlan(String link, String service, int instance) {}
