package io.soabench.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import io.soabench.generators.TestbedCompiler;
import io.soabench.model.issue.Issue;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The checks of the examples are worth something: a process that leaves out a call or makes it twice, forgets an answer, or takes another
 * branch is found out by them, on the reference engine, before anything is measured.
 */
final class CheckMutationTest {

    private static final Path EXAMPLES = Path.of("../examples");

    /** Short: what is compiled here is never run. */
    private static final String PROFILE =
            "\nprofile mutation { repeat 1  warm up 0 s  measure 1 s  time-out 1 s  drain 1 s }\n";

    private static final String SPARE =
            "the spare partner is asked only when the first one fails, which partners never do in a check";

    private static final String ZERO = "the total is zero then";

    /** Mutants that no check can tell from the process, with the reason. */
    private static final Map<String, String> EQUIVALENT = Map.of(
            "Resilient: call ask-spare left out", SPARE,
            "Resilient: call ask-spare made twice", SPARE,
            "Sequential: $total not added in add1", ZERO,
            "Browse: $total not added in add1", ZERO,
            "Order: $total not added in add1", ZERO,
            "Offer: $total not added in add1", ZERO);

    /** Examples have processes in common; each is tried once with the same checks. */
    private final Set<String> tried = ConcurrentHashMap.newKeySet();

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> shouldCatchEachMutantOfAnExample() throws IOException {
        List<Path> models = new ArrayList<>();
        try (Stream<Path> files = Files.walk(EXAMPLES, 2)) {
            files.filter(file -> file.toString().endsWith(".testbed"))
                    .filter(file -> Files.isDirectory(file.resolveSibling("bpel")))
                    .filter(CheckMutationTest::isTestbed)
                    .sorted()
                    .forEach(models::add);
        }
        assertThat(models).hasSizeGreaterThan(10);
        return models.stream().map(model -> DynamicTest.dynamicTest(name(model), () -> check(model)));
    }

    /** Returns whether a file is a testbed and no library for others. */
    private static boolean isTestbed(Path file) {
        try {
            return Files.readString(file).lines().anyMatch(line -> line.startsWith("testbed "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether no process answers its clients, so that the language has no checks for them. */
    private static boolean answersNothing(Plan plan) {
        return plan.processes().stream().allMatch(CheckMutationTest::answersNothing);
    }

    private static boolean answersNothing(ProcessPlan process) {
        return process.oneWay() && process.callback() == null;
    }

    private void check(Path model) throws Exception {
        String example = name(model);
        Path own = folder.resolve(example);
        copy(model.getParent(), own);
        Path changed = own.resolve(model.getFileName());
        Files.writeString(changed, Files.readString(changed) + PROFILE);
        Plan plan = compiled(changed, own.resolve("compiled"));
        if (answersNothing(plan)) {
            return;
        }
        Set<String> survivors = new TreeSet<>();
        Set<String> expected = new TreeSet<>();
        int mutants = 0;
        try (CheckRig rig = new CheckRig(own.resolve("compiled"), plan, own.resolve("mocks"))) {
            for (Map.Entry<String, Path> each : rig.packages().entrySet()) {
                String process = each.getKey();
                if (answersNothing(plan.processOf(process))) {
                    continue;
                }
                Map<String, byte[]> files = rig.files(process, each.getValue());
                assertThat(rig.wrong(process, files, CheckRig.LONG))
                        .as(process + " of " + example + " as it is")
                        .isEmpty();
                String bpel = files.keySet().stream()
                        .filter(name -> name.endsWith(".bpel"))
                        .findFirst()
                        .orElseThrow();
                Map<String, byte[]> all = BpelMutants.of(files.get(bpel));
                mutants += all.size();
                if (!tried.add(new String(files.get(bpel), StandardCharsets.UTF_8) + rig.answers(process))) {
                    continue;
                }
                for (Map.Entry<String, byte[]> mutant : all.entrySet()) {
                    Map<String, byte[]> other = new TreeMap<>(files);
                    other.put(bpel, mutant.getValue());
                    String name = process + ": " + mutant.getKey();
                    if (EQUIVALENT.containsKey(name)) {
                        expected.add(name);
                    }
                    if (rig.wrong(process, other, CheckRig.SHORT).isEmpty()) {
                        survivors.add(name);
                    }
                }
            }
        }
        assertThat(mutants).as("mutants").isGreaterThan(1);
        assertThat(survivors).as("mutants that the checks do not catch").isEqualTo(expected);
    }

    /** Files of several examples may have one name. */
    private static String name(Path model) {
        return EXAMPLES.relativize(model).toString();
    }

    private static Plan compiled(Path model, Path to) throws IOException {
        TestbedReader.Result read = new TestbedReader().read(model);
        assertThat(read.issues(Issue.Severity.ERROR)).isEmpty();
        Optional<Profile> profile = read.whole().profiles().stream()
                .filter(each -> each.getName().equals("mutation"))
                .findFirst();
        TestbedCompiler.Checked checked = new TestbedCompiler(TestbedReader.places())
                .check(
                        new TestbedCompiler.Input(
                                read.testbed(), read.files(), OptionalLong.empty(), profile, Set.of()),
                        ServerTypes.load(CheckMutationTest.class.getClassLoader()));
        return checked.write(to);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
