package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.Clients;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Rules for batches. One batch runs at a time, for one process, and all its instances get the same message. */
public final class BatchRules extends Rules {

    /** Checks that a batch is not empty, and that its client has one message. */
    @Check
    public void batch(ClientClass clients) {
        if (clients.getBatch() == null) {
            return;
        }
        atLeastOne(clients.getBatch(), "size of a batch", clients, TestbedPackage.Literals.CLIENT_CLASS__BATCH);
        if (clients.getShape() != null) {
            problem(
                    "an engine runs one batch at a time, so that the number of clients cannot change; remove the stages",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__SHAPE);
        } else if (Clients.most(clients) > 1) {
            problem(
                    "an engine runs one batch at a time, but there are " + Clients.most(clients)
                            + " clients; leave clients out",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__CLIENTS);
        }
        if (clients.getName() != null || !clients.getMix().isEmpty()) {
            problem(
                    "an engine runs one batch of one process at a time; write batches in a separate workload without"
                            + " classes and mix, and name the process in the case",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__BATCH);
        }
        if (clients.getConnections() != null) {
            problem(
                    "batches are ordered on one connection, so its settings have no effect; leave connections out",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__CONNECTIONS);
        }
        Optional<DataChunk> rows = clients.getPool() == null
                ? Optional.empty()
                : clients.getPool().getChunks().stream()
                        .filter(chunk -> chunk.getRows() != null)
                        .findFirst();
        if (rows.isPresent()) {
            problem(
                    "all instances of a batch get the same message, but data \""
                            + clients.getPool().getName() + "\" fills \""
                            + rows.get().getFile() + "\" from records; send data without them",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__POOL);
        }
    }

    /** Checks that a search for the greatest load has a load that can be raised. */
    @Check
    public void exploration(Exploration exploration) {
        if (exploration.getLoad() == null) {
            return;
        }
        for (TestCase each : exploration.getCases()) {
            CaseExpansion.workloads(whole(exploration), each).stream()
                    .filter(BatchRules::ordersBatches)
                    .findFirst()
                    .ifPresent(workload -> problem(
                            "the load of \"" + workload.getName()
                                    + "\", which is batches one after the other, cannot be raised; explore another workload",
                            exploration,
                            TestbedPackage.Literals.EXPLORATION__LOAD));
        }
    }

    private static boolean ordersBatches(Workload workload) {
        return workload.getClasses().stream().anyMatch(clients -> clients.getBatch() != null);
    }

    private void problem(String sentence, EObject where, EStructuralFeature feature) {
        error(IssueCode.BATCH_IMPOSSIBLE, sentence, where, feature);
    }
}
