package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import org.apache.maven.model.Build;
import org.apache.maven.project.MavenProject;
import org.junit.jupiter.api.Test;

final class TestbedMojoTest {

    private static MavenProject project(File pom, String directory) {
        MavenProject project = new MavenProject();
        project.setFile(pom);
        project.getModel().setBuild(new Build());
        project.getBuild().setDirectory(directory);
        return project;
    }

    @Test
    void shouldKeepResultsInTheBuildFolderOfTheProject() {
        assertThat(TestbedMojo.standardOutput(project(new File("/work/pom.xml"), "/work/build")))
                .isEqualTo(Path.of("/work/build/soabench"));
    }

    /** What Maven says then is no path: its variables are left as they are. */
    @Test
    void shouldKeepResultsBelowTheCurrentFolderWhereThereIsNoProject() {
        Path here = Path.of("target/soabench").toAbsolutePath();

        assertThat(TestbedMojo.standardOutput(project(null, "${project.basedir}/target")))
                .isEqualTo(here);
        assertThat(TestbedMojo.standardOutput(null)).isEqualTo(here);
    }
}
