package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * {@code pick}: waits for one of several messages or alarms (section 11.5).
 */
public record Pick(ActivityHeader header, boolean createInstance, List<OnMessage> messages, List<OnAlarm> alarms)
        implements ActivityElement {
    public Pick {
        messages = List.copyOf(messages);
        alarms = List.copyOf(alarms);
    }
}
