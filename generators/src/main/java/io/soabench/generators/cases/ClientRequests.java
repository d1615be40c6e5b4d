package io.soabench.generators.cases;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.generators.reading.Chunks;
import io.soabench.generators.reading.ModelFiles;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.generators.reading.WsdlPaths;
import io.soabench.generators.rows.RowTable;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.TypedPlace;
import io.soabench.generators.workload.RowValues;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.RowAnswer;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.RowFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;

/** The requests of clients to each process: an envelope for each chunk of its workloads. */
public final class ClientRequests {

    private final Chunks chunks;
    private final ProblemCollector problems;
    private final Map<String, String> envelopes = new LinkedHashMap<>();
    private final Map<List<Object>, Filling> fillings = new LinkedHashMap<>();
    private final ModelFiles files;
    private final CorrelationCheck correlations;

    /**
     * The records that a process gets in messages of one template.
     *
     * @param paths of the files of rows under the compiled testbed, by class
     * @param answers by column the path in the answer
     */
    private record Filling(
            RowTable table, SortedMap<Integer, String> paths, List<Map.Entry<String, List<String>>> answers) {}

    public ClientRequests(Chunks chunks, ModelFiles files, ProblemCollector problems) {
        this.chunks = chunks;
        this.files = files;
        this.problems = problems;
        this.correlations = new CorrelationCheck(files, problems);
    }

    /** Returns the path of the envelope of a chunk, under the compiled testbed. */
    public static String path(TestedProcess process, String chunk) {
        return "requests/" + process.name() + "/" + chunk + ".xml";
    }

    /** Returns the path of the records of a chunk, under the compiled testbed. */
    public static String rowsPath(TestedProcess process, String chunk) {
        return "requests/" + process.name() + "/" + chunk + ".rows";
    }

    /** Creates the envelopes of a process under a workload, each once. */
    public void add(TestedProcess process, SimulatedWorkload workload) {
        for (String chunk : workload.chunks(process.model())) {
            envelopes.computeIfAbsent(path(process, chunk), path -> envelope(process, chunk));
            chunks.filled(chunk).ifPresent(filled -> fill(process, chunk, filled));
        }
    }

    private void fill(TestedProcess process, String chunk, Chunks.Filled filled) {
        fillings.computeIfAbsent(Arrays.asList(process, filled.model()), any -> {
                    compare(process, filled);
                    return new Filling(
                            filled.table(),
                            new TreeMap<>(),
                            answers(process, filled.model().getRows()));
                })
                .paths()
                .put(filled.index(), rowsPath(process, chunk));
    }

    /** Compares values with the types of the places where they are put. */
    private void compare(TestedProcess process, Chunks.Filled filled) {
        try {
            Optional<WsdlDefinitions> wsdl = wsdl(process);
            if (wsdl.isPresent()) {
                List<TypedPlace> places =
                        TypedPlace.of(filled.table().template(), RowFile.PLACE, wsdl.get(), process.operation());
                filled.table()
                        .compared(places, process.name())
                        .forEach(each -> problems.add(each.code(), each.place().orElseThrow(), each.sentence()));
            }
        } catch (BadRequestDataException e) {
            problems.add(
                    e.code(),
                    filled.model(),
                    Literals.DATA_CHUNK__FILE,
                    "file \"" + filled.model().getFile() + "\" " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read records: " + e.getMessage(), e);
        }
    }

    private List<Map.Entry<String, List<String>>> answers(TestedProcess process, Rows rows) {
        List<Map.Entry<String, List<String>>> answers = new ArrayList<>();
        for (RowAnswer each : rows.getAnswers()) {
            wsdl(process)
                    .ifPresent(wsdl -> answers.add(Map.entry(
                            each.getColumn(),
                            new WsdlPaths(wsdl)
                                    .steps(
                                            each.getPath(),
                                            IssueCode.ROWS_ANSWER,
                                            each,
                                            Literals.ROW_ANSWER__PATH,
                                            "the answer of \"" + process.name() + "\"",
                                            problems))));
        }
        return List.copyOf(answers);
    }

    private Optional<WsdlDefinitions> wsdl(TestedProcess process) {
        if (process.contract().isPresent()) {
            return Optional.of(process.contract().get().wsdl());
        }
        String what = "the WSDL of \"" + process.name() + "\"";
        Optional<Path> file = process.model() instanceof BlackBoxProcess box
                ? files.find(box, Literals.BLACK_BOX_PROCESS__WSDL, box.getWsdl(), what)
                : process.model() instanceof Service service
                        ? files.find(
                                service.getType(),
                                Literals.SERVICE_TYPE__WSDL,
                                service.getType().getWsdl(),
                                what)
                        : Optional.empty();
        return file.map(files::wsdl);
    }

    /** Returns whether the answers to a chunk must hold values of their rows. */
    public boolean judged(String chunk) {
        return chunks.filled(chunk)
                .filter(filled -> !filled.model().getRows().getAnswers().isEmpty())
                .isPresent();
    }

    /** Returns whether records fill a chunk. */
    public boolean filled(String chunk) {
        return chunks.filled(chunk).isPresent();
    }

    /** Returns the names of the columns of all records that a workload sends. */
    public List<String> columns(SimulatedWorkload workload) {
        return workload.sent().stream()
                .flatMap(sent -> chunks.filled(sent.chunk()).stream())
                .flatMap(filled -> filled.table().columns().stream())
                .distinct()
                .toList();
    }

    /** Returns the records that a workload sends, of which the files stand in the folder already. */
    public RowValues values(Path folder, SimulatedWorkload workload) throws IOException {
        List<String> columns = columns(workload);
        if (columns.isEmpty()) {
            return RowValues.NONE;
        }
        List<RowFile> rows = new ArrayList<>();
        for (SimulatedWorkload.Sent sent : workload.sent()) {
            rows.add(filled(sent.chunk()) ? RowFile.open(folder.resolve(rowsPath(sent.chunk()))) : null);
        }
        return new RowValues() {
            @Override
            public List<String> columns() {
                return columns;
            }

            @Override
            public List<String> of(int chunk, int row) {
                RowFile file = rows.get(chunk);
                return columns.stream()
                        .map(name -> file == null || !file.columns().contains(name)
                                ? ""
                                : file.written(row, file.columns().indexOf(name)))
                        .toList();
            }
        };
    }

    /** Returns the path of the records of the first process that gets them: the values are the same for all. */
    private String rowsPath(String chunk) {
        return fillings.values().stream()
                .flatMap(filling -> filling.paths().values().stream())
                .filter(path -> path.endsWith("/" + chunk + ".rows"))
                .findFirst()
                .orElseThrow();
    }

    /** Writes the files of rows. */
    public void writeRows(Path folder) throws IOException {
        for (Filling each : fillings.values()) {
            each.table()
                    .write(each.paths().values().stream().map(folder::resolve).toList(), each.answers());
        }
    }

    /** Returns the envelopes by path under the compiled testbed. */
    public Map<String, String> envelopes() {
        return envelopes;
    }

    /** Returns the envelope of a chunk; empty after a problem was added. */
    private String envelope(TestedProcess process, String chunk) {
        Path file = chunks.file(chunk);
        String text = file == null ? standard(process) : ofFile(process, file, chunks.model(chunk));
        correlations.check(process, file == null ? null : chunks.model(chunk), text);
        if (!text.isEmpty() && process.callback().isPresent() && !text.contains(RequestText.PLACEHOLDER)) {
            problems.add(
                    IssueCode.CLIENT_CALLBACK_UIID,
                    ((io.soabench.model.testbed.Process) process.model()).getCallback(),
                    Literals.CLIENT_CALLBACK__UIID_PATH,
                    "process \"" + process.name()
                            + "\" copies the invocation identifier to its callback, but the request \"" + chunk
                            + "\" has none; say where it is: uiid to \"<path in the request>\"");
        }
        return text;
    }

    private String standard(TestedProcess process) {
        String what = "the default request of process \"" + process.name() + "\"";
        EObject element = process.model();
        try {
            return envelope(XmlText.element(process.messages().request(process.operation())), process);
        } catch (NoInstanceException e) {
            problems.add(
                    IssueCode.MESSAGE_WITHOUT_DEFAULT,
                    element,
                    Literals.NAMED_ELEMENT__NAME,
                    what + " cannot be made: " + e.getMessage() + "; or send data of your own");
        } catch (BadRequestDataException e) {
            problems.add(e.code(), element, uiid(process), what + " " + e.getMessage());
        }
        return "";
    }

    private static EStructuralFeature uiid(TestedProcess process) {
        return process.model() instanceof io.soabench.model.testbed.Process
                ? Literals.PROCESS__UIID_PATH
                : Literals.SERVICE__UIID;
    }

    private String ofFile(TestedProcess process, Path file, DataChunk chunk) {
        try {
            String text = RequestText.of(Files.readAllBytes(file));
            String envelope = envelope(text, process);
            for (String each :
                    TypedPlace.problems(envelope, process.messages().definitions(), process.operation(), false)) {
                problems.add(
                        IssueCode.DATA_INVALID,
                        chunk,
                        Literals.DATA_CHUNK__FILE,
                        "file \"" + chunk.getFile() + "\", which is sent to \"" + process.name() + "\", " + each);
            }
            return envelope;
        } catch (BadRequestDataException e) {
            problems.add(
                    e.code(),
                    chunk,
                    Literals.DATA_CHUNK__FILE,
                    "file \"" + chunk.getFile() + "\", which is sent to \"" + process.name() + "\", " + e.getMessage());
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String envelope(String text, TestedProcess process) throws BadRequestDataException {
        return process.request(RequestText.envelope(text, process.operation().soap()));
    }
}
