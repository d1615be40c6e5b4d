package io.soabench.engine.overseer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Cpusets and quotas of control groups of both versions, and the affinity mask of the process. */
final class AllowanceReaderTest {

    private static final String CGROUP2 =
            "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";

    private final Path root = SysTree.memory();

    private SysTree tree() {
        return SysTree.regular(root, 2, 4, 1).file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-7");
    }

    private SysTree two(String path) {
        return tree().file("proc/self/cgroup", "0::" + path).file("proc/self/mountinfo", CGROUP2);
    }

    private static Allowance allowance(SysTree tree) throws IOException {
        return Survey.of(tree.write()).allowance();
    }

    @Test
    void shouldAllowEverythingToAProcessWithoutLimits() throws IOException {
        Allowance allowance = allowance(two("/user.slice"));

        assertThat(allowance.processors()).isEqualTo(IdSet.range(0, 7));
        assertThat(allowance.nodes()).isEqualTo(IdSet.of(0, 1));
        assertThat(allowance.quota()).isEmpty();
        assertThat(allowance.limits()).isEmpty();
        assertThat(allowance.parallelism()).isEqualTo(8);
    }

    @Test
    void shouldReadTheMaskOfTheProcess() throws IOException {
        Allowance allowance = allowance(two("/user.slice")
                .file(
                        "proc/self/status",
                        "Name:\tjava\nCpus_allowed:\tc\nCpus_allowed_list:\t2-3\nMems_allowed_list:\t1"));

        assertThat(allowance.processors()).isEqualTo(IdSet.of(2, 3));
        assertThat(allowance.nodes()).isEqualTo(IdSet.of(1));
        assertThat(allowance.limits())
                .containsExactly(
                        "the affinity mask of this process allows processors 2-3 of 0-7",
                        "this process may take memory of nodes 1 of 0-1");
    }

    @Test
    void shouldReadTheCpusetOfTheNearestGroupThatHasOne() throws IOException {
        Allowance allowance = allowance(two("/a/b/c")
                .file("sys/fs/cgroup/cpuset.cpus.effective", "0-7")
                .file("sys/fs/cgroup/a/cpuset.cpus.effective", "4-7")
                .file("proc/self/status", "Cpus_allowed_list:\t4-7"));

        assertThat(allowance.processors()).isEqualTo(IdSet.range(4, 7));
        assertThat(allowance.limits())
                .containsExactly("the cpuset of control group /a/b/c allows processors 4-7 of 0-7");
    }

    @Test
    void shouldTakeTheLeastQuotaOfTheGroupsAbove() throws IOException {
        Allowance allowance = allowance(two("/a/b")
                .file("sys/fs/cgroup/a/cpu.max", "150000 100000")
                .file("sys/fs/cgroup/a/b/cpu.max", "200000 100000"));

        assertThat(allowance.quota()).hasValue(1.5);
        assertThat(allowance.parallelism()).isEqualTo(2);
        assertThat(allowance.limits())
                .containsExactly(
                        "the quota of control group /a/b is 2.00 processors",
                        "the quota of control group /a is 1.50 processors");
    }

    @Test
    void shouldReadNoQuotaFromMax() throws IOException {
        Allowance allowance = allowance(two("/a").file("sys/fs/cgroup/a/cpu.max", "max 100000"));

        assertThat(allowance.quota()).isEmpty();
        assertThat(allowance.limits()).isEmpty();
    }

    @Test
    void shouldAllowOneThreadAtLeast() throws IOException {
        Allowance allowance = allowance(two("/a").file("sys/fs/cgroup/a/cpu.max", "20000 100000"));

        assertThat(allowance.quota()).hasValue(0.2);
        assertThat(allowance.parallelism()).isEqualTo(1);
    }

    private SysTree one(String path, String mountRoot) {
        return tree().file("proc/self/cgroup", "5:cpuset:" + path + "\n4:cpu,cpuacct:" + path + "\n0::/")
                .file(
                        "proc/self/mountinfo",
                        "31 23 0:27 " + mountRoot + " /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
                                + "32 23 0:28 " + mountRoot
                                + " /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct");
    }

    @Test
    void shouldReadGroupsOfVersionOne() throws IOException {
        Allowance allowance = allowance(one("/docker/x", "/")
                .file("sys/fs/cgroup/cpuset/docker/x/cpuset.cpus", "0-1")
                .file("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us", "50000")
                .file("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_period_us", "100000")
                .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1")
                .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000")
                .file("proc/self/status", "Cpus_allowed_list:\t0-1"));

        assertThat(allowance.processors()).isEqualTo(IdSet.of(0, 1));
        assertThat(allowance.quota()).hasValue(0.5);
        assertThat(allowance.limits())
                .containsExactly(
                        "the cpuset of control group /docker/x allows processors 0-1 of 0-7",
                        "the quota of control group /docker/x is 0.50 processors");
    }

    /** In a container the mount shows the group itself as the hierarchy's root, while the path is that of the host. */
    @Test
    void shouldFindTheGroupOfAContainer() throws IOException {
        Allowance allowance = allowance(one("/docker/x", "/docker/x")
                .file("sys/fs/cgroup/cpuset/cpuset.cpus", "3-4")
                .file("proc/self/status", "Name:\tjava"));

        assertThat(allowance.processors())
                .as("the cpuset, where the mask is not told")
                .isEqualTo(IdSet.of(3, 4));
    }

    @Test
    void shouldNotLookOutsideOfACopy() throws IOException {
        Allowance allowance = allowance(tree().file("proc/self/cgroup", "0::/a")
                .file("proc/self/mountinfo", "30 23 0:26 / /cgroups rw - cgroup2 cgroup2 rw"));

        assertThat(allowance.processors()).isEqualTo(IdSet.range(0, 7));
        assertThat(allowance.limits()).isEmpty();
    }
}
