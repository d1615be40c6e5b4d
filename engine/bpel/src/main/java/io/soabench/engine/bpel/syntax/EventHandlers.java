package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;

/**
 * {@code eventHandlers} of a scope (section 12.7).
 */
public record EventHandlers(List<OnEvent> events, List<OnAlarm> alarms, Location location) {
    public EventHandlers {
        events = List.copyOf(events);
        alarms = List.copyOf(alarms);
    }
}
