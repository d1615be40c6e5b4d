package io.soabench.agent;

import io.soabench.agent.protocol.Finding;
import io.soabench.driver.run.Bell;
import io.soabench.driver.run.Origin;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plugin.MetricSource;
import io.soabench.plugin.MetricSources;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The program on a host that is not the driver's: observes the metrics of all servers and load clients there, and looks how much
 * they write, with the same classes as the local driver. It takes {@link AgentOrder}s from standard input, says {@link
 * AgentWord}s on standard output, and ends with its input; a driver that has lost it starts it again.
 *
 * <p>The argument is the testbed's folder on the host: there {@code run/<name>.pid} tells of the processes, {@code
 * run/servers/<name>/} are the servers' folders, and {@code run/out/metrics-<name>.csv} is written.
 */
public final class Agent {

    /** How long new processes, too much output and a full disk may stay unnoticed. */
    private static final long LOOK_MS = 500;

    private final Path directory;
    private final List<MetricSource> sources;
    private final HostClock clock;
    private final Consumer<AgentWord> say;
    private final Map<String, StartedProcess> started = new HashMap<>();
    private final Bell bell = new Bell();
    private Observer observer;
    private DiskWatch disk;
    private AgentOrder order;
    private boolean found;

    /** One that says its words to somebody. */
    Agent(Path directory, List<MetricSource> sources, HostClock clock, Consumer<AgentWord> say) {
        this.directory = directory;
        this.sources = sources;
        this.clock = clock;
        this.say = say;
    }

    /** The program. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        Agent agent = new Agent(
                Path.of(arguments[0]).toAbsolutePath(),
                MetricSources.load(Agent.class.getClassLoader()),
                HostClock.system(),
                word -> out.println(Json.line(word)));
        agent.work(System.in);
    }

    /** Works until the input ends. */
    void work(InputStream orders) throws InterruptedException {
        Machine machine = new Machine(Path.of("/"), clock);
        say.accept(new AgentWord(
                AgentWord.Code.READY,
                sources.stream().flatMap(source -> source.metrics().stream()).toList(),
                Origin.ofSources(sources),
                machine.processors(),
                null));
        Thread watch = new Thread(this::watch, "agent-watch");
        watch.setDaemon(true);
        watch.start();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(orders, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                obey(Json.parse(line, AgentOrder.class));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the agent cannot read its orders", e);
        } finally {
            rest();
            watch.interrupt();
            watch.join();
        }
    }

    private synchronized void obey(AgentOrder asked) {
        switch (asked.verb()) {
            case OBSERVE -> observe(asked);
            case ONCE -> {
                takeUp();
                if (observer != null) {
                    observer.once();
                }
            }
            case REST -> {
                rest();
                say.accept(AgentWord.of(AgentWord.Code.RESTS, null));
            }
        }
    }

    private void observe(AgentOrder asked) {
        rest();
        order = asked;
        observer = new Observer(sources, run().resolve("out"), clock, bell, ProcessHandle::allProcesses);
        disk = new DiskWatch(directory, asked.workLimitBytes(), asked.floorBytes(), clock);
        takeUp();
        observer.start(asked.intervalMs());
    }

    private Path run() {
        return directory.resolve("run");
    }

    /** Begins to observe what has been started meanwhile. */
    private void takeUp() {
        if (observer == null) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(run(), "*.pid")) {
            for (Path file : files) {
                StartedProcess.of(file)
                        .filter(process -> !started.containsKey(process.name()))
                        .ifPresent(process -> {
                            started.put(process.name(), process);
                            observer.add(process);
                        });
            }
        } catch (IOException e) {
            // Between two repetitions there is no such folder.
            return;
        }
    }

    private synchronized void rest() {
        if (observer != null) {
            observer.close();
        }
        observer = null;
        disk = null;
        order = null;
        found = false;
        started.clear();
    }

    private void watch() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                bell.await(LOOK_MS);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void look() {
        if (order == null || found) {
            return;
        }
        takeUp();
        Optional<Finding> finding = observer.problem().or(() -> disk.look(folders()));
        if (finding.isPresent()) {
            found = true;
            // First: who hears that a server has ended should know why.
            say.accept(AgentWord.of(AgentWord.Code.FOUND, finding.get()));
            Finding.Code code = finding.get().code();
            if (code == Finding.Code.WORK_LIMIT || code == Finding.Code.DISK_NEARLY_FULL) {
                // At once: until the driver stops them in order they would write on.
                folders().keySet().stream()
                        .map(started::get)
                        .filter(each -> each != null)
                        .forEach(StartedProcess::end);
            }
        }
    }

    /** The folders of the servers, by name. */
    private Map<String, Path> folders() {
        Map<String, Path> folders = new TreeMap<>();
        try (DirectoryStream<Path> servers = Files.newDirectoryStream(run().resolve("servers"))) {
            servers.forEach(folder -> folders.put(folder.getFileName().toString(), folder));
        } catch (IOException e) {
            return Map.of();
        }
        return folders;
    }
}
