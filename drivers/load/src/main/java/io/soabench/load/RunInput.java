package io.soabench.load;

import io.soabench.load.http.BatchOrder;
import io.soabench.load.http.Expectation;
import io.soabench.load.http.Relation;
import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.input.BadInput;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.load.record.Descriptors;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RequestHeaders;
import io.soabench.plan.RowFile;
import io.soabench.plan.ServerTrust;
import io.soabench.plan.WorkloadPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The input of a run, read and checked.
 *
 * @param address of the server
 * @param trace of this client host
 * @param requests for each chunk of the trace
 * @param events of the case
 * @param clients client hosts of the case
 */
record RunInput(
        LoadPlan load, ServerAddress address, Trace trace, Requests requests, List<EventPlan> events, int clients) {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /**
     * Reads everything.
     *
     * @throws BadInput when plan, trace or requests are wrong, with all problems of the first wrong file
     */
    static RunInput read(LoadOptions options) {
        Plan plan = plan(options);
        LoadPlan load = LoadPlan.of(
                plan,
                options.compiled(),
                options.execution(),
                options.client(),
                options.endpoints(),
                options.callbacks());
        if (options.engine() == LoadRecord.Engine.JMETER && load.callbacks().isPresent()) {
            throw new BadInput(List.of("JMeter takes no callbacks, but case " + load.caseId()
                    + " has a process that answers by one; use --engine loop"));
        }
        ServerAddress address = address(load, options.trust());
        Trace trace = trace(load);
        if (options.engine() == LoadRecord.Engine.LOOP) {
            requireDescriptors(trace, load.connections(), load.timeOutMs(), Descriptors.forConnections());
        }
        Requests requests = requests(load, trace, token(options));
        CasePlan testCase = plan.caseOf(load.caseId());
        return new RunInput(
                load,
                address,
                trace,
                requests,
                testCase.events(),
                testCase.clients().size());
    }

    /**
     * Checks that each closed client can have a connection, and that the limit of the model can be reached. Open workloads without a limit use
     * the connections that there are, and wait for the rest.
     */
    static void requireDescriptors(Trace trace, ConnectionPlan connections, long timeOutMs, int most) {
        boolean limited = connections.use() == ConnectionPlan.Use.LIMITED;
        boolean closed = trace.kind() == WorkloadPlan.Load.CLOSED;
        if (!closed && !limited) {
            return;
        }
        int needed = closed ? trace.clientCount() : trace.mostWithin(TimeUnit.MILLISECONDS.toMicros(timeOutMs));
        if (limited) {
            needed = Math.min(needed, connections.most());
        }
        if (needed > most) {
            throw new BadInput(List.of((limited
                            ? needed + " connections are allowed and may be used"
                            : needed + " clients need a connection each")
                    + ", but this machine lets the load client open only " + most
                    + " more files; raise its limit (ulimit -n), or use more client hosts"));
        }
    }

    private static Plan plan(LoadOptions options) {
        try {
            return Json.read(options.plan(), Plan.class);
        } catch (UncheckedIOException e) {
            throw new BadInput(List.of(e.getMessage().lines().findFirst().orElse("") + "; compile the testbed again"));
        }
    }

    /** Returns the token that the engine asks for in orders of batches. */
    private static String token(LoadOptions options) {
        if (options.tokenFile().isEmpty()) {
            return "";
        }
        try (Stream<String> lines = Files.lines(options.tokenFile().get())) {
            return lines.findFirst().orElse("").strip();
        } catch (IOException | UncheckedIOException e) {
            throw new BadInput(List.of("the file of the engine's token "
                    + options.tokenFile().get() + " cannot be read: " + e.getMessage()));
        }
    }

    private static ServerAddress address(LoadPlan load, Optional<Path> trust) {
        URI endpoint = load.targets().get(0).endpoint();
        boolean secure = "https".equals(endpoint.getScheme());
        int usual = secure ? HTTPS_PORT : HTTP_PORT;
        int port = endpoint.getPort() < 0 ? usual : endpoint.getPort();
        InetSocketAddress address = new InetSocketAddress(endpoint.getHost(), port);
        if (address.isUnresolved()) {
            throw new BadInput(List.of("the host of the endpoint " + endpoint
                    + " is unknown; correct it or make it known to this machine"));
        }
        return new ServerAddress(
                address, endpoint.getHost(), secure ? Optional.of(trust(load, trust)) : Optional.empty());
    }

    /**
     * Returns the trust in the server of the case: by the certificates in a file, else by all those of the processes, which are at one
     * server.
     */
    private static ServerTrust trust(LoadPlan load, Optional<Path> file) {
        if (file.isPresent()) {
            try {
                return ServerTrust.of(ServerTrust.pem(file.get()));
            } catch (UncheckedIOException e) {
                throw new BadInput(List.of("--trust " + e.getMessage()));
            } catch (IOException e) {
                throw new BadInput(List.of("--trust " + file.get() + " " + e.getMessage()));
            }
        }
        String pem = load.targets().stream()
                .map(LoadPlan.Target::trust)
                .filter(each -> !each.isEmpty())
                .distinct()
                .collect(Collectors.joining("\n"));
        try {
            return pem.isEmpty() ? ServerTrust.ofJava() : ServerTrust.of(pem);
        } catch (IOException e) {
            throw new BadInput(List.of("the list of trusted certificates of case " + load.caseId() + " "
                    + e.getMessage() + "; compile the testbed again"));
        }
    }

    private static Requests requests(LoadPlan load, Trace trace, String token) {
        List<Requests.Receiver> receivers = new ArrayList<>();
        List<byte[]> envelopes = new ArrayList<>();
        List<Optional<RowFile>> rows = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        int[] lastRows = trace.lastRows();
        for (String chunk : trace.chunkNames()) {
            LoadPlan.Target target = load.target(chunk);
            Optional<RowFile> filling = rows(load.rows(chunk), lastRows[rows.size()], problems);
            rows.add(filling);
            receivers.add(
                    load.batch() > 0
                            ? Requests.Receiver.of(new BatchOrder(load.batch(), token), target.endpoint())
                            : new Requests.Receiver(
                                            target.endpoint(),
                                            target.soapAction(),
                                            new Expectation(target.oneWay(), target.answerElement(), filling),
                                            callback(target, filling))
                                    .in(target.soap(), headers(target, problems)));
            Path file = load.request(chunk);
            try {
                byte[] envelope = Files.readAllBytes(file);
                envelopes.add(target.callback().isPresent() ? addressed(envelope, load, target) : envelope);
            } catch (IOException e) {
                problems.add("the request file " + file + ", which the trace names, cannot be read: " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new BadInput(problems);
        }
        return new Requests(receivers, envelopes, rows, load.connections().use() == ConnectionPlan.Use.NEW);
    }

    private static RequestHeaders headers(LoadPlan.Target target, List<String> problems) {
        try {
            return RequestHeaders.of(target.process(), target.headers(), System.getenv());
        } catch (IllegalArgumentException e) {
            if (!problems.contains(e.getMessage())) {
                problems.add(e.getMessage());
            }
            return RequestHeaders.NONE;
        }
    }

    /** Returns the records that a trace takes up to that row from a file; empty when it takes none. */
    private static Optional<RowFile> rows(Path file, int last, List<String> problems) {
        if (last == Trace.NO_ROW) {
            return Optional.empty();
        }
        try {
            RowFile rows = RowFile.open(file);
            if (last < rows.size()) {
                return Optional.of(rows);
            }
            problems.add("the trace wants row " + last + " of " + file + ", which has " + rows.size()
                    + "; compile the testbed again");
        } catch (IOException | IllegalArgumentException e) {
            problems.add("the file of rows " + file + ", which the trace needs, cannot be used: " + e.getMessage()
                    + "; compile the testbed again");
        }
        return Optional.empty();
    }

    private static Optional<Requests.Callback> callback(LoadPlan.Target target, Optional<RowFile> filling) {
        return target.callback()
                .map(callback -> new Requests.Callback(
                        LoadPlan.callbackPath(target.process()),
                        new Expectation(false, target.answerElement(), filling),
                        new Relation(callback.uiid())));
    }

    /** Replaces the placeholder. Each byte is read as one character, so that all other bytes stay as they are. */
    private static byte[] addressed(byte[] envelope, LoadPlan load, LoadPlan.Target target) {
        return new String(envelope, StandardCharsets.ISO_8859_1)
                .replace(CallbackPlan.ADDRESS, load.callbacks().orElseThrow() + LoadPlan.callbackPath(target.process()))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Trace trace(LoadPlan load) {
        Trace trace = Trace.read(load.trace());
        List<String> problems = new ArrayList<>();
        if (trace.kind() != load.kind() || !trace.workload().equals(load.workload())) {
            problems.add(load.trace() + " is the trace of " + words(trace.kind(), trace.workload())
                    + ", but the plan's is " + words(load.kind(), load.workload()) + "; compile the testbed again");
        } else if (trace.kind() == WorkloadPlan.Load.CLOSED && trace.clientCount() != load.jmeterThreads()) {
            problems.add(load.trace() + " has requests of " + trace.clientCount()
                    + " clients, but the plan's client has " + load.jmeterThreads()
                    + " threads of JMeter; compile the testbed again");
        }
        if (!problems.isEmpty()) {
            throw new BadInput(problems);
        }
        return trace;
    }

    private static String words(WorkloadPlan.Load kind, String workload) {
        return "the " + kind.name().toLowerCase(Locale.ROOT) + " workload " + workload;
    }
}
