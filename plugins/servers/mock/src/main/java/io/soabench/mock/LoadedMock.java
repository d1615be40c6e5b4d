package io.soabench.mock;

import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.RunFiles;
import io.soabench.plan.SoapVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;

/**
 * A mock folder in memory (docs/reference/formats.md, <i>Mocks</i>), complete and checked: {@code mock.json}, behaviours, answers, WSDL
 * documents. Immutable, safe for use by many threads.
 */
public final class LoadedMock {

    private static final String DESCRIPTION = RunFiles.MOCK;
    private static final String TRACE = "behaviour.trace";

    private final Path folder;
    private final MockPlan plan;
    private final BehaviourTrace trace;
    /** The answers by operation name. */
    private final Map<String, AnswerTemplate> answers;

    /** The faults by operation name; operations without a declared fault are missing. */
    private final Map<String, AnswerBytes> faults;

    private final ServedWsdl wsdl;
    private final Optional<CallbackMessage> callback;

    private LoadedMock(
            Path folder,
            MockPlan plan,
            BehaviourTrace trace,
            Map<String, AnswerTemplate> answers,
            Map<String, AnswerBytes> faults,
            ServedWsdl wsdl,
            Optional<CallbackMessage> callback) {
        this.folder = folder;
        this.plan = plan;
        this.trace = trace;
        this.answers = answers;
        this.faults = faults;
        this.wsdl = wsdl;
        this.callback = callback;
    }

    /**
     * Reads a folder.
     *
     * @param problems gets one sentence for each mistake
     * @return empty when there were mistakes
     */
    public static Optional<LoadedMock> read(Path folder, List<String> problems) {
        if (!Files.isDirectory(folder)) {
            problems.add(folder + " is not a folder; --services needs mock folders of a compiled testbed");
            return Optional.empty();
        }
        MockPlan plan;
        try {
            plan = Json.read(folder.resolve(DESCRIPTION), MockPlan.class);
        } catch (UncheckedIOException e) {
            problems.add(firstLine(e.getMessage()) + "; compile the testbed again");
            return Optional.empty();
        }
        return new Reading(folder, plan, problems).run();
    }

    /**
     * Returns a copy for a warm-up, without a port of its own and with substitute behaviours.
     *
     * @param called address of all callbacks, even if requests name another
     */
    LoadedMock warmUpCopy(String called) {
        return new LoadedMock(
                folder,
                plan.listening("", false),
                WarmUpTrace.like(trace),
                answers,
                faults,
                wsdl,
                callback.map(each -> each.calling(called)));
    }

    /** Returns the path of the folder. */
    public Path folder() {
        return folder;
    }

    /** Returns the content of {@code mock.json}. */
    public MockPlan plan() {
        return plan;
    }

    /** Returns the behaviours. */
    public BehaviourTrace trace() {
        return trace;
    }

    /**
     * Returns the SOAP envelope that answers a call of an operation, in UTF-8 or as it declares.
     *
     * @param uiid identifier of the request; empty when it has none
     * @param step number of the call on behalf of the request
     * @throws IllegalArgumentException when there is no such operation or it is one-way
     */
    public AnswerBytes answer(String operation, String uiid, int step) {
        return template(operation).answer(uiid, step);
    }

    /** Returns the common template of the answers to an operation. */
    AnswerTemplate template(String operation) {
        AnswerTemplate answer = answers.get(operation);
        if (answer == null) {
            throw new IllegalArgumentException(folder + " has no answer for operation " + operation);
        }
        return answer;
    }

    /**
     * Returns the SOAP envelope of a planned failure of an operation, from {@code answers/<operation>.fault.xml}.
     *
     * @return empty when the operation declares no fault
     */
    Optional<AnswerBytes> fault(String operation) {
        return Optional.ofNullable(faults.get(operation));
    }

    /** Returns the later answer to one-way requests; empty when there is none. */
    Optional<CallbackMessage> callback() {
        return callback;
    }

    ServedWsdl wsdl() {
        return wsdl;
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    /** A reader of the rest of a folder whose {@code mock.json} was read. */
    private static final class Reading {
        private final Path folder;
        private final MockPlan plan;
        private final List<String> problems;
        private final int before;

        Reading(Path folder, MockPlan plan, List<String> problems) {
            this.folder = folder;
            this.plan = plan;
            this.problems = problems;
            before = problems.size();
        }

        Optional<LoadedMock> run() {
            if (!complete()) {
                return Optional.empty();
            }
            source();
            BehaviourTrace trace =
                    BehaviourTraceReader.read(folder.resolve(TRACE), plan.service(), plan.instance(), problems);
            Map<String, AnswerTemplate> answers = answers();
            Map<String, AnswerBytes> faults = faults();
            ServedWsdl wsdl = wsdl();
            Optional<CallbackMessage> callback = callback();
            return problems.size() > before
                    ? Optional.empty()
                    : Optional.of(new LoadedMock(folder, plan, trace, answers, faults, wsdl, callback));
        }

        private boolean complete() {
            filled("service", plan.service());
            filled("path", plan.path());
            filled("wsdl", plan.wsdl());
            filled("wsdlService", plan.wsdlService());
            filled("wsdlPort", plan.wsdlPort());
            if (plan.path() != null && !plan.path().matches("[A-Za-z0-9._-]+")) {
                problem("path \"" + plan.path() + "\" must be letters, digits, '.', '_' and '-'");
            }
            if (!plan.ownPort().matches("|[1-9]\\d{0,4}")) {
                problem("port \"" + plan.ownPort() + "\" is no number of a TCP port; compile the testbed again");
            }
            UiidSource uiid = plan.uiid();
            if (uiid == null || uiid.kind() == null || uiid.id() == null || uiid.step() == null) {
                problem("uiid is incomplete; it needs kind, id, step and header");
            }
            if (plan.draws() == null) {
                problem("draws are missing; compile the testbed again");
            }
            if (plan.operations() == null || plan.operations().isEmpty()) {
                problem("there are no operations");
                return false;
            }
            for (MockOperation operation : plan.operations()) {
                if (operation.name() == null || operation.soapAction() == null || operation.inputElement() == null) {
                    problem("an operation has no name, soapAction or inputElement (empty is allowed for the last two)");
                }
            }
            return problems.size() == before;
        }

        private void filled(String field, String value) {
            if (value == null || value.isBlank()) {
                problem(field + " is missing");
            }
        }

        private void source() {
            UiidSource uiid = plan.uiid();
            switch (uiid.kind()) {
                case MESSAGE -> {
                    if (uiid.id().isEmpty()) {
                        problem("uiid.id is empty, but uiid.kind is MESSAGE; name the elements that lead to the UIID");
                    }
                    defect("uiid.id", uiid.id());
                    defect("uiid.step", uiid.step());
                }
                case HEADER -> filled("uiid.header (uiid.kind is HEADER)", uiid.header());
                case ARRIVAL -> {
                    // This kind of identifier needs no further fields.
                }
            }
        }

        private void defect(String field, List<String> path) {
            String defect = ElementPath.defect(path);
            if (!defect.isEmpty()) {
                problem(field + ": " + defect);
            }
        }

        private Map<String, AnswerTemplate> answers() {
            Map<String, AnswerTemplate> answers = new HashMap<>();
            for (MockOperation operation : plan.operations()) {
                if (operation.oneWay()) {
                    continue;
                }
                String answer = operation.answer();
                if (answer == null || answer.isBlank()) {
                    problem("operation " + operation.name() + " is not one-way and has no answer file");
                    continue;
                }
                byte[] content = envelope(answer, plan.soapVersion());
                if (content != null
                        && answers.put(operation.name(), new AnswerTemplate(content, plan.draws())) != null) {
                    problem("operation " + operation.name() + " is there twice");
                }
            }
            return answers;
        }

        private Map<String, AnswerBytes> faults() {
            Map<String, AnswerBytes> faults = new HashMap<>();
            for (MockOperation operation : plan.operations()) {
                String fault = "answers/" + operation.name() + ".fault.xml";
                if (Files.exists(folder.resolve(fault))) {
                    byte[] content = envelope(fault, plan.soapVersion());
                    if (content != null) {
                        faults.put(operation.name(), new AnswerBytes(content));
                    }
                }
            }
            return faults;
        }

        /** Returns the content of a file that holds an answer, or {@code null} after noting a problem. */
        private byte[] envelope(String path, SoapVersion soap) {
            byte[] content = content(path);
            if (content == null) {
                return null;
            }
            RequestScan scan = new RequestScanner(
                            new UiidSource(UiidSource.Kind.ARRIVAL, List.of(), List.of(), ""), soap)
                    .message(content, content.length, "");
            if (scan.defect() != RequestScan.Defect.NONE) {
                problems.add(folder.resolve(path) + " is not a SOAP " + soap.number()
                        + " envelope; compile the testbed again");
                return null;
            }
            return content;
        }

        private Optional<CallbackMessage> callback() {
            if (plan.callback() == null) {
                return Optional.empty();
            }
            plan.callback().copies().forEach(copy -> defect("callback.copies", copy));
            byte[] content = envelope(plan.callback().message(), SoapVersion.SOAP_11);
            return content == null
                    ? Optional.empty()
                    : Optional.of(new CallbackMessage(plan.callback(), new AnswerTemplate(content, plan.draws())));
        }

        private ServedWsdl wsdl() {
            byte[] main = content(plan.wsdl());
            if (main == null) {
                return null;
            }
            Map<String, byte[]> documents = new TreeMap<>();
            Path root = folder.normalize();
            Path wsdl = root.relativize(root.resolve(plan.wsdl()).normalize());
            // Imports may lie above the main document, but not beside the other files of the mock.
            Path start = wsdl.getNameCount() > 1 ? root.resolve(wsdl.getName(0)) : null;
            try (Stream<Path> files = start == null ? Stream.of() : Files.walk(start)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    documents.put(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
                }
                documents.put(plan.wsdl(), main);
                ServedWsdl checked = new ServedWsdl(plan, documents);
                checked.check();
                return checked;
            } catch (IOException e) {
                problems.add("cannot read " + start + ": " + e.getMessage());
            } catch (XMLStreamException e) {
                problems.add(root.resolve(wsdl) + ": " + firstLine(e.getMessage()));
            }
            return null;
        }

        /** Returns a file's content, or {@code null} after noting a problem. */
        private byte[] content(String path) {
            Path file = folder.resolve(path).normalize();
            if (!file.startsWith(folder.normalize()) || path.startsWith("/")) {
                problem("\"" + path + "\" leads out of the folder");
                return null;
            }
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                problems.add(file + " is missing or cannot be read; compile the testbed again");
                return null;
            }
        }

        private void problem(String sentence) {
            problems.add(folder.resolve(DESCRIPTION) + ": " + sentence);
        }
    }
}
