package io.soabench.ansible.render;

import io.soabench.driver.run.FolderOperations;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.CompiledFiles;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plugin.Checksums;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The list of the files that one host must have, by path below the testbed's directory there, with their checksums. Its form is that of
 * {@code sha256sum}.
 */
final class FileManifest {

    private final Plan plan;
    private final Path compiled;
    private final Map<String, String> digests = new TreeMap<>();

    FileManifest(Plan plan, Path compiled) {
        this.plan = plan;
        this.compiled = compiled;
    }

    /** Adds a class path. */
    void addJars(Collection<String> paths, SharedJars jars) {
        paths.forEach(path -> digests.put(path, jars.digest(path)));
    }

    /** Adds the plan, in the text of the folder. */
    void addPlan(String text) throws IOException {
        digests.put(HostLayout.PLAN, Checksums.sha256(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    /** Adds the mocks that a server serves, and the packages that are deployed on it. */
    void addServer(String server) throws IOException {
        for (ServicePlan service : plan.services()) {
            if (service.server().equals(server)) {
                for (ServiceInstance instance : service.instances()) {
                    add("mocks/" + instance.path());
                    for (int repetition : repetitions(of -> of.servers().contains(server))) {
                        add(CompiledFiles.behaviours(instance.path(), repetition));
                    }
                }
            }
        }
        for (ProcessPlan process : plan.processes()) {
            String folder = process.packages().get(server);
            if (folder != null) {
                add(folder);
            }
        }
        for (CasePlan testCase : plan.cases()) {
            for (EventPlan event : testCase.events()) {
                if (testCase.server().equals(server) && !event.version().isEmpty()) {
                    add(event.parameters().get("package"));
                }
            }
        }
    }

    /** Returns the repetitions of such cases that are run. */
    private Set<Integer> repetitions(Predicate<CasePlan> cases) {
        return plan.order().stream()
                .filter(execution -> cases.test(plan.caseOf(execution.caseId())))
                .map(Execution::repetition)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Adds the files that a testing client reads. */
    void addClient(CasePlan testCase, ClientPlan client) throws IOException {
        List<String> paths = new ArrayList<>();
        repetitions(testCase::equals).forEach(repetition -> paths.add(client.traceOf(repetition)));
        testCase.checks().forEach(check -> paths.add(check.request()));
        for (String process : testCase.processes()) {
            if (Files.isDirectory(compiled.resolve("requests").resolve(process))) {
                paths.add("requests/" + process);
            }
        }
        for (String path : new TreeSet<>(paths)) {
            add(path);
        }
    }

    private void add(String path) throws IOException {
        for (Path file : FolderOperations.files(compiled.resolve(path))) {
            String name = "compiled/" + compiled.relativize(file);
            if (!digests.containsKey(name)) {
                try (InputStream in = Files.newInputStream(file)) {
                    digests.put(name, Checksums.sha256(in));
                }
            }
        }
    }

    String text() {
        StringBuilder text = new StringBuilder();
        digests.forEach(
                (path, digest) -> text.append(digest).append("  ").append(path).append('\n'));
        return text.toString();
    }
}
