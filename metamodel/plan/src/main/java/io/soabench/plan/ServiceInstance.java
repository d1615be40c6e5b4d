package io.soabench.plan;

/**
 * An instance of a mocked service.
 *
 * @param index from 1
 * @param path last part of its address, {@code <service>-<index>}, also the name of its folder under {@code mocks/}
 * @param port name of the port of its server on which it alone listens, because an event of the model closes or opens
 *     it; empty: it listens where the server does
 */
public record ServiceInstance(int index, String path, String port) {

    /** Returns an instance that listens where its server does. */
    public static ServiceInstance sharing(int index, String path) {
        return new ServiceInstance(index, path, "");
    }
}
