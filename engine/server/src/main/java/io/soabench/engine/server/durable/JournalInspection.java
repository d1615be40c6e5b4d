package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.journal.JournalCut;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalReader;
import io.soabench.engine.runtime.journal.JournalReport;
import io.soabench.engine.runtime.journal.RecordHandler;
import io.soabench.engine.runtime.journal.store.DeploymentStore;
import io.soabench.engine.runtime.journal.store.DurableFolder;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The journals in the folder of a durable engine, for reading and repair. A journal that an engine uses is locked, and
 * is refused.
 *
 * <p>Threading: one thread.
 */
final class JournalInspection {
    private static final String DEPLOYMENTS = "deployments";

    /**
     * One journal.
     *
     * @param name the name of its folder within the folder of the engine
     * @param path the folder
     * @param owner the owner
     */
    record Found(String name, Path path, JournalIdentity owner) {

        /** Reads all records without changing them. */
        JournalReport read(RecordHandler handler) throws IOException {
            try (JournalFolder files = JournalFolder.open(path)) {
                return JournalReader.read(files, owner, handler);
            }
        }

        /** Returns whether the journal has instances, and not deployments. */
        boolean hasInstances() {
            return !name.equals(DEPLOYMENTS);
        }

        /** Returns the instances that have not ended. */
        List<UnfinishedInstances.Unfinished> unfinished() throws IOException {
            try (JournalFolder files = JournalFolder.open(path)) {
                return UnfinishedInstances.of(files, owner);
            }
        }

        /** Records the end of an instance; returns false if there is no such instance that has not ended. */
        boolean end(long instance) throws IOException {
            try (JournalFolder files = JournalFolder.open(path)) {
                return UnfinishedInstances.end(files, owner, instance, new SystemEngineClock());
            }
        }

        /** Drops a batch and all later ones. */
        JournalReport cut(long firstBatch) throws IOException {
            try (JournalFolder files = JournalFolder.open(path)) {
                return JournalCut.from(files, owner, firstBatch);
            }
        }
    }

    private JournalInspection() {}

    /**
     * Returns one journal of a folder by its name.
     *
     * @throws IOException if no journal has that name
     */
    static Found named(List<Found> journals, String name) throws IOException {
        return journals.stream()
                .filter(journal -> journal.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException("There is no journal '" + name + "'; there are "
                        + journals.stream().map(Found::name).toList() + "."));
    }

    /**
     * Returns the journals of a folder: that of deployments first, then those of replicas in the order of their
     * numbers.
     *
     * @throws IOException if the folder belongs to no durable engine
     */
    static List<Found> of(Path folder) throws IOException {
        UUID engine = DurableFolder.identity(folder);
        List<Found> found = new ArrayList<>();
        Path deployments = folder.resolve(DEPLOYMENTS).resolve("journal");
        if (Files.isDirectory(deployments)) {
            found.add(new Found(DEPLOYMENTS, deployments, DeploymentStore.identity(engine)));
        }
        DurableFolder.replicas(folder).stream()
                .map(number -> new Found(
                        "replica-" + number, folder.resolve("replica-" + number), new JournalIdentity(engine, number)))
                .forEach(found::add);
        return found;
    }
}
