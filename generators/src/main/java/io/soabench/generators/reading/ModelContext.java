package io.soabench.generators.reading;

import io.soabench.generators.mocks.BehaviourTraces;
import io.soabench.generators.random.RandomStreams;
import io.soabench.model.ExpandedCase;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Server;
import io.soabench.plugin.Relay;
import io.soabench.plugin.ServerType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;

/**
 * The input of a compilation: a model, and the facts outside of it that decide about the compiled testbed.
 *
 * @param types the installed server types by name
 * @param profile the suites are read under it
 * @param streams random numbers of the seed
 * @param faults elements with known faults, which get no further issues
 * @param files reader of the files that the model names
 * @param distributions reader of the model's distributions
 */
public record ModelContext(
        WholeTestbed testbed,
        Map<String, ServerType> types,
        Optional<Profile> profile,
        long seed,
        RandomStreams streams,
        KnownFaults faults,
        ModelFiles files,
        ModelDistributions distributions) {

    /** Returns the elements without a known fault. */
    public <T extends EObject> List<T> spared(List<T> elements) {
        return elements.stream().filter(faults::spare).toList();
    }

    /** Returns whether a case consists of elements without a known fault. */
    public boolean spared(ExpandedCase each) {
        return faults.spare(each.suite())
                && profile.map(faults::spare).orElse(true)
                && faults.spare(each.testCase())
                && each.targets().stream().allMatch(faults::spare)
                && faults.spare(each.workload())
                && each.server().map(faults::spare).orElse(true)
                && each.clientHosts().stream().allMatch(faults::spare);
    }

    /** Returns the events without a known fault. */
    public List<Event> events() {
        return spared(testbed.events());
    }

    /** Returns the repetitions and durations of a case. */
    public SuiteSettings settings(ExpandedCase each) {
        return SuiteSettings.of(each.suite(), profile);
    }

    /** Returns the type of a server; {@code null} when it is not installed, or the model names none that there is. */
    public ServerType type(Server server) {
        String name = server.getType().getName();
        return name == null ? null : types.get(name);
    }

    /** Returns whether there are servers that a network with latencies needs. */
    public boolean hasRelays() {
        return types.values().stream().anyMatch(Relay.class::isInstance);
    }

    /** Draws how the services behave. */
    public BehaviourTraces behaviours() {
        return new BehaviourTraces(streams);
    }
}
