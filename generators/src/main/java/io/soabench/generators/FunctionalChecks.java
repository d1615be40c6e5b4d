package io.soabench.generators;

import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.Plan.CheckPlan;
import io.soabench.plan.RowFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.emf.ecore.EStructuralFeature;

/**
 * What a process must answer correctly before it is measured: the checks of the model, or else each request of the workload,
 * of which only the shape of the answer is known; of records the first one of each class, with the values that its answer must hold.
 */
final class FunctionalChecks {

    private FunctionalChecks() {}

    /**
     * The checks of a process under a workload.
     *
     * @param version what runs under the name of the process; it declares what is right
     * @param chunks what the workload sends to the process
     * @param requests how that looks
     * @param event after which they are sent; empty: before anything is measured
     */
    static List<CheckPlan> of(
            TestedProcess process, TestedProcess version, List<String> chunks, Requests requests, String event) {
        if (process.operation().oneWay() && process.callback().isEmpty()) {
            return List.of();
        }
        List<FunctionalCheck> declared = declared(version);
        List<CheckPlan> checks = new ArrayList<>();
        for (int n = 1; n <= declared.size(); n++) {
            checks.add(new CheckPlan(process.name(), request(version, n), answer(version, n), event));
        }
        if (declared.isEmpty()) {
            chunks.forEach(chunk -> checks.add(new CheckPlan(
                    process.name(),
                    requests.filled(chunk) ? first(process, chunk) : Requests.path(process, chunk),
                    requests.judged(chunk) ? Requests.rowsPath(process, chunk) : "",
                    event)));
        }
        return List.copyOf(checks);
    }

    /** The request with the first row of a chunk. */
    private static String first(TestedProcess process, String chunk) {
        return "checks/" + process.name() + "/" + chunk + "-request.xml";
    }

    /** Writes the requests among some checks that are made of first rows of chunks, which stand in the folder already. */
    static void writeFirst(
            Path folder, TestedProcess process, List<String> chunks, Requests requests, List<CheckPlan> checks)
            throws IOException {
        for (String chunk : chunks) {
            String path = first(process, chunk);
            if (requests.filled(chunk)
                    && checks.stream().anyMatch(check -> check.request().equals(path))) {
                Path file = folder.resolve(path);
                Files.createDirectories(file.getParent());
                RowFile rows = RowFile.open(folder.resolve(Requests.rowsPath(process, chunk)));
                Files.writeString(file, rows.filled(requests.envelopes().get(Requests.path(process, chunk)), 0));
            }
        }
    }

    private static List<FunctionalCheck> declared(TestedProcess process) {
        return process.model() instanceof Process model ? model.getChecks() : List.of();
    }

    private static String request(TestedProcess process, int n) {
        return "checks/" + process.name() + "/" + n + "-request.xml";
    }

    private static String answer(TestedProcess process, int n) {
        return "checks/" + process.name() + "/" + n + "-answer.xml";
    }

    private static String of(TestedProcess process) {
        return " of a check of process \"" + process.name() + "\"";
    }

    /** The envelopes of the model's checks of a process, by path under the compiled testbed. */
    static Map<String, String> envelopes(TestedProcess process, ModelFiles files, Problems problems) {
        Map<String, String> envelopes = new LinkedHashMap<>();
        List<FunctionalCheck> declared = declared(process);
        for (int n = 1; n <= declared.size(); n++) {
            FunctionalCheck check = declared.get(n - 1);
            String what = of(process);
            Optional<Path> request =
                    files.find(check, Literals.FUNCTIONAL_CHECK__REQUEST, check.getRequest(), "the request" + what);
            Optional<Path> answer =
                    files.find(check, Literals.FUNCTIONAL_CHECK__ANSWER, check.getAnswer(), "the answer" + what);
            String requestPath = request(process, n);
            String answerPath = answer(process, n);
            request.flatMap(file -> envelope(
                            file,
                            process::request,
                            "the request" + what,
                            problems,
                            check,
                            Literals.FUNCTIONAL_CHECK__REQUEST))
                    .ifPresent(text -> envelopes.put(requestPath, text));
            answer.flatMap(file -> envelope(
                            file,
                            text -> text,
                            "the answer" + what,
                            problems,
                            check,
                            Literals.FUNCTIONAL_CHECK__ANSWER))
                    .ifPresent(text -> envelopes.put(answerPath, text));
        }
        return envelopes;
    }

    /** Makes what is sent of an envelope. */
    @FunctionalInterface
    private interface Sent {

        String of(String envelope) throws BadRequestDataException;
    }

    private static Optional<String> envelope(
            Path from, Sent sent, String what, Problems problems, FunctionalCheck check, EStructuralFeature feature) {
        try {
            String text = RequestText.envelope(RequestText.of(Files.readAllBytes(from)));
            return Optional.of(sent.of(text));
        } catch (BadRequestDataException e) {
            problems.add(e.code(), check, feature, what + ", \"" + from.getFileName() + "\", " + e.getMessage());
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + from + ": " + e.getMessage(), e);
        }
    }
}
