package io.soabench.events.kill;

import io.soabench.plugin.EventType;
import java.util.List;

/**
 * The event type that kills an engine and starts it again a while later. A crash of the program has the same effect. A crash
 * of the machine has not: what the program has handed to the operating system is still there.
 *
 * <p>Kill and start are one event, so no model can start an engine that runs.
 */
public final class KillEventType implements EventType {

    @Override
    public String name() {
        return "kill";
    }

    @Override
    public List<Step> steps() {
        return List.of(
                new Step("0", new Kill(), ""), new Step("${event:time}", new StartAgain(), "it is started again"));
    }
}
