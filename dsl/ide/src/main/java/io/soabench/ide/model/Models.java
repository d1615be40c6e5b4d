package io.soabench.ide.model;

import io.soabench.dsl.TestbedReader;
import io.soabench.dsl.grammar.Expectations;
import io.soabench.ide.text.MendedText;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.eclipse.xtext.IGrammarAccess;
import org.eclipse.xtext.nodemodel.SyntaxErrorMessage;
import org.eclipse.xtext.parser.IParseResult;
import org.eclipse.xtext.parser.IParser;
import org.eclipse.xtext.resource.IResourceServiceProvider;

/**
 * The models as they stand in the editor, read again after changes. A model with syntax errors is read a second
 * time without them. For one thread.
 */
public final class Models {

    /** The number of models that are kept; a user looks at about that many in turn. */
    private static final int MOST_MODELS = 8;

    private record Read(long edition, Snapshot snapshot) {}

    private final OpenDocuments documents;
    private final TestbedReader reader = new TestbedReader(Models.class.getClassLoader());
    private final Map<Path, Read> read = new LinkedHashMap<>();
    private Expectations expectations;

    public Models(OpenDocuments documents) {
        this.documents = documents;
    }

    /** Returns the reader with which models are read. */
    public TestbedReader reader() {
        return reader;
    }

    /** Returns a model as it stands now; empty if there is no such file. */
    public Optional<Snapshot> model(Path file) {
        long edition = documents.edition();
        Read before = read.get(file);
        if (before != null && before.edition == edition) {
            return Optional.of(before.snapshot);
        }
        Optional<Snapshot> snapshot = read(file, documents.unsaved());
        read.remove(file);
        snapshot.ifPresent(now -> read.put(file, new Read(edition, now)));
        if (read.size() > MOST_MODELS) {
            read.remove(read.keySet().iterator().next());
        }
        return snapshot;
    }

    /** Returns a model as it would be with other texts. The result is not kept. */
    public Optional<Snapshot> read(Path file, Map<Path, String> unsaved) {
        if (!OpenDocuments.isModel(file)) {
            return Optional.empty();
        }
        String text = unsaved.containsKey(file)
                ? unsaved.get(file)
                : documents.text(file).orElse(null);
        if (text == null) {
            return Optional.empty();
        }
        try {
            TestbedReader.Result whole = reader.read(file, unsaved);
            Map<Path, MendedText> mended = mend(whole, unsaved);
            if (mended.isEmpty()) {
                return Optional.of(new Snapshot(file, text, mended, whole, whole.issues()));
            }
            // The reader's own repair of a text with syntax errors moves elements to other offsets. The mended text
            // keeps each character in its place.
            Map<Path, String> texts = new HashMap<>(unsaved);
            mended.forEach((path, each) -> texts.put(path, each.text()));
            return Optional.of(new Snapshot(file, text, mended, reader.read(file, texts), whole.issues()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the models among those that were read which have syntax errors. */
    private Map<Path, MendedText> mend(TestbedReader.Result whole, Map<Path, String> unsaved) {
        Map<Path, MendedText> mended = new HashMap<>();
        for (Issue issue : whole.issues()) {
            if (issue.code() == IssueCode.SYNTAX && OpenDocuments.isModel(issue.path())) {
                text(issue.path(), unsaved)
                        .filter(text -> !mended.containsKey(issue.path()))
                        .map(text -> MendedText.of(text, this::faults))
                        .filter(MendedText::isTorn)
                        .ifPresent(each -> mended.put(issue.path(), each));
            }
        }
        return mended;
    }

    private Optional<String> text(Path file, Map<Path, String> unsaved) {
        return Optional.ofNullable(unsaved.get(file)).or(() -> documents.text(file));
    }

    /** Returns the parser's faults in a text, each place once. */
    private List<MendedText.Fault> faults(String text) {
        IParseResult result = language().get(IParser.class).parse(new StringReader(text));
        return StreamSupport.stream(result.getSyntaxErrors().spliterator(), false)
                .map(node -> {
                    SyntaxErrorMessage message = node.getSyntaxErrorMessage();
                    return message == null ? null : new MendedText.Fault(node.getOffset(), node.getLength());
                })
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the services of the language. */
    public static IResourceServiceProvider language() {
        TestbedReader.places();
        return (IResourceServiceProvider) IResourceServiceProvider.Registry.INSTANCE
                .getExtensionToFactoryMap()
                .get("testbed");
    }

    /** Returns the expectations of the grammar. */
    public Expectations expectations() {
        if (expectations == null) {
            expectations = new Expectations(language().get(IGrammarAccess.class).getGrammar());
        }
        return expectations;
    }
}
