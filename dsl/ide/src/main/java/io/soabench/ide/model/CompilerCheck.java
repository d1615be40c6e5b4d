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
 * The compiler's objections to a model and the expected time of the experiment, found without running or writing
 * anything. It takes longer than the rules of the language, so that it is not asked after each key. For one thread.
 */
public final class CompilerCheck {

    /**
     * What was found.
     *
     * @param issues those that the rules of the language do not find
     * @param estimate empty where too much is wrong to tell
     */
    public record Finding(List<Issue> issues, Optional<Estimate> estimate) {

        public Finding {
            issues = List.copyOf(issues);
        }

        /** Of a model of which nothing can be said. */
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
            // A file that went away while it was read: the next check tells.
            return Finding.NOTHING;
        }
    }

    /** What does not follow from something that is missing in a part with syntax errors. */
    private static boolean isCertain(IssueCode code) {
        return code != IssueCode.SERVICE_NOT_SERVED
                && code != IssueCode.TESTBED_WITHOUT_SUITE
                && code != IssueCode.CLIENTS_NOWHERE;
    }

    /** The server types that come with the tool; without any where the plug-ins cannot be used. */
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

    /** What drivers know of a server type. */
    public Optional<ServerType> type(String name) {
        return Optional.ofNullable(types().get(name));
    }
}
