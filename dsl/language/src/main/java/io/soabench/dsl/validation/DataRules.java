package io.soabench.dsl.validation;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.dsl.documents.DataFile;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.MessagePath;
import io.soabench.model.CaseExpansion;
import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.RowAnswer;
import io.soabench.model.testbed.RowClasses;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.SizeBand;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.eclipse.xtext.validation.Check;

/** Rules for data. Pools have messages, and each message fits its receivers. */
public final class DataRules extends Rules {

    /** Checks that a pool has messages. */
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

    /** Checks that a frequency is above zero. */
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

    /** Checks that each file is there and well-formed, and has the root element that its receivers expect. */
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
            root(chunk, data.get(), expected);
        }
    }

    /** Checks that the file of records exists. The compiler checks its content. */
    @Check
    public void records(Rows rows) {
        if (rows.getFile() != null && files().file(rows, rows.getFile()).isEmpty()) {
            error(IssueCode.FILE_MISSING, missing(rows.getFile()), rows, TestbedPackage.Literals.ROWS__FILE);
        }
    }

    /** Checks that each expected value has a place in the answer of each receiver of the rows. */
    @Check
    public void answers(Rows rows) {
        if (!(rows.eContainer() instanceof DataChunk chunk) || !(chunk.eContainer() instanceof InstancePool pool)) {
            return;
        }
        for (Invocable target : receivers(pool)) {
            interfaces().operation(target).ifPresent(operation -> rows.getAnswers()
                    .forEach(answer -> place(answer, target, operation)));
        }
    }

    private void place(RowAnswer answer, Invocable target, Operation operation) {
        Optional<WsdlDefinitions> wsdl = interfaces().definitions(target);
        Optional<QName> root = Interfaces.outputElement(operation);
        if (answer.getPath() == null || wsdl.isEmpty() || (operation.output().isPresent() && root.isEmpty())) {
            return;
        }
        Optional<String> problem = root.isEmpty()
                ? Optional.of("has no place: \"" + target.getName() + "\" answers nothing; remove it")
                : new MessagePath(Interfaces.prefixes(wsdl.get()), wsdl.get().schemas())
                        .problem(answer.getPath(), List.of(root.get()));
        problem.ifPresent(text -> error(
                IssueCode.ROWS_ANSWER,
                "path \"" + answer.getPath() + "\" in the answer of \"" + target.getName() + "\" " + text,
                answer,
                TestbedPackage.Literals.ROW_ANSWER__PATH));
    }

    /** Limits of sizes rise, and the last class has the rest. */
    @Check
    public void sizes(RowClasses classes) {
        double before = 0;
        Set<String> names = new HashSet<>();
        List<SizeBand> bands = classes.getBands();
        for (SizeBand band : bands) {
            boolean last = band == bands.get(bands.size() - 1);
            if (!names.add(band.getName())) {
                error(
                        IssueCode.ROWS_CLASSES,
                        "there are two classes \"" + band.getName() + "\"; give each a different name",
                        band,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
            if (last != (band.getMost() == null)) {
                error(
                        IssueCode.ROWS_CLASSES,
                        last
                                ? "the last class, \"" + band.getName()
                                        + "\", has a limit, so that larger messages have no class; leave it out"
                                : "the class \"" + band.getName() + "\" has no limit; write: " + band.getName()
                                        + " up to 1 KiB",
                        band,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            } else if (!last && has(Dimension.SIZE, band.getMost(), "the limit of a class")) {
                double bytes = Measure.of(band.getMost()).bytes();
                if (bytes <= before) {
                    error(
                            IssueCode.ROWS_CLASSES,
                            "the class \"" + band.getName() + "\" ends at " + Measure.text(band.getMost())
                                    + ", where the one before it ends already; write the smallest first",
                            band,
                            TestbedPackage.Literals.SIZE_BAND__MOST);
                }
                before = Math.max(before, bytes);
            }
        }
    }

    private Set<Invocable> receivers(InstancePool pool) {
        return once("receivers", pool, () -> receivers(whole(pool))).getOrDefault(pool, Set.of());
    }

    private void root(DataChunk chunk, DataFile data, Map<QName, Invocable> expected) {
        for (Map.Entry<QName, Invocable> entry : expected.entrySet()) {
            Optional<String> mismatch =
                    data.mismatch(entry.getKey(), "\"" + entry.getValue().getName() + "\" expects ");
            if (mismatch.isPresent()) {
                error(
                        IssueCode.DATA_ROOT,
                        "file \"" + chunk.getFile() + "\" " + mismatch.get(),
                        chunk,
                        TestbedPackage.Literals.DATA_CHUNK__FILE);
                return;
            }
        }
    }

    private Map<QName, Invocable> expected(InstancePool pool) {
        Map<QName, Invocable> expected = new LinkedHashMap<>();
        for (Invocable target : receivers(pool)) {
            interfaces().requestElement(target).ifPresent(element -> expected.putIfAbsent(element, target));
        }
        return expected;
    }

    /** Returns the receivers of each pool's data. */
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
