package io.soabench.generators.reading;

import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.generators.soap.TypedPlace;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.AnswerFile;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The answers of a mocked service that the user gives in files. */
final class AnswerFiles {

    private AnswerFiles() {}

    /**
     * Returns the envelopes of a service by name of the operation, after problems were added where a file is not an
     * answer of its operation.
     *
     * @param operations of its port
     */
    static Map<String, String> of(
            Service model,
            List<SoapOperation> operations,
            DefaultMessages messages,
            ModelFiles files,
            ProblemCollector problems) {
        Map<String, String> envelopes = new TreeMap<>();
        for (AnswerFile each : model.getAnswerFiles()) {
            String what = "the answer of service \"" + model.getName() + "\"";
            Optional<Path> file = files.find(each, Literals.ANSWER_FILE__FILE, each.getFile(), what);
            List<SoapOperation> answered = operations.stream()
                    .filter(operation -> !operation.oneWay()
                            && (each.getOperation() == null
                                    || each.getOperation().equals(operation.name())))
                    .toList();
            if (answered.size() != 1) {
                problems.add(
                        IssueCode.ANSWERS_FILE,
                        each,
                        Literals.ANSWER_FILE__OPERATION,
                        what + ", \"" + each.getFile() + "\", is of "
                                + (answered.isEmpty() ? "no operation" : "one of several operations")
                                + " that answers; name one: answers operation \"…\" from \"" + each.getFile() + "\"");
            } else if (file.isPresent()) {
                envelope(each, file.get(), answered.get(0), messages, what, problems)
                        .ifPresent(text -> envelopes.put(answered.get(0).name(), text));
            }
        }
        return envelopes;
    }

    private static Optional<String> envelope(
            AnswerFile model,
            Path file,
            SoapOperation operation,
            DefaultMessages messages,
            String what,
            ProblemCollector problems) {
        try {
            String text = RequestText.envelope(RequestText.of(Files.readAllBytes(file)), operation.soap());
            for (String each : TypedPlace.problems(text, messages.definitions(), operation, true)) {
                problems.add(
                        IssueCode.DATA_INVALID,
                        model,
                        Literals.ANSWER_FILE__FILE,
                        what + ", \"" + model.getFile() + "\", " + each);
            }
            return Optional.of(text);
        } catch (BadRequestDataException e) {
            problems.add(
                    e.code(),
                    model,
                    Literals.ANSWER_FILE__FILE,
                    what + ", \"" + model.getFile() + "\", " + e.getMessage());
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
