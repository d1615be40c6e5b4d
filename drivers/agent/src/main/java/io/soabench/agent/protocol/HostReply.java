package io.soabench.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.MetricRecord;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The content of an answer to an order that asks for some. As JSON the field {@code of} names its kind. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "of")
@JsonSubTypes({
    @JsonSubTypes.Type(value = HostReply.Checked.class, name = "CHECK"),
    @JsonSubTypes.Type(value = HostReply.Sent.class, name = "SEND"),
    @JsonSubTypes.Type(value = HostReply.Trips.class, name = "TRIPS"),
    @JsonSubTypes.Type(value = HostReply.Time.class, name = "TIME"),
    @JsonSubTypes.Type(value = HostReply.Description.class, name = "DESCRIBE"),
    @JsonSubTypes.Type(value = HostReply.Seen.class, name = "FINGERPRINT")
})
public sealed interface HostReply {

    /**
     * The answer to a functional check.
     *
     * @param body Base64 of the answer
     * @param problem defect of status or element, as far as it is known without the right answer; empty when there is
     *     none
     */
    record Checked(int number, int status, String body, String problem) implements HostReply {

        /** Returns the bytes of the answer. */
        public byte[] bytes() {
            return Base64.getDecoder().decode(body);
        }
    }

    /** The answer to a request, as text. */
    record Sent(int status, String body) implements HostReply {}

    /** Times of single exchanges, nanoseconds; empty when the server does not answer. */
    record Trips(List<Long> ns) implements HostReply {}

    /** The host's clock, nanoseconds since the epoch. */
    record Time(long epochNs) implements HostReply {}

    /**
     * The description of a host.
     *
     * @param metrics the observable metrics of its servers and load clients
     * @param sources out of which artifact each metric source came, by class
     */
    record Description(List<MetricRecord> metrics, Map<String, String> sources, Processors processors)
            implements HostReply {}

    /** The properties that may change. */
    record Seen(EnvironmentRecord.Fingerprint fingerprint) implements HostReply {}
}
