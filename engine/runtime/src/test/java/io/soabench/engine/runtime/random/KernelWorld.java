package io.soabench.engine.runtime.random;

import io.soabench.engine.runtime.activity.HeldOutbox;
import io.soabench.engine.runtime.activity.ManualWorker;
import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.compile.UncompilableProcessException;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.scheduling.KernelWorker;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Runs instances of a random process on a kernel, without HTTP. */
final class KernelWorld {
    private static final String CLIENT = "urn:random:client";
    private static final String PARTNER = "urn:random:partner";
    private static final String[] FIELDS = {"id", "token", "text"};
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(60);

    private static final long PAUSE_NS = 200_000;

    private final Program program;
    private final Deployment deployment;
    private final Kernel kernel;
    private final Outside outside;
    private final IntFunction<Worker> workers;
    private final IntFunction<Executor> clients;
    private final Map<String, String> replies = new ConcurrentHashMap<>();
    private final AtomicInteger sending = new AtomicInteger();
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    private KernelWorld(
            RandomProcess process,
            EngineClock clock,
            Executor later,
            IntFunction<Worker> workers,
            IntFunction<Executor> clients) {
        this.clients = clients;
        try {
            program = ProcessCompiler.compile(process.definition());
        } catch (UncompilableProcessException e) {
            throw new AssertionError("seed " + process.seed() + ": " + e.problems(), e);
        }
        this.workers = workers;
        List<String> addresses = program.partnerLinks().stream()
                .map(link -> "http://127.0.0.1:9/" + link)
                .toList();
        deployment = new Deployment("random", program, addresses, "http://127.0.0.1:9/random");
        kernel = new Kernel(KernelLimits.DEFAULT, this::call, clock, new Counters(), errors::add);
        outside = new Outside(later, this::send);
    }

    /** Instances one after the other on one worker with a stepped clock; answers come in an order given by a seed. */
    static List<Outcome> stepped(RandomProcess process, int instances, long order) {
        return stepped(process, instances, order, null);
    }

    /** The same with an outbox, from which effects leave when nothing else is left to do; null for none. */
    static List<Outcome> stepped(RandomProcess process, int instances, long order, HeldOutbox outbox) {
        ManualWorker worker = new ManualWorker();
        Random random = new Random(order);
        List<Runnable> waiting = new ArrayList<>();
        KernelWorld world =
                new KernelWorld(process, worker, waiting::add, instance -> worker, instance -> worker::execute);
        if (outbox != null) {
            world.kernel.sendBy(id -> outbox);
        }
        for (int i = 0; i < instances; i++) {
            world.start(i);
            boolean goesOn = true;
            while (goesOn && world.kernel.running() > 0) {
                worker.drain();
                if (outbox != null && outbox.release()) {
                    goesOn = true;
                } else if (waiting.isEmpty()) {
                    goesOn = worker.passToNextAlarm();
                } else {
                    waiting.remove(random.nextInt(waiting.size())).run();
                }
            }
            worker.drain();
            if (outbox != null) {
                outbox.release();
            }
            while (!waiting.isEmpty()) {
                waiting.remove(0).run();
            }
        }
        return world.outcomes(instances);
    }

    /** Instances side by side on several workers with threads, answers on the caller's thread or in any order on others. */
    static List<Outcome> threaded(RandomProcess process, int instances, int workerCount, boolean atOnce) {
        SystemEngineClock clock = new SystemEngineClock();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<KernelWorker> workers = new ArrayList<>();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Executor soon = task -> CompletableFuture.delayedExecutor(task.hashCode() % 3, TimeUnit.MILLISECONDS, threads)
                .execute(task);
        try {
            for (int i = 0; i < workerCount; i++) {
                workers.add(new KernelWorker(task -> new Thread(task, "random"), 10_000, clock, failures::add));
            }
            KernelWorld world = new KernelWorld(
                    process,
                    clock,
                    atOnce ? Runnable::run : soon,
                    instance -> workers.get(instance % workerCount),
                    instance -> workers.get(instance % workerCount)::execute);
            for (int i = 0; i < instances; i++) {
                world.start(i);
            }
            world.awaitEnd();
            if (!failures.isEmpty()) {
                throw new AssertionError("a task failed", failures.peek());
            }
            return world.outcomes(instances);
        } finally {
            workers.forEach(KernelWorker::close);
            threads.shutdownNow();
        }
    }

    private void awaitEnd() {
        long end = System.nanoTime() + DEADLINE_NS;
        // A one-way message may end its instance before its sender knows that it was taken.
        while ((kernel.running() > 0 || sending.get() > 0) && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private List<Outcome> outcomes(int instances) {
        if (!errors.isEmpty()) {
            throw new AssertionError("the kernel failed", errors.peek());
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            outcomes.add(outside.outcome("n" + i, replies.getOrDefault("n" + i, "nothing")));
        }
        return kernel.running() == 0
                ? outcomes
                : Collections.singletonList(
                        new Outcome(kernel.running() + " run", outcomes.get(0).calls(), List.of()));
    }

    private void start(int instance) {
        String id = "n" + instance;
        Element request = Element.empty("c", CLIENT, "request")
                .withContent(List.of(
                        Element.text("c", CLIENT, "id", id),
                        Element.text("c", CLIENT, "count", Integer.toString(RandomProcess.count(instance)))));
        accept("run", request, instance, reply -> replies.put(id, reply));
    }

    private void send(Outside.Note note, Consumer<String> replied) {
        String[] values = {note.id(), note.token(), note.text()};
        List<Element> fields = new ArrayList<>();
        for (int i = 0; i < FIELDS.length; i++) {
            fields.add(Element.text("c", CLIENT, FIELDS[i], values[i]));
        }
        Element body = Element.empty("c", CLIENT, note.operation()).withContent(List.copyOf(fields));
        int instance = Integer.parseInt(note.id().substring(1));
        // A client's message never comes while the engine is writing an answer to it.
        sending.incrementAndGet();
        clients.apply(instance).execute(() -> {
            try {
                accept(note.operation(), body, instance, replied);
            } finally {
                sending.decrementAndGet();
            }
        });
    }

    private void accept(String operation, Element body, int instance, Consumer<String> replied) {
        program.provided().stream()
                .filter(candidate -> candidate.name().equals(operation))
                .findFirst()
                .ifPresent(target -> {
                    InboundMessage message = target.isOneWay()
                            ? new InboundMessage(target, List.of(body), ReplyTo.NOBODY, receipt(replied), null)
                            : new InboundMessage(target, List.of(body), replyTo(replied));
                    if (!kernel.accept(deployment, message, workers.apply(instance))) {
                        errors.add(new AssertionError("refused " + operation));
                    }
                });
    }

    private static Receipt receipt(Consumer<String> replied) {
        return new Receipt() {
            @Override
            public void taken() {
                replied.accept("");
            }

            @Override
            public void refused(Fault fault) {
                replied.accept("refused " + fault.name().name());
            }
        };
    }

    private static ReplyTo replyTo(Consumer<String> replied) {
        return new ReplyTo() {
            @Override
            public void reply(List<Element> parts) {
                replied.accept(parts.get(0).text());
            }

            @Override
            public void fault(Fault fault) {
                replied.accept("fault " + fault.name().name()
                        + (fault.element() == null ? "" : " " + fault.element().text()));
            }
        };
    }

    private void call(PartnerCall call) {
        Element input = call.input().get(0);
        List<Element> fields = input.elements();
        Outside.Question question = new Outside.Question(
                call.address().substring(call.address().lastIndexOf('/') + 1),
                fields.get(0).text(),
                fields.get(1).text(),
                fields.get(2).text());
        if (call.operation().isOneWay()) {
            outside.told(question);
            call.answered(List.of());
            return;
        }
        outside.asked(question, new Outside.Answer() {
            @Override
            public void text(String token, String text) {
                call.answered(List.of(Element.empty("p", PARTNER, "answer")
                        .withContent(List.of(
                                Element.text("p", PARTNER, "token", token),
                                Element.text("p", PARTNER, "text", text)))));
            }

            @Override
            public void refused(String text) {
                call.failed(new Fault(
                        new QualifiedName(PARTNER, "refused"),
                        new QualifiedName(PARTNER, "no"),
                        List.of(Element.text("p", PARTNER, "no", text)),
                        "refused"));
            }

            @Override
            public void broken() {
                call.failed(StandardFault.PARTNER_FAILURE.because("broken"));
            }
        });
    }
}
