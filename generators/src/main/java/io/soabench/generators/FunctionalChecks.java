package io.soabench.generators;

import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.Process;
import io.soabench.plan.Plan.CheckPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a process must answer correctly before it is measured: the checks of the model, or else each request of the workload,
 * of which only the shape of the answer is known.
 */
final class FunctionalChecks {

    private FunctionalChecks() {}

    /**
     * The checks of a process under a workload.
     *
     * @param chunks what the workload sends
     */
    static List<CheckPlan> of(TestedProcess process, List<String> chunks) {
        if (process.operation().oneWay()) {
            return List.of();
        }
        List<FunctionalCheck> declared = declared(process);
        List<CheckPlan> checks = new ArrayList<>();
        for (int n = 1; n <= declared.size(); n++) {
            checks.add(new CheckPlan(request(process, n), answer(process, n)));
        }
        if (declared.isEmpty()) {
            chunks.forEach(chunk -> checks.add(new CheckPlan(LoadTests.requestPath(process, chunk), "")));
        }
        return List.copyOf(checks);
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

    /** Looks for the files of the model's checks of a process, so that the model's hash covers them. */
    static void find(TestedProcess process, ModelFiles files, Problems problems) {
        for (FunctionalCheck check : declared(process)) {
            files.find(check, check.getRequest(), "the request" + of(process));
            files.find(check, check.getAnswer(), "the answer" + of(process));
        }
    }

    private static String of(TestedProcess process) {
        return " of a check of process \"" + process.name() + "\"";
    }

    /** Writes the envelopes of the model's checks of a process. */
    static void write(TestedProcess process, ModelFiles files, Path part, Problems problems) throws IOException {
        List<FunctionalCheck> declared = declared(process);
        for (int n = 1; n <= declared.size(); n++) {
            FunctionalCheck check = declared.get(n - 1);
            String what = of(process);
            Optional<Path> request = files.find(check, check.getRequest(), "the request" + what);
            Optional<Path> answer = files.find(check, check.getAnswer(), "the answer" + what);
            if (request.isPresent()) {
                envelope(
                        request.get(),
                        process.uiidPath(),
                        part.resolve(request(process, n)),
                        ModelFiles.nameOf(check) + ": the request \"" + check.getRequest() + "\"" + what,
                        problems);
            }
            if (answer.isPresent()) {
                envelope(
                        answer.get(),
                        List.of(),
                        part.resolve(answer(process, n)),
                        ModelFiles.nameOf(check) + ": the answer \"" + check.getAnswer() + "\"" + what,
                        problems);
            }
        }
    }

    private static void envelope(Path from, List<String> uiidPath, Path to, String what, Problems problems)
            throws IOException {
        try {
            String text = RequestText.envelope(RequestText.of(Files.readAllBytes(from)));
            Files.createDirectories(to.getParent());
            Files.writeString(to, RequestText.withPlaceholder(text, uiidPath));
        } catch (BadRequestDataException e) {
            problems.add(what + " " + e.getMessage());
        }
    }
}
