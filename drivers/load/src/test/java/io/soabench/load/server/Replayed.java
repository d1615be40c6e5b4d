package io.soabench.load.server;

import io.soabench.load.LoadOptions;
import io.soabench.load.LoadRun;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a run left behind.
 *
 * @param protocol lines for the driver
 * @param samples fields of each line but the header
 */
public record Replayed(List<String> protocol, LoadRecord load, List<Line> samples) {

    private static final long DEADLINE_S = 180;
    private static final long SOON_NS = 200_000_000;

    /** One line of samples; no test has a detail with a comma. */
    public record Line(List<String> fields) {

        public String phase() {
            return fields.get(0);
        }

        public int client() {
            return Integer.parseInt(fields.get(1));
        }

        public String uiid() {
            return fields.get(2);
        }

        public int chunk() {
            return Integer.parseInt(fields.get(3));
        }

        public long intendedNs() {
            return Long.parseLong(fields.get(5));
        }

        public long startNs() {
            return Long.parseLong(fields.get(6));
        }

        public long endNs() {
            return Long.parseLong(fields.get(7));
        }

        public String outcome() {
            return fields.get(8);
        }

        public int status() {
            return Integer.parseInt(fields.get(9));
        }

        public String detail() {
            return fields.get(12);
        }

        /** End − intended. */
        public double latencyMs() {
            return (endNs() - intendedNs()) / 1e6;
        }

        /** End − start. */
        public double serviceMs() {
            return (endNs() - startNs()) / 1e6;
        }
    }

    /** What happens to a run while it goes on. */
    @FunctionalInterface
    public interface Meanwhile {

        void act(LoadRun run, HostClock clock) throws Exception;

        /** Called for each line that the client prints. */
        default void printed(LoadRun run, String line) {}
    }

    /** A run that starts soon and is let alone. */
    public static Replayed of(LoadOptions options) throws Exception {
        return of(options, (run, clock) -> run.start(clock.epochNanos() + SOON_NS));
    }

    /** A run; the action begins when the client is ready. */
    public static Replayed of(LoadOptions options, Meanwhile meanwhile) throws Exception {
        HostClock clock = HostClock.system();
        List<String> protocol = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> ready = new CompletableFuture<>();
        AtomicReference<LoadRun> self = new AtomicReference<>();
        LoadRun run = new LoadRun(options, clock, line -> {
            protocol.add(line);
            meanwhile.printed(self.get(), line);
            if (line.equals("ready")) {
                ready.complete(null);
            }
        });
        self.set(run);
        CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
            try {
                run.run();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                ready.complete(null);
            }
        });
        ready.get(DEADLINE_S, TimeUnit.SECONDS);
        if (!ended.isDone()) {
            meanwhile.act(run, clock);
        }
        ended.get(DEADLINE_S, TimeUnit.SECONDS);
        return read(options.out(), List.copyOf(protocol));
    }

    /** The files of a run. */
    public static Replayed read(Path out, List<String> protocol) throws IOException {
        List<Line> lines = Files.readAllLines(out.resolve("samples-here.csv")).stream()
                .skip(1)
                .map(line -> new Line(Arrays.asList(line.split(",", 13))))
                .toList();
        return new Replayed(protocol, Json.read(out.resolve("load-here.json"), LoadRecord.class), lines);
    }
}
