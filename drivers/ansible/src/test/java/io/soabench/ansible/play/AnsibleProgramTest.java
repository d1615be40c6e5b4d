package io.soabench.ansible.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.RunRefused;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AnsibleProgramTest {

    @TempDir
    Path folder;

    private Path program;

    @BeforeEach
    void make() throws IOException {
        program = folder.resolve("bin/ansible-playbook");
        put(program);
    }

    private static void put(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private AnsibleProgram with(String path) {
        return new AnsibleProgram(path, folder.resolve("cache"));
    }

    @Test
    void shouldFindItOnThePath() {
        assertThat(with("/nowhere" + File.pathSeparator + program.getParent()).find(""))
                .isEqualTo(program);
    }

    @Test
    void shouldSayWhatToInstallWhenItIsNowhere() {
        assertThatThrownBy(() -> with("/nowhere").find(null))
                .isInstanceOf(RunRefused.class)
                .hasMessage("ansible-playbook is not on the PATH; install ansible-core (\"pipx install ansible-core\"),"
                        + " name it with -Dsoabench.ansible=<path>, or let one be made with -Dsoabench.ansible=venv");
    }

    @Test
    void shouldTakeTheOneThatTheUserNames() {
        assertThat(with("").find(program.toString())).isEqualTo(program);
        assertThat(with("").find(program.getParent().toString())).isEqualTo(program);
    }

    @Test
    void shouldRefuseWhatIsNoProgram() {
        assertThatThrownBy(() -> with("").find(folder.resolve("x").toString()))
                .isInstanceOf(RunRefused.class)
                .hasMessage("soabench.ansible names " + folder.resolve("x")
                        + ", which is no program; correct it, or leave it out to use the one on the PATH");
    }

    @Test
    void shouldUseTheVirtualEnvironmentThatIsWhole() throws IOException {
        Path venv = folder.resolve("cache/ansible-" + AnsibleProgram.VERSION);
        put(venv.resolve("bin/ansible-playbook"));
        Files.writeString(venv.resolve("complete"), "");

        assertThat(with("").find(AnsibleProgram.VENV)).isEqualTo(venv.resolve("bin/ansible-playbook"));
    }

    @Test
    @Timeout(120)
    void shouldEndAnInstallationThatDoesNotEnd() throws IOException {
        Path python = folder.resolve("python3");
        put(python);
        Files.writeString(python, "#!/bin/sh\necho it waits\nsleep 600\n");
        Path cache = folder.resolve("cache");

        assertThatThrownBy(() -> new AnsibleProgram("", cache, python.toString(), Duration.ofSeconds(3))
                        .find(AnsibleProgram.VENV))
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("\" did not end within 3 s: it waits; install ansible-core yourself");
        assertThat(cache).isEmptyDirectory();
    }
}
