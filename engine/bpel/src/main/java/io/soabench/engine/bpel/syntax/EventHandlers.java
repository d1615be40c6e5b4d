package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;

/**
 * The {@code eventHandlers} of a scope as written (section 12.7).
 *
 * @param events the handlers of messages, in document order
 * @param alarms the handlers of alarms, in document order
 * @param location the element
 */
public record EventHandlers(List<OnEvent> events, List<OnAlarm> alarms, Location location) {
    public EventHandlers {
        events = List.copyOf(events);
        alarms = List.copyOf(alarms);
    }
}
