package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * A {@code pick} as written: it waits for one of several messages or alarms (section 11.5).
 *
 * @param header the standard attributes and elements
 * @param createInstance true if it is a start activity
 * @param messages the messages in document order
 * @param alarms the alarms in document order
 */
public record Pick(ActivityHeader header, boolean createInstance, List<OnMessage> messages, List<OnAlarm> alarms)
        implements ActivityElement {
    public Pick {
        messages = List.copyOf(messages);
        alarms = List.copyOf(alarms);
    }
}
