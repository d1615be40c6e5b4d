package io.soabench.ide;

import io.soabench.ide.model.OpenDocuments;
import io.soabench.start.StartRefusedException;
import io.soabench.start.StartedTestbed;
import io.soabench.start.Starter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;

/** The command that creates a first testbed from a BPEL, BPMN or WSDL file, as {@code soabench:init} does. */
final class NewTestbedCommand {

    /** Its arguments are the addresses of the file and of the folder of the testbed; its answer is a {@link Begun}. */
    static final String INIT = "soabench.init";

    /**
     * A testbed that was created.
     *
     * @param testbed address of the model
     * @param notes sentences about the choices of the command
     * @param left corrections that are needed before the testbed runs
     * @param next a sentence on the step before the first run, or on its absence
     */
    record Begun(String testbed, List<String> notes, List<String> left, String next) {

        Begun {
            notes = List.copyOf(notes);
            left = List.copyOf(left);
        }
    }

    private NewTestbedCommand() {}

    /** Creates the testbed, on a new thread. The future fails with one sentence if that is impossible. */
    static CompletableFuture<Object> of(List<String> arguments) {
        if (arguments.size() != 2) {
            return CompletableFuture.failedFuture(
                    refused(INIT + " needs two arguments, the addresses of a file and of a folder"));
        }
        return CompletableFuture.supplyAsync(() -> {
            Path source = OpenDocuments.path(arguments.get(0));
            Path folder = OpenDocuments.path(arguments.get(1));
            try {
                return begun(started(source, folder), folder);
            } catch (StartRefusedException e) {
                throw refused(e.getMessage());
            } catch (IOException e) {
                throw refused("the testbed cannot be written: " + e);
            }
        });
    }

    private static StartedTestbed started(Path source, Path folder) throws StartRefusedException, IOException {
        Starter starter = new Starter(NewTestbedCommand.class.getClassLoader());
        String name = source.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".bpmn")) {
            return starter.fromBpmn(source, Optional.empty(), folder);
        }
        return name.endsWith(".wsdl") ? starter.fromWsdl(source, folder) : starter.fromBpel(source, folder);
    }

    private static Begun begun(StartedTestbed started, Path folder) {
        return new Begun(
                started.testbed().toUri().toString(),
                started.notes(),
                started.left().stream().map(issue -> issue.text(folder)).toList(),
                started.next());
    }

    private static ResponseErrorException refused(String why) {
        return new ResponseErrorException(new ResponseError(ResponseErrorCode.RequestFailed, why, null));
    }
}
