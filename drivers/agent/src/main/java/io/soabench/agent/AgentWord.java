package io.soabench.agent;

import io.soabench.agent.protocol.Finding;
import io.soabench.agent.protocol.Processors;
import io.soabench.plan.MetricRecord;
import java.util.List;
import java.util.Map;

/**
 * What the {@link Agent} of a host says: one JSON object a line.
 *
 * @param code what it is about
 * @param metrics of {@link Code#READY}: what is observed on the host
 * @param sources of {@link Code#READY}: out of which artifact each metric source came, by class
 * @param machine of {@link Code#READY}: what Ansible does not tell of the host
 * @param finding of {@link Code#FOUND}
 */
public record AgentWord(
        Code code, List<MetricRecord> metrics, Map<String, String> sources, Processors machine, Finding finding) {

    static AgentWord of(Code code, Finding finding) {
        return new AgentWord(code, List.of(), Map.of(), null, finding);
    }

    /** What can be said. */
    public enum Code {
        /** It takes orders. */
        READY,
        /** Something is wrong; servers that wrote too much have been told to end. */
        FOUND,
        /** Nothing is observed any more, and all that was observed is written. */
        RESTS
    }
}
