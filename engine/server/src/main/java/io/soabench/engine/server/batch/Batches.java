package io.soabench.engine.server.batch;

import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.server.counters.PoolCounters;
import io.soabench.engine.server.deploy.DeployedProcess;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapParts;
import io.soabench.engine.server.soap.SoapReader;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The runner of batches. It runs one batch at a time, so that the measured values belong to that batch. Thread-safe.
 */
public final class Batches {
    /** The number of instances at once, unless an order has another one. */
    public static final int DEFAULT_WINDOW = BatchOrder.DEFAULT_WINDOW;

    private final Deployer deployer;
    private final Supplier<List<BatchLane>> lanes;
    private final PoolCounters counters;
    private final EngineClock clock;
    private final AtomicReference<Current> current = new AtomicReference<>();

    /** The current batch and the name of its deployment; without a batch while one is prepared. */
    private record Current(String deployment, BatchRun run) {}

    /**
     * Makes the runner, without a batch.
     *
     * @param deployer the deployments
     * @param lanes the places for instances, asked for each batch
     * @param counters the performance counters, read before and after each batch
     * @param clock the time
     */
    public Batches(Deployer deployer, Supplier<List<BatchLane>> lanes, PoolCounters counters, EngineClock clock) {
        this.counters = counters;
        this.deployer = deployer;
        this.lanes = lanes;
        this.clock = clock;
    }

    /**
     * Runs a batch from its start to its end.
     *
     * @param name the name of the deployment
     * @param json the order
     * @param unwanted the test whether the client has gone, which cancels the batch
     * @throws RefusedBatchException if the batch cannot be run; nothing has started then
     * @throws InterruptedException if the engine stops
     */
    public BatchOutcome run(String name, byte[] json, BooleanSupplier unwanted)
            throws RefusedBatchException, InterruptedException {
        BatchOrder order = BatchOrder.read(json);
        Current mine = new Current(name, null);
        Current other = current.compareAndExchange(null, mine);
        if (other != null) {
            throw new RefusedBatchException(
                    409,
                    "A batch of deployment '" + other.deployment()
                            + "' runs already; wait for its end, or cancel it by DELETE /deployments/"
                            + other.deployment() + "/batch.");
        }
        try {
            BatchRun run = prepared(name, order);
            run.start();
            current.set(new Current(name, run));
            return run.await(order.timeoutMs(), unwanted);
        } finally {
            current.set(null);
        }
    }

    private BatchRun prepared(String name, BatchOrder order) throws RefusedBatchException {
        DeployedProcess process = deployer.deployed(name);
        if (process == null) {
            throw new RefusedBatchException(404, "There is no deployment '" + name + "'.");
        }
        Deployment deployment = process.deployment();
        try {
            String number = InputTemplate.standIn(order.input());
            SoapReader.Envelope input = MessageTexts.envelope(order.input().replace(InputTemplate.NUMBER, number));
            ServiceOperation operation = operation(deployment, order, input);
            InputTemplate template = new InputTemplate(SoapParts.read(operation.input(), input), number, order.first());
            return new BatchRun(
                    deployment,
                    operation,
                    template,
                    order.loopback() ? answers(process.definition(), deployment, order) : null,
                    lanes.get(),
                    order.instances(),
                    order.window(),
                    counters,
                    clock);
        } catch (RefusedSoapException e) {
            throw new RefusedBatchException("'input': " + e.getMessage());
        }
    }

    private static LoopbackAnswers answers(ProcessDefinition definition, Deployment deployment, BatchOrder order)
            throws RefusedBatchException {
        return LoopbackAnswers.of(definition, deployment.program(), order.answers());
    }

    private static ServiceOperation operation(Deployment deployment, BatchOrder order, SoapReader.Envelope input)
            throws RefusedBatchException {
        List<ServiceOperation> starting = deployment.program().provided().stream()
                .filter(ServiceOperation::createsInstance)
                .filter(candidate ->
                        order.operation().isEmpty() || candidate.name().equals(order.operation()))
                .toList();
        if (starting.isEmpty()) {
            throw new RefusedBatchException(
                    "No operation '" + order.operation() + "' starts an instance; those that do are "
                            + deployment.program().provided().stream()
                                    .filter(ServiceOperation::createsInstance)
                                    .map(ServiceOperation::name)
                                    .toList()
                            + ".");
        }
        List<ServiceOperation> fitting =
                starting.stream().filter(candidate -> takes(candidate, input)).toList();
        if (fitting.size() > 1) {
            throw new RefusedBatchException("The input is for several operations "
                    + fitting.stream().map(ServiceOperation::name).toList() + "; name one in 'operation'.");
        }
        if (fitting.isEmpty() && starting.size() > 1) {
            throw new RefusedBatchException("'input': none of the operations "
                    + starting.stream().map(ServiceOperation::name).toList() + " that start an instance takes "
                    + (input.payload() == null
                            ? "nothing"
                            : "'" + input.payload().qualifiedName() + "'")
                    + ".");
        }
        return fitting.isEmpty() ? starting.get(0) : fitting.get(0);
    }

    private static boolean takes(ServiceOperation operation, SoapReader.Envelope input) {
        QualifiedName payload = input.payload() == null ? null : input.payload().qualifiedName();
        return Objects.equals(payload, operation.input().payload());
    }

    /** Returns the intermediate result of a deployment's running batch; null when none runs. */
    public BatchOutcome progress(String deployment) {
        Current found = current.get();
        return found == null || found.run() == null || !found.deployment().equals(deployment)
                ? null
                : found.run().outcome();
    }

    /** Cancels the running batch of a deployment; returns false when there is none. */
    public boolean cancel(String deployment) {
        Current found = current.get();
        if (found == null || found.run() == null || !found.deployment().equals(deployment)) {
            return false;
        }
        found.run().stop(BatchRun.End.CANCELLED);
        return true;
    }
}
