package io.soabench.camel.front;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;

/** The component {@code client}: routes begin at {@code client:OPERATION} and answer by {@code client:answer}. */
final class ClientComponent extends DefaultComponent {

    private final Map<String, ClientConsumer> consumers = new ConcurrentHashMap<>();

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return new ClientEndpoint(uri, this, remaining, new MessageValues(getCamelContext(), parameters));
    }

    /** Returns the beginning of the route for an operation; {@code null} when there is none. */
    ClientConsumer consumer(String operation) {
        return consumers.get(operation);
    }

    /**
     * Adds the beginning of a route.
     *
     * @throws IllegalStateException when another route takes the operation
     */
    void add(String operation, ClientConsumer consumer) {
        if (consumers.putIfAbsent(operation, consumer) != null) {
            throw new IllegalStateException("two routes begin at client:" + operation + "; remove one");
        }
    }

    /** Removes the beginning of a route. */
    void remove(String operation, ClientConsumer consumer) {
        consumers.remove(operation, consumer);
    }
}
