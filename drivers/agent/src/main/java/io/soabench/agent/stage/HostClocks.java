package io.soabench.agent.stage;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostReply;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.ClockRecord.HostOffset;
import io.soabench.plan.ClockRecord.Reading;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The clocks of the hosts of one repetition that are not the driver's, read before and after the load. Used by the run's thread. */
final class HostClocks {

    private static final int ROUNDS = 20;
    private static final long ANSWER_MS = 15_000;

    private final Map<String, Host> hosts;
    private final HostClock clock;
    private final Path folder;
    private final Map<String, Reading> before = new LinkedHashMap<>();
    private final Map<String, Reading> after = new LinkedHashMap<>();

    /**
     * Creates clocks of which none was read yet.
     *
     * @param hosts the hosts that do not have the driver's clock
     * @param folder of the repetition
     */
    HostClocks(Map<String, Host> hosts, HostClock clock, Path folder) {
        this.hosts = hosts;
        this.clock = clock;
        this.folder = folder;
    }

    /** Returns whether all hosts have the driver's clock. */
    boolean areOne() {
        return hosts.isEmpty();
    }

    /** Reads all clocks before the load; clients begin by these readings. */
    void before() {
        read(before);
    }

    /** Returns an instant of the driver's clock by that of a host, as it was read before the load. */
    long there(String host, long epochNs) {
        Reading reading = before.get(host);
        return reading == null ? epochNs : epochNs + reading.offsetNs();
    }

    /** Reads all clocks after the load. */
    void after() {
        read(after);
    }

    private void read(Map<String, Reading> into) {
        hosts.forEach((name, host) -> reading(host).ifPresent(reading -> into.put(name, reading)));
        if (!hosts.isEmpty()) {
            List<HostOffset> offsets = hosts.keySet().stream()
                    .map(host -> new HostOffset(host, before.get(host), after.get(host)))
                    .toList();
            Json.write(folder.resolve(RunFiles.CLOCKS), new ClockRecord(ClockRecord.FORMAT, offsets));
        }
    }

    private Optional<Reading> reading(Host host) {
        List<ClockRounds.Round> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            Optional<ClockRounds.Round> round = round(host);
            if (round.isEmpty()) {
                break;
            }
            rounds.add(round.get());
        }
        return ClockRounds.best(rounds);
    }

    private Optional<ClockRounds.Round> round(Host host) {
        long sentNs = clock.epochNanos();
        try {
            return host.ask(new HostOrder.Time())
                    .thenApply(answer -> round(sentNs, answer, clock.epochNanos()))
                    .get(ANSWER_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    private static Optional<ClockRounds.Round> round(long sentNs, HostMessage.Answer answer, long receivedNs) {
        return answer.reply(HostReply.Time.class)
                .map(time -> new ClockRounds.Round(sentNs, time.epochNs(), receivedNs));
    }

    /** Returns the hosts whose clocks were not read before the load. */
    List<String> unread() {
        return hosts.keySet().stream().filter(host -> !before.containsKey(host)).toList();
    }
}
