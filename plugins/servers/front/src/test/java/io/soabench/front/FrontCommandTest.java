package io.soabench.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FrontCommandTest {

    @TempDir
    Path work;

    /** A program whose engine is of a version that lacks a method. */
    @Command
    static final class OfOtherVersion extends FrontCommand {

        @Override
        protected LibraryEngine<?> start(Path folder) {
            throw new NoSuchMethodError("void org.example.Engine.begin()");
        }
    }

    @Test
    void shouldNameWhatAnotherVersionOfTheEngineLacks() {
        StringWriter errors = new StringWriter();
        CommandLine program = new CommandLine(new OfOtherVersion()).setErr(new PrintWriter(errors, true));

        int status = program.execute("--port", "0", "--admin-port", "0", "--work", work.toString());

        assertThat(status).isEqualTo(2);
        assertThat(errors.toString())
                .isEqualTo("this version of the engine lacks what its program needs (NoSuchMethodError: void"
                        + " org.example.Engine.begin()); name another version" + System.lineSeparator());
    }
}
