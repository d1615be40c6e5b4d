package io.soabench.ide.model;

import io.soabench.dsl.TestbedReader;
import io.soabench.generators.Estimate;
import io.soabench.generators.TestbedCompiler;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.plugin.PluginsRefused;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;

/**
 * The errors that the compiler would report, and the duration of the experiment. Nothing is run or written. The
 * check takes longer than the rules of the language, so it does not follow each key. For one thread.
 */
public final class CompilerCheck {

    /**
     * The result of a check.
     *
     * @param issues those that the rules of the language do not find
     * @param estimate empty if the model has too many errors for one
     */
    public record Finding(List<Issue> issues, Optional<Estimate> estimate) {

        public Finding {
            issues = List.copyOf(issues);
        }

        /** The finding for a model that cannot be compiled. */
        static final Finding NOTHING = new Finding(List.of(), Optional.empty());
    }

    private Map<String, ServerType> types;

    /** Checks a model under its default profile. */
    public Finding check(Snapshot snapshot) {
        TestbedReader.Result model = snapshot.result();
        if (snapshot.isIncomplete() || model.testbed().getName() == null || types().isEmpty()) {
            return Finding.NOTHING;
        }
        Set<EObject> faulty = new HashSet<>(model.faulty());
        model.testbed().getElements().stream().filter(snapshot::isTorn).forEach(faulty::add);
        TestbedCompiler.Input input = new TestbedCompiler.Input(
                model.testbed(),
                model.files(),
                OptionalLong.empty(),
                model.whole().defaultProfile(),
                faulty);
        try {
            TestbedCompiler.Checked checked = new TestbedCompiler(TestbedReader.places()).check(input, types());
            List<Issue> issues = checked.issues().stream()
                    .filter(issue -> !snapshot.isTorn() || isCertain(issue.code()))
                    .filter(issue -> !snapshot.issues().contains(issue))
                    .toList();
            return new Finding(issues, Optional.of(checked.estimate()).filter(estimate -> !estimate.suites()
                    .isEmpty()));
        } catch (UncheckedIOException e) {
            // The file was removed while it was read; the next check reports it.
            return Finding.NOTHING;
        }
    }

    /** Returns whether an issue is independent of missing parts with syntax errors. */
    private static boolean isCertain(IssueCode code) {
        return code != IssueCode.SERVICE_NOT_SERVED
                && code != IssueCode.TESTBED_WITHOUT_SUITE
                && code != IssueCode.CLIENTS_NOWHERE;
    }

    /** Returns the server types that come with the tool; none where the plug-ins cannot be used. */
    Map<String, ServerType> types() {
        if (types == null) {
            try {
                types = ServerTypes.load(CompilerCheck.class.getClassLoader());
            } catch (PluginsRefused e) {
                types = Map.of();
            }
        }
        return types;
    }

    /** Returns the server type of a name, as drivers know it. */
    public Optional<ServerType> type(String name) {
        return Optional.ofNullable(types().get(name));
    }
}
