package io.soabench.ide.feature;

import io.soabench.generators.Estimate;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.TestSuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Range;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Code lenses above suites and explorations: their size, and a command that runs them. */
public final class Lenses {

    /** Runs the suites of a testbed; its argument is the address of the model. */
    public static final String RUN = "soabench.run";

    /** Searches for the load of an exploration; its arguments are the address of the model and the name. */
    public static final String EXPLORE = "soabench.explore";

    /** Checks a testbed as the build does; its argument is the address of the model. */
    public static final String VALIDATE = "soabench.validate";

    private Lenses() {}

    /**
     * Returns the lenses of a file.
     *
     * @param address of the file
     * @param estimate of the model, if there is one
     */
    public static List<CodeLens> of(Snapshot snapshot, String address, Optional<Estimate> estimate) {
        List<CodeLens> lenses = new ArrayList<>();
        boolean named = snapshot.testbed().getName() != null;
        for (var element : snapshot.testbed().getElements()) {
            ICompositeNode node = NodeModelUtils.getNode(element);
            if (!(element instanceof TestSuite suite) || node == null) {
                continue;
            }
            Range range = snapshot.lines().range(node.getOffset(), node.getOffset());
            lenses.add(new CodeLens(range, new Command(Hovers.summary(snapshot, suite, estimate), ""), null));
            if (named && suite instanceof Exploration) {
                lenses.add(new CodeLens(
                        range,
                        new Command("Explore", EXPLORE, List.of(address, String.valueOf(suite.getName()))),
                        null));
            } else if (named) {
                lenses.add(new CodeLens(range, new Command("Run", RUN, List.of(address)), null));
            }
        }
        return lenses;
    }
}
