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

/**
 * The deployments at the start of an engine: each sub-folder and each zip of a folder, in the order of their names.
 * Used by one thread.
 */
final class DeployFolder {
    private static final String ZIP = ".zip";

    private DeployFolder() {}

    /** The deployer of one folder or zip, in this process or in all replicas. */
    @FunctionalInterface
    interface ArchiveDeployer {
        /**
         * Deploys files under a name.
         *
         * @throws RefusedDeploymentException with all problems of these files
         */
        void deploy(String name, Map<String, byte[]> entries) throws RefusedDeploymentException;
    }

    /**
     * Deploys each sub-folder and each zip of a folder.
     *
     * @param folder the folder to read
     * @param deployer deploys one of them
     * @throws EngineStartException if the folder cannot be read, or with the problems of all refused deployments
     */
    static void deploy(Path folder, ArchiveDeployer deployer) throws EngineStartException {
        List<String> refused = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                deploy(file, deployer, refused);
            }
        } catch (IOException e) {
            throw new EngineStartException("deploy=" + folder + " cannot be read: " + e.getMessage(), e);
        }
        if (!refused.isEmpty()) {
            String all = String.join("\n  ", refused);
            throw new EngineStartException("deploy=" + folder + " holds what cannot be deployed:\n  " + all, null);
        }
    }

    /** Deploys a folder or a zip. Adds its problems to {@code refused}, each after the name of the file. */
    private static void deploy(Path file, ArchiveDeployer deployer, List<String> refused) throws IOException {
        String name = file.getFileName().toString();
        try {
            if (Files.isDirectory(file)) {
                deployer.deploy(name, Archive.folder(file));
            } else if (name.endsWith(ZIP)) {
                deployer.deploy(
                        name.substring(0, name.length() - ZIP.length()), Archive.unzip(Files.readAllBytes(file)));
            }
        } catch (RefusedDeploymentException e) {
            e.problems().forEach(problem -> refused.add(name + ": " + problem));
        }
    }
}
