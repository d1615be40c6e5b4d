package io.soabench.engine.overseer.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.MachineFiles;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.SysTree;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A topology as JSON, as text and as a picture. */
final class TopologyFormsTest {

    private final Path root = SysTree.memory();

    private Topology limited() throws IOException {
        return Survey.of(SysTree.regular(root, 2, 2, 2)
                .offline(IdSet.of(7))
                .file("proc/self/status", "Cpus_allowed_list:\t0,4-6")
                .file("proc/self/cgroup", "0::/a")
                .file("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw")
                .file("sys/fs/cgroup/a/cpu.max", "150000 100000")
                .write());
    }

    @Test
    void shouldPrintJson() throws IOException {
        JsonNode json = TopologyJson.of(limited());

        assertThat(json.get("online")).hasToString("[0,1,2,3,4,5,6]");
        assertThat(json.get("offline")).hasToString("[7]");
        assertThat(json.get("threadsPerCore").asInt()).isEqualTo(2);
        assertThat(json.get("hybrid").asBoolean()).isFalse();
        assertThat(json.at("/packages/1")).hasToString("{\"id\":1,\"kernelId\":1,\"processors\":[2,3,6]}");
        assertThat(json.at("/dies/1")).hasToString("{\"id\":1,\"kernelId\":0,\"package\":1,\"processors\":[2,3,6]}");
        assertThat(json.at("/cores/2"))
                .hasToString("{\"id\":2,\"kernelId\":0,\"die\":1,\"package\":1,\"node\":1,\"kind\":\"uniform\","
                        + "\"processors\":[2,6]}");
        assertThat(json.at("/processors/4"))
                .hasToString("{\"id\":4,\"core\":0,\"thread\":1,\"die\":0,\"package\":0,\"node\":0,\"allowed\":true}");
        assertThat(json.at("/processors/1/allowed").asBoolean()).isFalse();
        assertThat(json.at("/caches/12"))
                .hasToString("{\"name\":\"L3\",\"id\":0,\"level\":3,\"type\":\"unified\",\"bytes\":18874368,"
                        + "\"lineBytes\":64,\"processors\":[0,1,4,5]}");
        assertThat(json.at("/nodes/1"))
                .hasToString("{\"id\":1,\"processors\":[2,3,6],\"memoryBytes\":34359738368,"
                        + "\"freeBytes\":17179869184,\"distances\":{\"0\":21,\"1\":10}}");
        assertThat(json.get("allowed"))
                .hasToString("{\"processors\":[0,4,5,6],\"nodes\":[0,1],\"quota\":1.5,\"parallelism\":2,"
                        + "\"limits\":[\"the affinity mask of this process allows processors 0,4-6 of 0-6\","
                        + "\"the quota of control group /a is 1.50 processors\"]}");
        assertThat(json.get("notes")).isEmpty();
    }

    @Test
    void shouldLeaveOutOfJsonWhatTheKernelDoesNotTell() throws IOException {
        MachineFiles files = SysTree.in(root).cpu(0, 0, 0, 0, 0).old().write();

        JsonNode json = TopologyJson.of(Survey.of(files));

        assertThat(json.at("/nodes/0").has("memoryBytes")).isFalse();
        assertThat(json.at("/dies/0").has("kernelId")).isFalse();
        assertThat(json.at("/cores/0").has("capacity")).isFalse();
        assertThat(json.at("/allowed").has("quota")).isFalse();
        assertThat(json.get("notes")).hasSize(2);
    }

    @Test
    void shouldPrintText() throws IOException {
        assertThat(TopologyText.of(limited()))
                .isEqualTo(
                        """
                2 packages, 2 dies, 4 cores, 7 processors (0-6), offline: 7
                L1d: 4 of 32 KiB, shared by 0,4 | 1,5 | 2,6 | 3
                L1i: 4 of 32 KiB, shared by 0,4 | 1,5 | 2,6 | 3
                L2: 4 of 256 KiB, shared by 0,4 | 1,5 | 2,6 | 3
                L3: 2 of 18 MiB, shared by 0-1,4-5 | 2-3,6
                node 0: processors 0-1,4-5, 32 GiB (16 GiB free), distances {0=10, 1=21}
                node 1: processors 2-3,6, 32 GiB (16 GiB free), distances {0=21, 1=10}
                allowed: processors 0,4-6, memory of nodes 0-1, quota 1.50 processors
                limit: the affinity mask of this process allows processors 0,4-6 of 0-6
                limit: the quota of control group /a is 1.50 processors
                """);
    }

    @Test
    void shouldDrawBoxesInBoxes() throws IOException {
        assertThat(TopologyPicture.of(limited(), 76))
                .isEqualTo(
                        """
                +------------------------------------------------------------------+
                | 7 processors on 4 cores                                          |
                | offline: 7                                                       |
                | the affinity mask of this process allows processors 0,4-6 of 0-6 |
                | the quota of control group /a is 1.50 processors                 |
                | +------------------------------------------------------+         |
                | | node 0: 32 GiB (16 GiB free), distances {0=10, 1=21} |         |
                | | +-----------------------------------+                |         |
                | | | package 0                         |                |         |
                | | | +-------------------------------+ |                |         |
                | | | | L3 18 MiB                     | |                |         |
                | | | | +------------+ +------------+ | |                |         |
                | | | | | core 0     | | core 1     | | |                |         |
                | | | | | L2 256 KiB | | L2 256 KiB | | |                |         |
                | | | | | L1d 32 KiB | | L1d 32 KiB | | |                |         |
                | | | | | L1i 32 KiB | | L1i 32 KiB | | |                |         |
                | | | | | cpu 0 4    | | cpu [1] 5  | | |                |         |
                | | | | +------------+ +------------+ | |                |         |
                | | | +-------------------------------+ |                |         |
                | | +-----------------------------------+                |         |
                | +------------------------------------------------------+         |
                | +------------------------------------------------------+         |
                | | node 1: 32 GiB (16 GiB free), distances {0=21, 1=10} |         |
                | | +-----------------------------------+                |         |
                | | | package 1                         |                |         |
                | | | +-------------------------------+ |                |         |
                | | | | L3 18 MiB                     | |                |         |
                | | | | +------------+ +------------+ | |                |         |
                | | | | | core 2     | | core 3     | | |                |         |
                | | | | | L2 256 KiB | | L2 256 KiB | | |                |         |
                | | | | | L1d 32 KiB | | L1d 32 KiB | | |                |         |
                | | | | | L1i 32 KiB | | L1i 32 KiB | | |                |         |
                | | | | | cpu [2] 6  | | cpu [3]    | | |                |         |
                | | | | +------------+ +------------+ | |                |         |
                | | | +-------------------------------+ |                |         |
                | | +-----------------------------------+                |         |
                | +------------------------------------------------------+         |
                +------------------------------------------------------------------+
                """);
    }

    @Test
    void shouldWrapAtTheWidth() throws IOException {
        Topology topology = Survey.of(SysTree.regular(root, 1, 16, 1).write());

        String wide = TopologyPicture.of(topology, 120);
        String narrow = TopologyPicture.of(topology, 60);

        assertThat(wide.lines()).allMatch(line -> line.length() <= 120);
        assertThat(narrow.lines()).allMatch(line -> line.length() <= 60);
        assertThat(narrow.lines().count()).isGreaterThan(wide.lines().count());
        for (int i = 0; i < 16; i++) {
            assertThat(narrow).containsOnlyOnce("cpu " + i + " ");
        }
    }

    @Test
    void shouldTellSizesToPeople() {
        assertThat(Bytes.text(512)).isEqualTo("512 bytes");
        assertThat(Bytes.text(32 << 10)).isEqualTo("32 KiB");
        assertThat(Bytes.text(12_845_264_896L)).isEqualTo("12 GiB");
        assertThat(Bytes.text(12_745_264_896L)).isEqualTo("11.9 GiB");
        assertThat(Bytes.text(4096L << 40)).isEqualTo("4096 TiB");
    }
}
