package io.soabench.start;

import io.soabench.dsl.TestbedReader;
import io.soabench.generators.TestbedCompiler;
import io.soabench.model.issue.Issue;
import io.soabench.plugin.PluginsRefused;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;

/** The errors of a written model, as the language and the compiler report them. */
final class ModelErrors {

    private final ClassLoader plugins;

    ModelErrors(ClassLoader plugins) {
        this.plugins = plugins;
    }

    /** Returns the errors, sorted by place. */
    List<Issue> on(Path model) throws StartRefusedException, IOException {
        Map<String, ServerType> types;
        try {
            types = ServerTypes.load(plugins);
        } catch (PluginsRefused e) {
            throw new StartRefusedException("the plug-ins cannot be used: " + String.join("; ", e.reasons()), e);
        }
        TestbedReader.Result read = new TestbedReader(plugins).read(model);
        TestbedCompiler.Checked checked = new TestbedCompiler(TestbedReader.places())
                .check(
                        new TestbedCompiler.Input(
                                read.testbed(),
                                read.files(),
                                OptionalLong.empty(),
                                read.whole().defaultProfile(),
                                read.faulty()),
                        types);
        TreeSet<Issue> all = new TreeSet<>(read.issues());
        all.addAll(checked.issues());
        return all.stream()
                .filter(issue -> issue.severity() == Issue.Severity.ERROR)
                .toList();
    }
}
