package io.soabench.camel;

import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.FrontLifecycle;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Camel 4.18.0 of the Apache Software Foundation (Apache-2.0). Maven resolves it where the tool runs; neither this module nor a compiled testbed contains it.
 */
public final class CamelServerType implements Engine {

    private static final String PROGRAM = "engine";

    /** A class name, not a class: Camel is not on the tool's class path. */
    private static final String MAIN = "io.soabench.camel.front.CamelMain";

    private static final String VERSION = "4.18.0";

    private static final Pattern RELEASE =
            Pattern.compile("(?:org\\.apache\\.camel:camel-core:)?(\\d{1,4})\\.(\\d{1,4})(?:\\D.*)?");

    private static final int FIRST_MAJOR = 4;
    private static final int FIRST_MINOR = 4;

    private static final long DEPLOY_MS = 60_000;

    private static final List<String> OPTIONS = List.of(
            "http-threads",
            "queue-capacity",
            "threads",
            "virtual-threads",
            "partner-connections",
            "partner-timeout",
            "answer-timeout");

    @Override
    public String name() {
        return "camel";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public String notice() {
        return "Apache Camel is a library. The HTTP layer in front of it is SOABench's, and so is the component that writes and reads the messages"
                + " of partners; their cost is a part of the figures. Calls of partners use Camel's component http. It runs the routes of a process;"
                + " other engines run other files of the same contract.";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Runs routes in Camel's YAML DSL: a process needs a line camel \"<file>\".",
                "A route begins at client:<operation>, calls a partner by a step to with uri: partner:<name>/<operation>, and answers by uri:"
                        + " client:answer.",
                "Keeps no instances: what runs when its process ends is lost.",
                "There are no links between the branches of a multicast.",
                "SOAP 1.1; no callbacks, no batches, no events of processes.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return Durability.IN_MEMORY;
    }

    /**
     * Refuses releases without variables, which routes of this project use; Camel has them since its release 4.4. Of other artifacts nothing is
     * known.
     */
    @Override
    public Optional<String> unfitVersion(String version) {
        Matcher release = RELEASE.matcher(version);
        if (!release.matches()) {
            return Optional.empty();
        }
        int major = Integer.parseInt(release.group(1));
        int minor = Integer.parseInt(release.group(2));
        return major > FIRST_MAJOR || (major == FIRST_MAJOR && minor >= FIRST_MINOR)
                ? Optional.empty()
                : Optional.of(
                        "of Apache Camel has no variables, by which routes here hold values; write 4.4.0 or a later version");
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(
                PROGRAM,
                "io.soabench:soabench-server-camel:${project.version}",
                List.of(
                        "org.apache.camel:camel-core:" + VERSION,
                        "org.apache.camel:camel-yaml-dsl:" + VERSION,
                        "org.apache.camel:camel-http:" + VERSION,
                        "org.apache.camel:camel-groovy:" + VERSION,
                        "org.slf4j:slf4j-api:2.0.17"),
                List.of()));
    }

    @Override
    public Lifecycle lifecycle() {
        return FrontLifecycle.of(PROGRAM, MAIN, List.of(), OPTIONS, DEPLOY_MS, DEPLOY_MS);
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        ContractDescriptor.writePackage(process, FrontLifecycle.PATH + process.name(), folder);
    }
}
