package io.soabench.events.pause;

import io.soabench.plugin.EventType;
import java.util.List;

/**
 * The event type that stops all processes of a server for a while and then continues them. A long garbage collection, a
 * hypervisor or a swapping host has the same effect.
 *
 * <p>Connections stay open and the server refuses nothing, so its callers wait. A load client that waits before it
 * sends the next due request would hide the pause (coordinated omission). A load client that counts from the intended
 * time of each request shows it.
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
