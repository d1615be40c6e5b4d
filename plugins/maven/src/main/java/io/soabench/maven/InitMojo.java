package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.model.issue.Issue;
import io.soabench.start.MavenGoal;
import io.soabench.start.StartRefusedException;
import io.soabench.start.StartedTestbed;
import io.soabench.start.Starter;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that writes a first testbed that runs without further edits. For a process in BPEL or BPMN, it mocks the partners. For
 * a contract, it writes a mock with clients. For a running service, it writes clients. Give one of {@code -Dbpel},
 * {@code -Dbpmn}, {@code -Dwsdl}, {@code -Dblackbox}. The goal never overwrites a file.
 */
@Mojo(name = "init", requiresProject = false, aggregator = true, threadSafe = true)
public final class InitMojo extends TestbedMojo {

    /** A WS-BPEL 2.0 process; its WSDL documents and schemas are found by its imports and copied. */
    @Parameter(property = "bpel")
    File bpel;

    /** A BPMN 2.0 file, for any engine; a copy of each executable process is measured, whose tasks call mocked partners. */
    @Parameter(property = "bpmn")
    File bpmn;

    /** The id of the only process of the BPMN file that is measured; when missing, all executable ones are. */
    @Parameter(property = "process")
    String process;

    /** A WSDL 1.1 document: a contract of which a mock is loaded. */
    @Parameter(property = "wsdl")
    File wsdl;

    /** The address of a running service; its description is fetched from there with {@code ?wsdl}. */
    @Parameter(property = "blackbox")
    String blackbox;

    /**
     * The new folder of the testbed. When missing, one in the current folder that is named after the file or service.
     */
    @Parameter(property = "soabench.directory")
    File directory;

    @Override
    void perform() throws MojoFailureException, IOException, InterruptedException {
        long given = Stream.of(bpel, bpmn, wsdl, blackbox)
                .filter(each -> each != null)
                .count();
        if (given != 1) {
            throw new MojoFailureException((given == 0
                            ? "no process, contract or service is named"
                            : "several of process, contract and service are named")
                    + "; give one of -Dbpel=FILE, -Dbpmn=FILE, -Dwsdl=FILE, -Dblackbox=URL");
        }
        if (process != null && bpmn == null) {
            throw new MojoFailureException("-Dprocess names a process of a BPMN file; give that file by -Dbpmn=FILE");
        }
        try {
            printNext(started(new Starter(InitMojo.class.getClassLoader())));
        } catch (StartRefusedException e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
    }

    private StartedTestbed started(Starter starter)
            throws StartRefusedException, MojoFailureException, IOException, InterruptedException {
        if (bpel != null) {
            return starter.fromBpel(bpel.toPath(), directory(bpel.getName()));
        }
        if (bpmn != null) {
            return starter.fromBpmn(bpmn.toPath(), Optional.ofNullable(process), directory(bpmn.getName()));
        }
        if (wsdl != null) {
            return starter.fromWsdl(wsdl.toPath(), directory(wsdl.getName()));
        }
        URI address;
        try {
            address = new URI(blackbox.strip());
        } catch (URISyntaxException e) {
            throw new MojoFailureException(
                    "\"" + blackbox
                            + "\" is not the address of a service; use one such as http://127.0.0.1:8080/services/quote",
                    e);
        }
        String path = address.getPath() == null ? "" : address.getPath();
        return starter.fromBlackBox(address, directory(path.substring(path.lastIndexOf('/') + 1)));
    }

    private Path directory(String named) {
        if (directory != null) {
            return directory.toPath();
        }
        String name = named.replaceFirst("\\.[^.]*$", "");
        return Path.of(name.isEmpty() ? "testbed" : name);
    }

    private void printNext(StartedTestbed started) {
        getLog().info("wrote " + count(started.files().size(), "file") + ":");
        started.files().forEach(file -> getLog().info("  " + shown(file)));
        started.notes().forEach(note -> getLog().info("note: " + note));
        String model = shown(started.testbed());
        if (started.runs()) {
            getLog().info(started.next() + ": " + command("run", model));
            return;
        }
        getLog().warn("before it runs, " + count(started.left().size(), "thing") + " must be corrected:");
        Path here = Path.of("").toAbsolutePath();
        for (Issue issue : started.left()) {
            getLog().warn("  " + issue.text(here));
        }
        getLog().warn("then: " + command("validate", model));
    }

    /** Returns a command for the current folder. */
    private static String command(String goal, String model) {
        return "mvn " + MavenGoal.in(Path.of("").toAbsolutePath(), goal) + " "
                + MavenGoal.argument("-Dtestbed=" + model);
    }
}
