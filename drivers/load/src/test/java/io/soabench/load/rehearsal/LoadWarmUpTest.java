package io.soabench.load.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.LoadOptions;
import io.soabench.load.http.Expectation;
import io.soabench.load.http.Requests;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.load.loop.EventLoop;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.plan.ConnectionPlan.Use;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent before anything counts. */
class LoadWarmUpTest {

    /** Nobody is there: a rehearsal must not ask for more. */
    private static final URI NOBODY = URI.create("http://127.0.0.1:9/order");

    private static final HostClock CLOCK = HostClock.system();

    @TempDir
    Path folder;

    private record Rehearsed(List<Use> uses, long answered) {}

    private Rehearsed rehearse(Testbed testbed, long ms) throws Exception {
        LoadOptions options = testbed.write(NOBODY.toString());
        LoadPlan plan = LoadPlan.of(
                Json.read(options.plan(), Plan.class),
                options.compiled(),
                options.execution(),
                options.client(),
                options.endpoints(),
                Optional.empty());
        Requests.Receiver receiver =
                new Requests.Receiver(NOBODY, "urn:order", new Expectation(false, "{urn:q}answer"));
        byte[] envelope = ScriptedServer.soap("<q:order xmlns:q=\"urn:q\" id=\"${uiid}\"/>")
                .getBytes(StandardCharsets.UTF_8);
        Requests requests = new Requests(List.of(receiver, receiver), List.of(envelope, envelope), false);
        List<Use> uses = new ArrayList<>();
        long answered = new LoadWarmUp(plan, Trace.read(plan.trace()), requests, CLOCK)
                .run(ms, (replay, of, address, samples, onBug) -> {
                    uses.add(replay.plan().connections().use());
                    return new EventLoop(replay, of, address, samples, (uiid, message) -> {}, onBug);
                });
        return new Rehearsed(uses, answered);
    }

    @Test
    void shouldAlsoOpenConnectionsWhenTheyAreKept() throws Exception {
        Rehearsed rehearsed = rehearse(Testbed.open(folder).request(1, 1, 0, 0), 400);

        assertThat(rehearsed.uses()).containsExactly(Use.KEPT, Use.NEW, Use.KEPT);
        // Arrivals alone are 4,000 a second for a half of the time; a busy machine answers fewer in time.
        assertThat(rehearsed.answered()).isGreaterThan(100);
    }

    @Test
    void shouldUseConnectionsAsThePlanHasThem() throws Exception {
        Testbed limited = Testbed.open(folder).connections(Use.LIMITED, 2);

        assertThat(rehearse(limited.request(1, 1, 0, 0), 200).uses())
                .containsExactly(Use.LIMITED, Use.NEW, Use.LIMITED);
    }
}
