package io.soabench.ansible.render;

import io.soabench.driver.run.FolderOperations;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** The hand-written playbooks, roles and plug-ins, which this module carries as a resource. */
final class StaticFiles {

    private static final String RESOURCE = "folder";

    private StaticFiles() {}

    static void copy(Path target) throws IOException {
        try {
            URI folder = StaticFiles.class.getResource(RESOURCE + "/site.yml").toURI();
            if (!folder.getScheme().equals("jar")) {
                copy(Path.of(folder).getParent(), target);
                return;
            }
            Path jar = Path.of(StaticFiles.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (FileSystem files = FileSystems.newFileSystem(jar)) {
                String root = StaticFiles.class.getPackageName().replace('.', '/');
                copy(files.getPath(root, RESOURCE), target);
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a class path has no address", e);
        }
    }

    /** Copies a file. The source may be of another file system; the target may exist. */
    private static void copy(Path from, Path to) throws IOException {
        for (Path file : FolderOperations.files(from)) {
            Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.write(target, Files.readAllBytes(file));
        }
    }
}
