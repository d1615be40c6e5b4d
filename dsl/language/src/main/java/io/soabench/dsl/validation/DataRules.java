package io.soabench.dsl.validation;

import io.soabench.dsl.documents.DataFile;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.model.CaseExpansion;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.eclipse.xtext.validation.Check;

/** Data: pools have messages, and each message fits what it is sent to. */
public final class DataRules extends Rules {

    /** There is something to choose from. */
    @Check
    public void notEmpty(InstancePool pool) {
        if (pool.getChunks().isEmpty()) {
            error(
                    IssueCode.POOL_EMPTY,
                    "data \"" + pool.getName() + "\" has no files; add: \"<file>.xml\"",
                    pool,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /** A frequency is above zero. */
    @Check
    public void frequency(DataChunk chunk) {
        if (chunk.getFrequency() != null && chunk.getFrequency().signum() <= 0) {
            error(
                    IssueCode.NOT_POSITIVE,
                    "frequency of \"" + chunk.getFile() + "\" is "
                            + chunk.getFrequency().toPlainString() + ", but must be above 0",
                    chunk,
                    TestbedPackage.Literals.DATA_CHUNK__FREQUENCY);
        }
    }

    /** Each file is there and well-formed, and has the root element that its receivers expect. */
    @Check
    public void files(InstancePool pool) {
        Map<QName, Invocable> expected = null;
        for (DataChunk chunk : pool.getChunks()) {
            Optional<DataFile> data = existing(
                            chunk.getFile(), chunk, TestbedPackage.Literals.DATA_CHUNK__FILE, INSIGNIFICANT_INDEX)
                    .map(DataFile::read);
            if (data.isEmpty()) {
                continue;
            }
            if (data.get().problem().isPresent()) {
                error(
                        IssueCode.DATA_INVALID,
                        "file \"" + chunk.getFile() + "\" "
                                + data.get().problem().get(),
                        chunk,
                        TestbedPackage.Literals.DATA_CHUNK__FILE);
                continue;
            }
            expected = expected == null ? expected(pool) : expected;
            root(chunk, data.get().root().orElseThrow(), expected);
        }
    }

    private void root(DataChunk chunk, QName root, Map<QName, Invocable> expected) {
        for (Map.Entry<QName, Invocable> entry : expected.entrySet()) {
            if (!entry.getKey().equals(root)) {
                error(
                        IssueCode.DATA_ROOT,
                        "file \"" + chunk.getFile() + "\" has the root element " + root + ", but \""
                                + entry.getValue().getName() + "\" expects " + entry.getKey(),
                        chunk,
                        TestbedPackage.Literals.DATA_CHUNK__FILE);
                return;
            }
        }
    }

    private Map<QName, Invocable> expected(InstancePool pool) {
        Map<InstancePool, Set<Invocable>> receivers = once("receivers", pool, () -> receivers(whole(pool)));
        Map<QName, Invocable> expected = new LinkedHashMap<>();
        for (Invocable target : receivers.getOrDefault(pool, Set.of())) {
            interfaces()
                    .operation(target)
                    .flatMap(Interfaces::inputElement)
                    .ifPresent(element -> expected.putIfAbsent(element, target));
        }
        return expected;
    }

    /** What the data of each pool are sent to. */
    private static Map<InstancePool, Set<Invocable>> receivers(WholeTestbed whole) {
        Map<InstancePool, Set<Invocable>> receivers = new HashMap<>();
        for (TestSuite suite : whole.suites()) {
            for (TestCase testCase : suite.getCases()) {
                List<Invocable> targets = CaseExpansion.dimension(whole, testCase);
                for (Workload workload : CaseExpansion.workloads(whole, testCase)) {
                    for (ClientClass each : workload.getClasses()) {
                        Invocable own = each.getProcess();
                        receives(receivers, each.getPool(), own == null ? targets : List.of(own));
                        each.getMix()
                                .forEach(share -> receives(receivers, share.getPool(), List.of(share.getProcess())));
                    }
                }
            }
        }
        return receivers;
    }

    private static void receives(
            Map<InstancePool, Set<Invocable>> receivers, InstancePool pool, List<Invocable> targets) {
        if (known(pool)) {
            receivers.computeIfAbsent(pool, any -> new LinkedHashSet<>()).addAll(targets);
        }
    }
}
