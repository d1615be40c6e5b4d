package io.soabench.dsl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The door to the language for tests: a folder with WSDL, BPEL and data files, and models that are written into it. */
final class ModelFixture {

    /** A correct testbed, to which tests add. */
    static final String OFFICE =
            """
            testbed office
            seed 1
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote { uiid from "q:request/q:id" }
            process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes }
            host here
            server engine : reference on here
            server mocks : axis2 on here { serves quotes }
            workload office closed { clients 2 }
            suite Quick { case on engine for process in (Sequential), workload in (office) }
            """;

    private final Path folder;

    ModelFixture(Path folder) {
        this.folder = folder;
        copy(Path.of("src/test/resources/model"));
    }

    private void copy(Path from) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = folder.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TestbedReader.Result read(String text) {
        return read(write("a.testbed", text));
    }

    TestbedReader.Result read(Path file) {
        try {
            return new TestbedReader().read(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The complete sorted list of issues of a model, one a line. */
    String issues(String text) {
        return lines(read(text));
    }

    String lines(TestbedReader.Result result) {
        return result.issues().stream().map(issue -> issue.text(folder) + "\n").collect(Collectors.joining());
    }
}
