package io.soabench.engine.overseer.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.overseer.topology.Cache;
import io.soabench.engine.overseer.topology.Core;
import io.soabench.engine.overseer.topology.CpuPackage;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.SysTree;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A comparison with {@code lscpu} of util-linux, for this machine and for made-up ones: an independent reader of the
 * same files.
 */
final class LscpuTest {

    @TempDir
    private Path root;

    private static String lscpu(String... options) throws IOException, InterruptedException {
        assumeTrue(
                Stream.of("/usr/bin/lscpu", "/bin/lscpu").anyMatch(file -> Files.isExecutable(Path.of(file))),
                "there is no lscpu (package util-linux)");
        List<String> command = new ArrayList<>(List.of("lscpu"));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Returns column to value to processors, of {@code lscpu -p}: its last comment names the columns. */
    private static Map<String, Map<String, IdSet>> columns(String parsable) {
        List<String> names = parsable.lines()
                .filter(line -> line.startsWith("# CPU,"))
                .findFirst()
                .map(line -> List.of(line.substring(2).split(",", -1)))
                .orElseThrow();
        Map<String, Map<String, IdSet>> columns = new HashMap<>();
        parsable.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String[] values = line.split(",", -1);
            for (int i = 0; i < names.size(); i++) {
                if (i < values.length && !values[i].isEmpty()) {
                    columns.computeIfAbsent(names.get(i), name -> new LinkedHashMap<>())
                            .merge(values[i], IdSet.of(Integer.parseInt(values[0])), IdSet::or);
                }
            }
        });
        return columns;
    }

    private static <T> List<IdSet> sets(List<T> things, Function<T, IdSet> processors) {
        return things.stream().map(processors).toList();
    }

    private static void compare(Topology topology, String parsable) {
        Map<String, Map<String, IdSet>> columns = columns(parsable);
        assertThat(columns.get("CPU").values()).as("processors").hasSameSizeAs(topology.online());
        assertThat(columns.get("Core").values())
                .as("cores")
                .containsExactlyInAnyOrderElementsOf(sets(topology.cores(), Core::processors));
        assertThat(columns.get("Socket").values())
                .as("packages")
                .containsExactlyInAnyOrderElementsOf(sets(topology.packages(), CpuPackage::processors));
        columns.getOrDefault("Node", Map.of()).forEach((id, processors) -> assertThat(
                        topology.node(Integer.parseInt(id)).map(NumaNode::processors))
                .as("node " + id)
                .contains(processors));
        topology.caches().stream().collect(Collectors.groupingBy(Cache::name)).forEach((name, caches) -> {
            if (columns.containsKey(name)) {
                assertThat(columns.get(name).values())
                        .as(name)
                        .containsExactlyInAnyOrderElementsOf(sets(caches, Cache::processors));
            }
        });
    }

    @Test
    void shouldAgreeOnThisMachine() throws IOException, InterruptedException {
        String parsable = lscpu("-p");

        compare(Survey.ofThisMachine(), parsable);
    }

    @Test
    void shouldAgreeOnTheSizesOfCachesOfThisMachine() throws IOException, InterruptedException {
        JsonNode caches = new ObjectMapper()
                .readTree(lscpu("-J", "-B", "-C=NAME,ONE-SIZE,LEVEL"))
                .path("caches");
        Topology topology = Survey.ofThisMachine();

        assumeTrue(!topology.caches().isEmpty(), "the kernel of this machine tells of no caches");
        for (JsonNode cache : caches) {
            assertThat(topology.caches().stream()
                            .filter(one -> one.name().equals(cache.get("name").asText()))
                            .map(one -> one.bytes().orElseThrow())
                            .distinct())
                    .as(cache.toString())
                    .contains(cache.get("one-size").asLong());
        }
        assertThat(topology.caches().stream().map(Cache::name).distinct()).hasSameSizeAs(caches);
    }

    @Test
    void shouldAgreeOnMachinesThatWereMadeUp() throws IOException, InterruptedException {
        List<SysTree> trees = List.of(
                SysTree.regular(root.resolve("four"), 4, 1, 1),
                SysTree.regular(root.resolve("smt4"), 1, 2, 4),
                SysTree.regular(root.resolve("off"), 2, 3, 2).offline(IdSet.parse("1,5,9")));

        for (SysTree tree : trees) {
            Topology topology = Survey.of(tree.write());
            compare(topology, lscpu("-p", "-s", tree.root().toString()));
        }
    }
}
