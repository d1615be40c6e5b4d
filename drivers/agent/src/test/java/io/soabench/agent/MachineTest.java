package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

    private static final HostPlan HOST = new HostPlan("here", "127.0.0.1", true, Map.of(), "", "", Map.of());

    @TempDir
    Path root;

    private void file(String path, String text) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), text);
    }

    private HostRecord record() {
        return new Machine(root, HostClock.system()).record(HOST, "17");
    }

    /** Two packages of two cores with two threads each, two memory nodes. */
    private void twoPackages() throws IOException {
        for (int cpu = 0; cpu < 8; cpu++) {
            file("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", cpu / 2 % 2 + "\n");
            file("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", cpu / 4 + "\n");
        }
        file("sys/devices/system/cpu/online", "0-7\n");
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
        file("sys/devices/system/node/node0/meminfo", "");
        file("sys/devices/system/node/node1/meminfo", "");
        file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast CPU @ 3 GHz\nflags\t\t: fpu hypervisor\n");
        file(
                "proc/meminfo",
                "MemTotal:       16000 kB\nMemAvailable:    8000 kB\nSwapTotal:        100 kB\nSwapFree:          60 kB\n");
        file("proc/stat", "cpu  1 2 3 4 5 6 7 80 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
        file("proc/loadavg", "0.25 0.5 1.0 1/100 4711\n");
        file("proc/sys/kernel/osrelease", "6.1.0\n");
        file("proc/sys/kernel/random/boot_id", "b-1\n");
        file("etc/os-release", "NAME=x\nPRETTY_NAME=\"Some Linux 12\"\n");
        file(
                "proc/self/limits",
                "Limit  Soft  Hard  Units\nMax open files            1024                 4096    files\n");
    }

    @Test
    void shouldReadTheTopologyOfATwoPackageMachine() throws IOException {
        twoPackages();

        HostRecord record = record();

        assertThat(record.processors().model()).isEqualTo("Fast CPU @ 3 GHz");
        assertThat(record.processors().cpus()).isEqualTo(8);
        assertThat(record.processors().cores()).isEqualTo(4);
        assertThat(record.processors().packages()).isEqualTo(2);
        assertThat(record.processors().numaNodes()).isEqualTo(2);
        assertThat(record.memoryBytes()).isEqualTo(16_000L << 10);
        assertThat(record.system().name()).isEqualTo("Some Linux 12");
        assertThat(record.system().kernel()).isEqualTo("6.1.0");
        assertThat(record.processors().governor()).isEqualTo("performance");
        assertThat(record.processors().hypervisor()).isTrue();
        assertThat(record.openFiles()).isEqualTo(1024);
        assertThat(record.fingerprint().loadAverage()).isEqualTo(0.25);
        assertThat(record.fingerprint().swapUsedBytes()).isEqualTo(40 << 10);
        assertThat(record.fingerprint().stolenMs()).isEqualTo(800);
    }

    /** Threads 0 and 4 are one core, and so on; a processor that is not online is none, though it would be allowed. */
    @Test
    void shouldTellWhichProcessorsProgramsMayUseByCores() throws IOException {
        twoPackages();
        file("proc/self/status", "Name:\tjava\nCpus_allowed:\tffff\nCpus_allowed_list:\t1-15\n");
        for (int cpu = 0; cpu < 8; cpu++) {
            file(
                    "sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list",
                    cpu % 4 + "," + (cpu % 4 + 4) + "\n");
        }

        assertThat(new Machine(root, HostClock.system()).usable())
                .containsExactly(List.of(4), List.of(1, 5), List.of(2, 6), List.of(3, 7));
    }

    @Test
    void shouldTakeEachProcessorForACoreWhereTheMachineDoesNotTell() throws IOException {
        file("sys/devices/system/cpu/online", "0-1\n");
        file("proc/self/status", "Cpus_allowed_list:\t0-1\n");

        assertThat(new Machine(root, HostClock.system()).usable()).containsExactly(List.of(0), List.of(1));
    }

    @Test
    void shouldSayNothingOfWhatTheMachineDoesNotTell() {
        HostRecord record = record();

        assertThat(record.processors().model()).isEmpty();
        assertThat(record.processors().cpus()).isEqualTo(-1);
        assertThat(record.processors().cores()).isEqualTo(-1);
        assertThat(record.processors().numaNodes()).isEqualTo(-1);
        assertThat(record.memoryBytes()).isEqualTo(-1);
        assertThat(new Machine(root, HostClock.system()).usable()).isEmpty();
        assertThat(record.processors().governor()).isEmpty();
        assertThat(record.fingerprint().stolenMs()).isEqualTo(-1);
        assertThat(record.fingerprint().loadAverage()).isEqualTo(-1);
    }

    @Test
    void shouldNameChangesButNotWhatAlwaysMoves() throws IOException {
        twoPackages();
        Machine machine = new Machine(root, HostClock.system());
        Fingerprint before = machine.fingerprint();
        file("proc/loadavg", "7 0.5 1.0 1/100 4711\n");
        assertThat(before.changesTo(machine.fingerprint())).isEmpty();

        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        file("sys/devices/system/cpu/online", "0-6\n");

        assertThat(before.changesTo(machine.fingerprint()))
                .containsExactly("processors online: 0-7 -> 0-6", "frequency governor: performance -> powersave");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0-7, 8", "'0-3,8,10-11', 7", "'', -1", "x, -1"})
    void shouldCountTheProcessorsOfAList(String list, int count) {
        assertThat(Machine.range(list)).isEqualTo(count);
    }
}
