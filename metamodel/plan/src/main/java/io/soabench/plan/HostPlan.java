package io.soabench.plan;

import java.util.Map;

/**
 * A machine of the deployment plan.
 *
 * @param address name or IP address at which the other hosts reach it
 * @param local whether it is this machine, reached without SSH
 * @param connection settings for SSH when it is not local: {@code port}, {@code user}, {@code key} (a path, never the
 *     key), {@code jump}
 * @param directory working directory on that host, or empty for the driver's choice
 * @param java home of the Java installation to use there, or empty for the driver's choice
 */
public record HostPlan(
        String name,
        String address,
        boolean local,
        Map<String, String> connection,
        String directory,
        String java,
        Map<String, String> environment) {

    /** Returns the identity of the machine: an empty text for this machine, else the address. */
    public String machine() {
        return local ? "" : address;
    }

    /** Returns a copy with another working directory. */
    public HostPlan withDirectory(String other) {
        return new HostPlan(name, address, local, connection, other, java, environment);
    }
}
