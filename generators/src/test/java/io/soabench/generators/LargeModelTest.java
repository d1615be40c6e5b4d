package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.generators.TestbedCompiler.Checked;
import io.soabench.generators.TestbedCompiler.Input;
import io.soabench.model.testbed.ClosedWorkload;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.WorkloadRange;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Set;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work of a check grows with the length of a model, not with its square. */
class LargeModelTest {

    private static final int SIZE = 300;

    /** Four times as much of everything may take this many times the work; the square would be 16, the cube 64. */
    private static final double MOST_GROWTH = 8;

    @TempDir
    private Path temp;

    /** A model with that many services, servers, processes, workloads and cases, each of which is about others than the rest. */
    private Input model(int size) {
        ModelFixture model = new ModelFixture(temp.resolve("model-" + size));
        model.suite.getCases().clear();
        for (int i = 0; i < size; i++) {
            Service service = named(EcoreUtil.copy(model.quotes), "s" + i);
            Server server = EcoreUtil.copy(model.mocks);
            server.setName("m" + i);
            server.getServices().clear();
            server.getServices().add(service);
            WhiteBoxProcess process = EcoreUtil.copy(model.sequential);
            process.setName("p" + i);
            process.getPartners().get(0).setService(service);
            ClosedWorkload workload = EcoreUtil.copy(model.office);
            workload.setName("w" + i);
            TestCase each = EcoreUtil.copy(model.matrix);
            each.setAllProcesses(false);
            each.setAllWorkloads(false);
            each.getProcesses().add(process);
            WorkloadRange range = ModelFixture.MAKE.createWorkloadRange();
            range.setFirst(workload);
            each.getWorkloads().add(range);
            model.suite.getCases().add(each);
            model.testbed.getElements().addAll(Set.of(service, server, process, workload));
        }
        return Input.of(model.testbed, Set.of());
    }

    private static Service named(Service service, String name) {
        service.setName(name);
        return service;
    }

    /** Processor time that this thread takes for a check: what other programs do does not count. */
    private static long cpuNs(Input input, int cases) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        Checked checked = new TestbedCompiler().check(input, ModelFixture.types());
        long taken = threads.getCurrentThreadCpuTime() - before;
        assertThat(checked.issues()).isEmpty();
        assertThat(checked.estimate().suites().get(0).cases()).isEqualTo(cases);
        return taken;
    }

    @Test
    void shouldGrowWithTheLengthOfTheModel() {
        cpuNs(model(100), 100);

        long one = cpuNs(model(SIZE), SIZE);
        long four = cpuNs(model(4 * SIZE), 4 * SIZE);

        assertThat((double) four / one).isLessThan(MOST_GROWTH);
    }
}
