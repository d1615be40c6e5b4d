package io.soabench.ide.model;

import io.soabench.dsl.TestbedReader;
import io.soabench.ide.grammar.Expectations;
import io.soabench.ide.text.Lines;
import io.soabench.ide.text.Mended;
import io.soabench.ide.text.Token;
import io.soabench.ide.text.Tokens;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.eclipse.lsp4j.Position;
import org.eclipse.xtext.IGrammarAccess;
import org.eclipse.xtext.nodemodel.SyntaxErrorMessage;
import org.eclipse.xtext.parser.IParseResult;
import org.eclipse.xtext.parser.IParser;
import org.eclipse.xtext.resource.IResourceServiceProvider;

/**
 * Reads models as they stand in the editor, and again when something has changed; a model with syntax errors is read a second time without
 * them. For one thread.
 */
public final class Models {

    /** As many models as somebody may look at in turn. */
    private static final int MOST = 8;

    /** What is said because something is missing: it may be there, in a part that cannot be understood. */
    private static final Set<IssueCode> OF_WHAT_IS_MISSING = EnumSet.of(
            IssueCode.UNUSED,
            IssueCode.TESTBED_WITHOUT_NAME,
            IssueCode.TESTBED_WITHOUT_SUITE,
            IssueCode.SERVICE_NOT_SERVED,
            IssueCode.CLIENTS_NOWHERE,
            IssueCode.SEED_MISSING);

    private static final Set<IssueCode> OF_NAMES = EnumSet.of(
            IssueCode.SERVICE_TYPE_UNKNOWN,
            IssueCode.SERVICE_UNKNOWN,
            IssueCode.PROCESS_UNKNOWN,
            IssueCode.DATA_UNKNOWN,
            IssueCode.HOST_UNKNOWN,
            IssueCode.SERVER_UNKNOWN,
            IssueCode.SERVER_TYPE_UNKNOWN,
            IssueCode.WORKLOAD_UNKNOWN,
            IssueCode.METRIC_TYPE_UNKNOWN,
            IssueCode.TARGET_UNKNOWN,
            IssueCode.SUITE_UNKNOWN,
            IssueCode.EVENT_TYPE_UNKNOWN);

    /** What is still certain of a part in which something could not be understood: that a word, a number or a file in it is wrong. */
    private static final Set<IssueCode> OF_WHAT_IS_THERE = EnumSet.of(
            IssueCode.PARAMETER_UNKNOWN,
            IssueCode.PARAMETER_TYPE,
            IssueCode.PARAMETER_RANGE,
            IssueCode.PARAMETER_TWICE,
            IssueCode.PORT_UNKNOWN,
            IssueCode.PORT_RANGE,
            IssueCode.NAME_DUPLICATE,
            IssueCode.FILE_MISSING,
            IssueCode.IMPORT_MISSING,
            IssueCode.WSDL_INVALID,
            IssueCode.BPEL_INVALID,
            IssueCode.OPERATION_UNKNOWN,
            IssueCode.ENDPOINT_INVALID,
            IssueCode.PARTNER_UNKNOWN,
            IssueCode.PARTNER_BOUND_TWICE,
            IssueCode.PARTNER_TYPE_MISMATCH,
            IssueCode.UIID_PATH,
            IssueCode.ANSWERS_PATH,
            IssueCode.NOT_POSITIVE,
            IssueCode.TOO_MUCH,
            IssueCode.PERCENT_RANGE,
            IssueCode.UNIT_MISMATCH,
            IssueCode.DISTRIBUTION_IMPOSSIBLE,
            IssueCode.DISTRIBUTION_FILE,
            IssueCode.STATISTIC_UNKNOWN,
            IssueCode.DATA_INVALID,
            IssueCode.DATA_ROOT);

    static {
        OF_WHAT_IS_THERE.addAll(OF_NAMES);
    }

    private record Read(long edition, Snapshot snapshot) {}

    private final Documents documents;
    private final TestbedReader reader = new TestbedReader(Models.class.getClassLoader());
    private final Map<Path, Read> read = new LinkedHashMap<>();
    private Expectations expectations;

    public Models(Documents documents) {
        this.documents = documents;
    }

    /** The reader with which models are read. */
    public TestbedReader reader() {
        return reader;
    }

    /** A model as it stands now; empty if there is no such file. */
    public Optional<Snapshot> model(Path file) {
        long edition = documents.edition();
        Read before = read.get(file);
        if (before != null && before.edition == edition) {
            return Optional.of(before.snapshot);
        }
        Optional<Snapshot> snapshot = read(file, documents.unsaved());
        read.remove(file);
        snapshot.ifPresent(now -> read.put(file, new Read(edition, now)));
        if (read.size() > MOST) {
            read.remove(read.keySet().iterator().next());
        }
        return snapshot;
    }

    /** A model as it would be with other texts; nothing is kept of it. */
    public Optional<Snapshot> read(Path file, Map<Path, String> unsaved) {
        if (!Documents.isModel(file)) {
            return Optional.empty();
        }
        String text = unsaved.containsKey(file)
                ? unsaved.get(file)
                : documents.text(file).orElse(null);
        if (text == null) {
            return Optional.empty();
        }
        try {
            Mended own = Mended.of(text, this::faults);
            if (!own.isTorn()) {
                TestbedReader.Result whole = reader.read(file, unsaved);
                Map<Path, Mended> mended = mend(whole, unsaved);
                return Optional.of(
                        mended.isEmpty()
                                ? new Snapshot(file, text, mended, whole, whole.issues())
                                : mended(file, text, whole.issues(), mended, unsaved));
            }
            // Behind a syntax error a parser may find others that are none: each part that has some is read by itself.
            List<Issue> syntax = new ArrayList<>();
            for (String torn : own.tornTexts(text)) {
                syntax.addAll(
                        reader.read(file, with(unsaved, Map.of(file, torn))).issues());
            }
            return Optional.of(mended(file, text, syntax, Map.of(file, own), unsaved));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Snapshot mended(
            Path file, String text, List<Issue> found, Map<Path, Mended> mended, Map<Path, String> unsaved)
            throws IOException {
        Map<Path, String> texts = new HashMap<>();
        mended.forEach((path, each) -> texts.put(path, each.text()));
        TestbedReader.Result rest = reader.read(file, with(unsaved, texts));
        return new Snapshot(file, text, mended, rest, issues(found, rest, mended, unsaved));
    }

    private static Map<Path, String> with(Map<Path, String> texts, Map<Path, String> others) {
        Map<Path, String> all = new HashMap<>(texts);
        all.putAll(others);
        return all;
    }

    /** The models among those that were read which have syntax errors. */
    private Map<Path, Mended> mend(TestbedReader.Result whole, Map<Path, String> unsaved) {
        Map<Path, Mended> mended = new HashMap<>();
        for (Issue issue : whole.issues()) {
            if (issue.code() == IssueCode.SYNTAX && Documents.isModel(issue.path())) {
                text(issue.path(), unsaved)
                        .filter(text -> !mended.containsKey(issue.path()))
                        .map(text -> Mended.of(text, this::faults))
                        .filter(Mended::isTorn)
                        .ifPresent(each -> mended.put(issue.path(), each));
            }
        }
        return mended;
    }

    private Optional<String> text(Path file, Map<Path, String> unsaved) {
        return Optional.ofNullable(unsaved.get(file)).or(() -> documents.text(file));
    }

    /** What a parser says of a text, each place once. */
    private List<Mended.Fault> faults(String text) {
        IParseResult result = language().get(IParser.class).parse(new StringReader(text));
        return StreamSupport.stream(result.getSyntaxErrors().spliterator(), false)
                .map(node -> {
                    SyntaxErrorMessage message = node.getSyntaxErrorMessage();
                    return message == null ? null : new Mended.Fault(node.getOffset(), node.getLength());
                })
                .filter(Objects::nonNull)
                .toList();
    }

    /** The services of the language. */
    public static IResourceServiceProvider language() {
        TestbedReader.places();
        return (IResourceServiceProvider) IResourceServiceProvider.Registry.INSTANCE
                .getExtensionToFactoryMap()
                .get("testbed");
    }

    /** What the grammar allows. */
    public Expectations expectations() {
        if (expectations == null) {
            expectations = new Expectations(language().get(IGrammarAccess.class).getGrammar());
        }
        return expectations;
    }

    /** The syntax errors of a model, and what is certain in spite of them. */
    private List<Issue> issues(
            List<Issue> found, TestbedReader.Result rest, Map<Path, Mended> mended, Map<Path, String> unsaved) {
        Set<Issue> issues = new TreeSet<>();
        // What a parser says of the rest of a line follows from the first error in it.
        Set<Place> lines = new HashSet<>();
        found.stream()
                .filter(issue -> issue.code() == IssueCode.SYNTAX && mended.containsKey(issue.path()))
                .sorted()
                .filter(issue -> lines.add(new Place(issue.path(), issue.place().line(), 1)))
                .forEach(issues::add);
        Map<Path, Lines> mendedLines = new HashMap<>();
        Map<Path, Lines> originalLines = new HashMap<>();
        for (Issue issue : rest.issues()) {
            Mended of = mended.get(issue.path());
            if (of == null) {
                if (!OF_WHAT_IS_MISSING.contains(issue.code())) {
                    issues.add(issue);
                }
                continue;
            }
            int offset = mendedLines
                    .computeIfAbsent(issue.path(), any -> new Lines(of.text()))
                    .offset(issue.place().line() - 1, issue.place().column() - 1);
            if (isCertain(issue, of, offset)) {
                Lines original = originalLines.computeIfAbsent(
                        issue.path(), file -> new Lines(text(file, unsaved).orElse("")));
                issues.add(moved(issue, original.position(offset)));
            }
        }
        return List.copyOf(issues);
    }

    private static boolean isCertain(Issue issue, Mended mended, int offset) {
        if (issue.code() == IssueCode.SYNTAX || OF_WHAT_IS_MISSING.contains(issue.code())) {
            return false;
        }
        if (OF_NAMES.contains(issue.code())) {
            String name = Tokens.of(mended.text()).at(offset).map(Token::text).orElse("");
            return !mended.lostWords().contains(name);
        }
        return !mended.isTorn(offset) || OF_WHAT_IS_THERE.contains(issue.code());
    }

    private static Issue moved(Issue issue, Position position) {
        return new Issue(
                issue.severity(),
                issue.code(),
                new Place(issue.path(), position.getLine() + 1, position.getCharacter() + 1),
                issue.message());
    }
}
