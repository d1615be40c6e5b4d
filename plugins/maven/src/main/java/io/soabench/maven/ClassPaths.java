package io.soabench.maven;

import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyFilter;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactDescriptorResult;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;

/**
 * The resolver of class paths of the programs that SOABench starts. It uses Maven's own resolver: the local repository
 * first, then the remote ones.
 *
 * <p>A program's direct optional dependencies belong to its class path. The module of a server type declares the
 * libraries of its server as optional, so that the tool itself does not load them.
 */
final class ClassPaths {

    private static final String OWN_VERSION = "${project.version}";

    private final RepositorySystem system;
    private final RepositorySystemSession session;
    private final List<RemoteRepository> repositories;
    private final String version;
    private final Map<String, List<Path>> resolved = new LinkedHashMap<>();

    ClassPaths(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories) {
        this.system = system;
        this.session = session;
        this.repositories = repositories.stream().map(ClassPaths::strict).toList();
        this.version = ownVersion();
    }

    /**
     * Returns the repository with checksums that must match. A damaged artifact must not be measured, though Maven
     * itself would only warn.
     */
    private static RemoteRepository strict(RemoteRepository repository) {
        return new RemoteRepository.Builder(repository)
                .setReleasePolicy(strict(repository.getPolicy(false)))
                .setSnapshotPolicy(strict(repository.getPolicy(true)))
                .build();
    }

    private static RepositoryPolicy strict(RepositoryPolicy policy) {
        return new RepositoryPolicy(
                policy.isEnabled(), policy.getUpdatePolicy(), RepositoryPolicy.CHECKSUM_POLICY_FAIL);
    }

    /** Returns the version of this tool. */
    String version() {
        return version;
    }

    private static String ownVersion() {
        String file = "/META-INF/maven/io.soabench/soabench-maven-plugin/pom.properties";
        try (InputStream in = ClassPaths.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not on the class path");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the class path of a program.
     *
     * @param key coordinates {@code groupId:artifactId:version}, or the {@linkplain ServerType.Program#key key} of a program
     * @throws UnresolvedException when an artifact cannot be obtained
     */
    List<Path> resolve(String key) {
        List<Path> known = resolved.get(key);
        if (known == null) {
            known = lookUp(ServerType.Program.ofKey(key));
            resolved.put(key, known);
        }
        return known;
    }

    private List<Path> lookUp(ServerType.Program program) {
        Artifact artifact = new DefaultArtifact(program.coordinates().replace(OWN_VERSION, version));
        List<Exclusion> without = program.without().stream()
                .map(each -> each.split(":", 2))
                .map(each -> new Exclusion(each[0], each[1], "*", "*"))
                .toList();
        Stream<Dependency> with = program.with().stream()
                .map(each -> new Dependency(new DefaultArtifact(each), "compile", false, without));
        Set<String> replaced = program.with().stream()
                .map(each -> each.substring(0, each.lastIndexOf(':')))
                .collect(Collectors.toSet());
        try {
            ArtifactDescriptorResult descriptor =
                    system.readArtifactDescriptor(session, new ArtifactDescriptorRequest(artifact, repositories, null));
            CollectRequest collect = new CollectRequest();
            collect.setRootArtifact(artifact);
            collect.setDependencies(Stream.concat(
                            descriptor.getDependencies().stream()
                                    .filter(d -> isForRunning(d.getScope()))
                                    .filter(d ->
                                            !replaced.contains(d.getArtifact().getGroupId()
                                                    + ':'
                                                    + d.getArtifact().getArtifactId()))
                                    .map(d -> new Dependency(
                                            d.getArtifact(), d.getScope(), false, joined(d.getExclusions(), without))),
                            with)
                    .toList());
            collect.setManagedDependencies(descriptor.getManagedDependencies());
            collect.setRepositories(repositories);
            DependencyFilter running = (node, parents) -> node.getDependency() == null
                    || isForRunning(node.getDependency().getScope());
            List<Path> files = new ArrayList<>();
            files.add(file(system.resolveArtifact(session, new ArtifactRequest(artifact, repositories, null))));
            for (ArtifactResult result : system.resolveDependencies(session, new DependencyRequest(collect, running))
                    .getArtifactResults()) {
                files.add(file(result));
            }
            return List.copyOf(files);
        } catch (ArtifactDescriptorException | ArtifactResolutionException | DependencyResolutionException e) {
            throw new UnresolvedException(
                    "cannot get " + artifact + ": "
                            + e.getMessage().strip().replaceFirst("\\.$", "")
                            + (artifact.getVersion().equals(version)
                                    ? "; build SOABench with \"mvn -DskipTests install\" and check the connection"
                                    : "; check the version, or install it, and the connection")
                            + " to the package registries",
                    e);
        }
    }

    private static List<Exclusion> joined(Collection<Exclusion> some, List<Exclusion> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static boolean isForRunning(String scope) {
        return scope.isEmpty() || scope.equals("compile") || scope.equals("runtime");
    }

    private static Path file(ArtifactResult result) {
        return result.getArtifact().getFile().toPath();
    }

    /** The failure to get a program; the message is for the user. */
    static final class UnresolvedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnresolvedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
