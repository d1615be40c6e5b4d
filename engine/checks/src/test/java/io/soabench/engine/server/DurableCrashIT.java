package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A durable engine that is killed under load again and again, as its clients and its partner see it. {@code -Dsoabench.crash.rounds}
 * sets the number of kills, and {@code -Dsoabench.crash.seed} their times.
 */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DurableCrashIT {
    private static final int ROUNDS = Integer.getInteger("soabench.crash.rounds", 4);
    private static final long SEED = Long.getLong("soabench.crash.seed", 1);
    private static final int CLIENTS = 12;
    private static final int LAST_STEP = 3;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int QUIET_LOOKS = 20;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(60))
            .build();
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final AtomicInteger last = new AtomicInteger();
    private final Map<String, String> started = new ConcurrentHashMap<>();
    private final Map<String, String> sent = new ConcurrentHashMap<>();
    private final Map<String, String> open = new ConcurrentHashMap<>();
    private final Set<String> unexpected = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;
    private volatile boolean keyed;
    private boolean processes;
    private int kills;
    private int port;
    private String admin;
    private Process process;
    private BufferedReader output;

    @AfterEach
    void close() throws IOException {
        stopped = true;
        clients.shutdownNow();
        if (process != null) {
            process.toHandle().descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            output.close();
        }
    }

    private void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Two replicas that are processes divide it.
                processes ? "-Xmx512m" : "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EngineMain.class.getName(),
                "--port",
                Integer.toString(port),
                "--admin-port",
                "0",
                "--http-threads",
                "2",
                "--deploy",
                folder.resolve("processes").toString(),
                "--durable",
                folder.resolve("state").toString()));
        if (processes) {
            command.addAll(List.of("--replicas", "2", "--replica-kind", "processes"));
        }
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        output = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            all.append(line).append('\n');
            check(line);
            if (line.startsWith("ready ")) {
                admin = line.replaceAll(".*admin=(\\S+).*", "$1");
                if (processes) {
                    readOn();
                }
                return;
            }
        }
        throw new AssertionError("not ready:\n" + all);
    }

    private void check(String line) {
        if (line.contains("left alone") || line.contains("damaged") || line.contains("they are lost")) {
            unexpected.add(line);
        }
    }

    /** Reads what the engine prints after its start, such as the sentences about replicas that were killed. */
    private void readOn() {
        BufferedReader lines = output;
        Thread reading = new Thread(() -> {
            try {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    check(line);
                }
            } catch (IOException e) {
                // The engine was killed.
            }
        });
        reading.setDaemon(true);
        reading.start();
    }

    /** Kills the engine, with all of its replicas; every second time these end by themselves, without their parent. */
    private void kill() throws Exception {
        List<ProcessHandle> all =
                kills % 4 == 3 ? List.of() : process.toHandle().descendants().toList();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        for (ProcessHandle one : all) {
            one.onExit().get(120, TimeUnit.SECONDS);
        }
        output.close();
        kills++;
    }

    /** Kills one of two replicas, or both, and waits until other processes have their places. */
    private void killReplicas(List<Integer> indices) throws Exception {
        Map<Integer, Long> killed = new HashMap<>();
        JsonNode before = replicas();
        for (int index : indices) {
            killed.put(index, before.get(index).path("pid").longValue());
            assertThat(ProcessHandle.of(killed.get(index)).orElseThrow().destroyForcibly())
                    .isTrue();
        }
        kills++;
        long endNs = System.nanoTime() + PATIENCE_NS;
        for (int index : indices) {
            JsonNode replica = replicas().get(index);
            while (!replica.path("state").asText().equals("ready")
                    || replica.path("pid").longValue() == killed.get(index)) {
                assertThat(System.nanoTime()).as(replica.toString()).isLessThan(endNs);
                LockSupport.parkNanos(PAUSE_NS);
                replica = replicas().get(index);
            }
        }
    }

    private JsonNode replicas() throws Exception {
        return JSON.readTree(text("/replicas"));
    }

    /** Returns the status of the answer; 0 when there is none or a replica has ended with it, and 500 when no instance takes the message. */
    private int send(String name, String operation, String id, String text) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/processes/" + name))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(
                        ScriptedPartner.envelope(TalkProcess.message(operation, id, text))));
        if (keyed) {
            // The same key for the operations of a conversation, which do not clash.
            request.header("Idempotency-Key", '"' + id + '"');
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 502) {
                return 0;
            }
            return answer.statusCode() == 503 && answer.body().matches("(?s)(correlationViolation|missingReply):.*")
                    ? 500
                    : answer.statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private void conversations() {
        while (!stopped) {
            int number = last.incrementAndGet();
            String id = "n" + number;
            if (number % 2 == 0 && keyed) {
                repeat("OneWay", id, "hint", "note", 202, 200);
            } else if (number % 2 == 0) {
                converse("OneWay", id, "hint", "note", 202, 200);
            } else if (keyed) {
                repeat("TwoWay", id, "request", "hint", 200, 202);
            } else {
                converse("TwoWay", id, "request", "hint", 200, 202);
            }
        }
    }

    /** Starts an instance, and then sends the message for which it waits until that is answered: there may be one although it seems lost. */
    private void converse(String name, String id, String start, String next, int isStarted, int isSent) {
        open.put(id, start);
        int status = send(name, start, id, "begin");
        if (status == isStarted) {
            started.put(id, name);
        } else if (status != 0 && status != 503) {
            unexpected.add(start + " of " + id + ": " + status);
        } else {
            LockSupport.parkNanos(PAUSE_NS);
        }
        open.put(id, start + " " + status);
        boolean repeated = false;
        for (int answer = 0; answer == 0 || answer == 503; ) {
            answer = send(name, next, id, "go" + id);
            open.merge(id, " " + answer, String::concat);
            if (answer == isSent) {
                sent.put(id, "go" + id);
            } else if (answer == 500 && !repeated && started.containsKey(id)) {
                // Its instance waits for this message, and has it once.
                unexpected.add(next + " of " + id + ": " + answer);
            } else if (answer == 0 || answer == 503) {
                repeated |= answer == 0;
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        open.remove(id);
    }

    /** Sends both messages of a conversation, each again until it is answered. */
    private void repeat(String name, String id, String start, String next, int isStarted, int isSent) {
        open.put(id, start);
        if (repeat(name, start, id, "begin", isStarted)) {
            started.put(id, name);
            open.put(id, start + " " + next);
            if (repeat(name, next, id, "go" + id, isSent)) {
                sent.put(id, "go" + id);
                open.remove(id);
            }
        }
    }

    private boolean repeat(String name, String operation, String id, String text, int expected) {
        int status = send(name, operation, id, text);
        while ((status == 0 || status == 503) && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE_NS);
            status = send(name, operation, id, text);
        }
        if (status != expected) {
            unexpected.add(operation + " of " + id + ": " + status);
        }
        return status == expected;
    }

    /** Returns a number, when the replicas have reported it. */
    private long statistic(String name) throws Exception {
        long endNs = System.nanoTime() + PATIENCE_NS;
        JsonNode number = JSON.readTree(text("/statistics")).path(name);
        while (!number.isNumber()) {
            assertThat(System.nanoTime()).as(name).isLessThan(endNs);
            LockSupport.parkNanos(PAUSE_NS);
            number = JSON.readTree(text("/statistics")).path(name);
        }
        return number.longValue();
    }

    private String text(String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create(admin + path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Returns whether all replicas have answered that they have no instance. */
    private boolean isAtRest() throws Exception {
        JsonNode instances = JSON.readTree(text("/instances"));
        return instances.has("instances")
                && instances.get("instances").isEmpty()
                && !instances.has("missing")
                && statistic("instancesRunning") == 0;
    }

    private void awaitRest() throws Exception {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!isAtRest() || statistic("journalLiveInstances") > 0) {
            assertThat(System.nanoTime())
                    .as("instances still run: " + statistic("instancesRunning") + ", journal "
                            + statistic("journalLiveInstances"))
                    .isLessThan(endNs);
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    @Test
    void shouldKeepItsPromisesThroughKills() throws Exception {
        killUnderLoad();
    }

    /** Clients with keys repeat what was not answered, and each of their messages is done once. */
    @Test
    void shouldDoEachRequestWithAKeyOnceThroughKills() throws Exception {
        keyed = true;
        killUnderLoad();
    }

    /** One of two replicas that are processes is killed, or both, or their parent with or without them, while clients go on. */
    @Test
    void shouldKeepItsPromisesThroughKillsOfReplicas() throws Exception {
        processes = true;
        killUnderLoad();
    }

    /** A message that is repeated with its key is done once, also if it comes to another replica than the first one. */
    @Test
    void shouldDoEachRequestWithAKeyOnceThroughKillsOfReplicas() throws Exception {
        processes = true;
        keyed = true;
        killUnderLoad();
    }

    /** Waits until the partner has read what the engine had sent before it was killed: no call for many looks. */
    private static void awaitLastCalls(CountingPartner partner) {
        int seen = -1;
        for (int quiet = 0; quiet < QUIET_LOOKS; quiet++) {
            LockSupport.parkNanos(PAUSE_NS);
            int now = partner.calls().size();
            quiet = now == seen ? quiet : 0;
            seen = now;
        }
    }

    private void killUnderLoad() throws Exception {
        Random random = new Random(SEED);
        port = TestPorts.next();
        try (CountingPartner partner = new CountingPartner()) {
            write("OneWay", DurableProcess.oneWay("OneWay", partner.url()));
            write("TwoWay", DurableProcess.twoWay("TwoWay", partner.url()));
            start();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                running.add(clients.submit(this::conversations));
            }
            long recovered = 0;
            for (int round = 0; round < ROUNDS; round++) {
                int before = partner.calls().size();
                assertThat(partner.received(before + 20)).isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(700)));
                if (processes && round % 2 == 0) {
                    killReplicas(round % 4 == 0 ? List.of(random.nextInt(2)) : List.of(0, 1));
                } else {
                    kill();
                    awaitLastCalls(partner);
                    partner.nextLife();
                    start();
                }
                recovered += statistic("instancesRecovered");
            }
            stopped = true;
            for (Future<?> conversation : running) {
                try {
                    conversation.get(120, TimeUnit.SECONDS);
                } catch (TimeoutException e) {
                    throw new AssertionError(
                            "Conversations " + open + " go on with " + text("/instances") + partner.calls(), e);
                }
            }
            awaitRest();

            assertThat(unexpected).isEmpty();
            assertThat(recovered).as("instances that were made anew").isPositive();
            assertThat(started).hasSizeGreaterThan(ROUNDS);
            check(partner.calls());
            if (keyed) {
                checkRepeated(partner);
            }
            process.toHandle().destroy();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Checks that messages of ended instances get their answers again after a kill, and are not done again. */
    private void checkRepeated(CountingPartner partner) throws Exception {
        int calls = partner.calls().size();
        kill();
        partner.nextLife();
        start();
        for (Map.Entry<String, String> conversation : started.entrySet()) {
            String id = conversation.getKey();
            boolean isOneWay = conversation.getValue().equals("OneWay");
            assertThat(send(conversation.getValue(), isOneWay ? "hint" : "request", id, "begin"))
                    .as("the start of %s, repeated", id)
                    .isEqualTo(isOneWay ? 202 : 200);
            assertThat(send(conversation.getValue(), isOneWay ? "note" : "hint", id, "go" + id))
                    .as("the message of %s, repeated", id)
                    .isEqualTo(isOneWay ? 200 : 202);
            assertThat(send(conversation.getValue(), isOneWay ? "hint" : "request", id, "changed"))
                    .as("another start of %s", id)
                    .isEqualTo(isOneWay ? 422 : 200);
        }
        assertThat(statistic("instancesStarted")).isZero();
        assertThat(partner.calls()).hasSize(calls);
    }

    /** A limit on the sizes of its files is the only error of a disk that a test can bring about from outside. */
    @Test
    void shouldEndWithoutAnAcknowledgementWhenTheDiskFails() throws Exception {
        assumeThat(Path.of("/usr/bin/prlimit")).exists();
        port = TestPorts.next();
        try (CountingPartner partner = new CountingPartner()) {
            write("OneWay", DurableProcess.oneWay("OneWay", partner.url()));
            start();
            assertThat(send("OneWay", "hint", "a", "kept")).isEqualTo(202);
            assertThat(partner.received(1)).isTrue();
            Process limit =
                    new ProcessBuilder("/usr/bin/prlimit", "--pid", Long.toString(process.pid()), "--fsize=0:").start();
            assertThat(limit.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(limit.exitValue()).isZero();

            assertThat(send("OneWay", "hint", "b", "lost")).isZero();

            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(4);
            assertThat(output.lines().toList()).anySatisfy(line -> assertThat(line)
                    .matches("soabench-engine: The disk of .*state fails \\(.*\\), so the engine ends; check the"
                            + " disk, and start the engine again\\."));
            assertThat(partner.calls())
                    .noneSatisfy(call -> assertThat(call.id()).isEqualTo("b"));

            start();
            assertThat(send("OneWay", "note", "a", "go")).isEqualTo(200);
            awaitRest();
        }
    }

    private void write(String name, Map<String, byte[]> files) throws IOException {
        Path target = Files.createDirectories(folder.resolve("processes").resolve(name));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(target.resolve(file.getKey()), file.getValue());
        }
    }

    private void check(List<CountingPartner.Call> calls) {
        Map<String, List<CountingPartner.Call>> byId =
                calls.stream().collect(Collectors.groupingBy(CountingPartner.Call::id));
        int repeated = 0;
        for (Map.Entry<String, List<CountingPartner.Call>> instance : byId.entrySet()) {
            repeated += checkInstance(instance.getKey(), instance.getValue());
        }
        assertThat(repeated).as("calls that were repeated after a kill").isPositive();
        for (String id : started.keySet()) {
            assertThat(byId.getOrDefault(id, List.of()).stream().map(CountingPartner.Call::step))
                    .as("the steps of " + id + ", whose start was acknowledged")
                    .contains(1, 2, LAST_STEP);
        }
        sent.forEach((id, text) -> assertThat(byId.get(id))
                .as("the calls of " + id + ", whose message was acknowledged")
                .anySatisfy(call -> assertThat(call.text()).isEqualTo(text)));
    }

    /** Returns the number of repeated calls. */
    private int checkInstance(String id, List<CountingPartner.Call> calls) {
        Map<String, CountingPartner.Call> byKey = new HashMap<>();
        Map<Integer, Set<String>> keys = new HashMap<>();
        int highest = 0;
        int repeated = 0;
        for (CountingPartner.Call call : calls) {
            keys.computeIfAbsent(call.step(), step -> new TreeSet<>()).add(call.key());
            // A call follows from the answer to the one before it, which is durable then.
            assertThat(call.step()).as("a step of %s: %s", id, calls).isBetween(highest, highest + 1);
            highest = call.step();
            CountingPartner.Call before = byKey.put(call.key(), call);
            if (before != null) {
                repeated++;
                assertThat(call.body())
                        .as("the call with the key of an earlier one")
                        .isEqualTo(before.body());
                if (!processes) {
                    assertThat(call.life()).as("the life of a repeated call").isGreaterThan(before.life());
                }
            }
        }
        // When one replica was killed, others go on, so that calls of its lives cannot be told apart.
        assertThat(repeated).as("the repeated calls of %s: %s", id, calls).isLessThanOrEqualTo(kills);
        keys.forEach((step, all) -> assertThat(all)
                .as("the keys of step " + step + " of " + id)
                .hasSize(1)
                .allMatch(key -> key.startsWith("\"urn:soabench:")));
        return repeated;
    }
}
