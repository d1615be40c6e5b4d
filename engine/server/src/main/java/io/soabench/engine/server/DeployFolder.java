package io.soabench.engine.server;

import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The deployments at the start: every sub-folder and every zip of a folder, in the order of their names. */
final class DeployFolder {
    private static final String ZIP = ".zip";

    private DeployFolder() {}

    /** Who deploys. */
    @FunctionalInterface
    interface Deploying {
        /**
         * Deploys files under a name.
         *
         * @throws RefusedDeploymentException with all problems
         */
        void deploy(String name, Map<String, byte[]> entries) throws RefusedDeploymentException;
    }

    /**
     * Deploys all.
     *
     * @throws EngineStartException with everything that speaks against any of them
     */
    static void deploy(Path folder, Deploying deploying) throws EngineStartException {
        List<String> refused = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                deploy(file, deploying, refused);
            }
        } catch (IOException e) {
            throw new EngineStartException("deploy=" + folder + " cannot be read: " + e.getMessage(), e);
        }
        if (!refused.isEmpty()) {
            String all = String.join("\n  ", refused);
            throw new EngineStartException("deploy=" + folder + " holds what cannot be deployed:\n  " + all, null);
        }
    }

    /** Deploys a folder or zip; what speaks against it is added, with its name in front. */
    private static void deploy(Path file, Deploying deploying, List<String> refused) throws IOException {
        String name = file.getFileName().toString();
        try {
            if (Files.isDirectory(file)) {
                deploying.deploy(name, Archive.folder(file));
            } else if (name.endsWith(ZIP)) {
                deploying.deploy(
                        name.substring(0, name.length() - ZIP.length()), Archive.unzip(Files.readAllBytes(file)));
            }
        } catch (RefusedDeploymentException e) {
            e.problems().forEach(problem -> refused.add(name + ": " + problem));
        }
    }
}
