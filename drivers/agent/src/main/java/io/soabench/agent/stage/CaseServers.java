package io.soabench.agent.stage;

import io.soabench.agent.protocol.Finding;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostMessage.ServerState;
import io.soabench.driver.EventLog;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage.NotStarted;
import io.soabench.driver.run.UnexpectedExit;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EventKind;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.ServerStart;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of the servers of one repetition, with the lines about them and about load clients for {@code events.csv}
 * and the user. Used by the run's thread.
 */
final class CaseServers {

    private static final String REMEDY = ", mend it or its settings and resume the run";

    private final Plan plan;
    private final CasePlan testCase;
    private final EventLog events;
    private final Progress progress;
    private final Path run;
    private final Path repetition;
    private final long logLimitBytes;
    private final Map<String, ServerState> states = new LinkedHashMap<>();
    private final Map<String, HostMessage.Ended> ended = new LinkedHashMap<>();
    private final Map<String, Long> cpuBefore = new HashMap<>();
    private final Map<String, Long> cpuMs = new HashMap<>();
    private final Set<String> ready = new LinkedHashSet<>();
    private final Set<String> reported = new LinkedHashSet<>();
    private NotStarted notStarted;

    CaseServers(RunSetting run, CasePlan testCase, Path repetition, EventLog events) {
        this.plan = run.plan();
        this.testCase = testCase;
        this.events = events;
        this.progress = run.progress();
        this.run = run.folder();
        this.repetition = repetition;
        this.logLimitBytes = run.settings().logLimitBytes();
    }

    // ---- hearing

    /** Notes a server or load client that runs. */
    void receive(HostMessage.Started word) {
        if (!testCase.servers().contains(word.name())) {
            event(word.name(), ServerStart.started(word.pid()));
        } else if (!states.containsKey(word.name()) || states.get(word.name()).pid() != word.pid()) {
            states.put(
                    word.name(),
                    new ServerState(
                            word.name(), word.pid(), true, false, -1, null, -1, List.of(), 0, word.precedence()));
            event(word.name(), ServerStart.started(word.pid()));
        }
    }

    void receive(HostMessage.Ready word) {
        if (ready.add(word.server())) {
            event(word.server(), ServerStart.READY);
        }
    }

    /** Notes a server that has ended too early. */
    void receive(HostMessage.Ended word) {
        ended.putIfAbsent(word.name(), word);
    }

    /** Notes the present states of all processes, and makes up for reports that did not arrive. */
    void receive(HostMessage.Answer answer) {
        for (ServerState state : answer.servers()) {
            receive(new HostMessage.Started(state.name(), state.pid(), state.precedence()));
            if (state.ready()) {
                receive(new HostMessage.Ready(state.name()));
            }
            states.put(state.name(), state);
        }
    }

    // ---- what is known

    Set<String> ready() {
        return ready;
    }

    Optional<NotStarted> notStarted() {
        return Optional.ofNullable(notStarted);
    }

    /** Remembers the server because of which the servers are not ready. */
    void notStarted(String server, String why) {
        if (notStarted == null && !ready.contains(server)) {
            notStarted = new NotStarted(server, why);
        }
    }

    /**
     * Checks the processes.
     *
     * @throws PhaseFailed when one has ended that should run
     */
    void requireRunning() throws PhaseFailed {
        for (HostMessage.Ended word : ended.values()) {
            if (reported.add(word.name())) {
                event(word.name(), "ended by itself with exit status " + word.exit());
            }
            UnexpectedExit death =
                    new UnexpectedExit(word.afterNs(), word.exit(), word.words(), repetition.resolve(word.log()));
            String why = "server " + word.name() + " " + death.words(run) + REMEDY;
            notStarted(word.name(), why);
            throw new PhaseFailed(why);
        }
    }

    /** Takes the processor times of the servers at the start of the measurement. */
    void measureFrom(List<HostMessage.Answer> looks) {
        looks.stream()
                .flatMap(look -> look.servers().stream())
                .forEach(server -> cpuBefore.put(server.name(), server.cpuMs()));
    }

    /** Takes the processor times of the servers at the end of the measurement. */
    void measureTo(List<HostMessage.Answer> looks) {
        looks.stream().flatMap(look -> look.servers().stream()).forEach(server -> {
            long before = cpuBefore.getOrDefault(server.name(), -1L);
            cpuMs.put(server.name(), before < 0 || server.cpuMs() < 0 ? -1 : server.cpuMs() - before);
        });
    }

    /** Returns those that were started, in the order of their start. */
    List<ServerRecord> records() {
        List<ServerRecord> records = new ArrayList<>();
        for (String name : testCase.servers()) {
            ServerState state = states.get(name);
            if (state != null) {
                HostMessage.Ended word = ended.get(name);
                records.add(new ServerRecord(
                        name,
                        plan.serverOf(name).host(),
                        state.pid(),
                        state.exit() < 0 && word != null ? word.exit() : state.exit(),
                        state.stopped(),
                        cpuMs.getOrDefault(name, -1L),
                        state.precedence()));
            }
        }
        return records;
    }

    // ---- telling

    /** Notes a load client that has ended as it should. */
    void done(String client, int exit) {
        reported.add(client);
        event(client, "done, exit status " + exit);
    }

    /**
     * Notes how a server or load client was stopped.
     *
     * @param graceMs the time that it had
     */
    void stopped(HostMessage.ProcessState state, long graceMs) {
        int n = state.left().size();
        if (n > 0) {
            warn(
                    state.name(),
                    state.name() + " left " + (n == 1 ? "a process" : n + " processes") + " behind ("
                            + String.join(", ", state.left()) + "), which " + (n == 1 ? "was" : "were")
                            + " ended; let its start command exec the server, and the server end what it starts");
        }
        if (state.stopped() == ServerEnd.DIED) {
            if (reported.add(state.name())) {
                event(state.name(), "ended by itself with exit status " + state.exit());
            }
        } else if (state.stopped() != null) {
            event(state.name(), "stopped (" + state.stopped().text() + "), exit status " + state.exit());
        }
        if (state.stopped() == ServerEnd.KILLED) {
            progress.note(state.name() + " did not end within " + graceMs
                    + " ms after SIGTERM and was killed; what it writes at its end may be missing");
        }
    }

    /** Notes that a server wrote more logs than are kept, if it did. */
    void leftOut(ServerState state) {
        if (state.leftOutBytes() > 0) {
            warn(
                    state.name(),
                    "server " + state.name() + " wrote more logs than the " + Finding.mib(logLimitBytes)
                            + " that are kept: " + Finding.mib(state.leftOutBytes())
                            + " were read and left out; lower its log level, since writing logs takes time that is"
                            + " measured, or raise soabench.logLimit");
        }
    }

    /** Adds an event although the disk may be full: nothing must keep the next server from being stopped. */
    void event(String subject, String detail) {
        add(EventKind.SERVER, subject, detail);
    }

    /** Writes one line for the user now, and one for the reader of the report. */
    void warn(String subject, String sentence) {
        add(EventKind.WARNING, subject, sentence);
        progress.note(sentence);
    }

    private void add(EventKind kind, String subject, String detail) {
        try {
            events.add(kind, subject, detail);
        } catch (UncheckedIOException e) {
            progress.note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
    }
}
