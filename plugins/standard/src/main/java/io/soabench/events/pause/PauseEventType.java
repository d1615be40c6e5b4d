package io.soabench.events.pause;

import io.soabench.plugin.EventType;
import java.util.List;

/**
 * Stops all processes of a server for a while, as a long collection of garbage, a hypervisor or a swapping host would, and lets
 * them go on. Connections stay open and nothing is refused: whoever calls waits. A load client that waits, too, before it sends
 * what was due would hide that (coordinated omission); one that counts from the time at which each request was wanted shows it.
 */
public final class PauseEventType implements EventType {

    @Override
    public String name() {
        return "pause";
    }

    @Override
    public List<Step> steps() {
        return List.of(
                new Step("0", new Signal("STOP"), ""), new Step("${event:time}", new Signal("CONT"), "goes on again"));
    }
}
