package io.soabench.eclipse.model;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.eclipse.xtext.resource.SaveOptions;
import org.eclipse.xtext.resource.XtextResource;

/** The conversion from the text of a testbed to its elements, and back. For one thread at a time. */
public final class ModelTextConversion {

    private final TestbedReader reader = new TestbedReader(ModelTextConversion.class.getClassLoader());

    /** Returns the elements of a text; empty for a text with syntax errors, because parts of it would be lost. */
    public Optional<Testbed> read(Path file, String text) throws IOException {
        TestbedReader.Result result = reader.read(file, Map.of(file, text));
        boolean torn = result.issues().stream()
                .anyMatch(issue ->
                        issue.code() == IssueCode.SYNTAX && issue.path().equals(file));
        return torn ? Optional.empty() : Optional.of(result.testbed());
    }

    /**
     * Returns the text of elements that were read and then changed. Unchanged parts keep their layout and their
     * comments.
     *
     * @throws RuntimeException if an element lacks a part that the language needs
     */
    public static String write(Testbed testbed) {
        return ((XtextResource) testbed.eResource()).getSerializer().serialize(testbed, SaveOptions.defaultOptions());
    }
}
