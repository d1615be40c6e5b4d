package io.soabench.dsl.validation;

import io.soabench.dsl.scoping.Imports;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Import;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedPackage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.emf.common.util.URI;
import org.eclipse.xtext.validation.Check;

/** Rules for imports. The file exists, is imported once, and does not import this one. */
public final class ImportRules extends Rules {

    /** Files are there and imported once. */
    @Check
    public void imports(Testbed testbed) {
        Imports.load(testbed);
        Set<URI> seen = new HashSet<>();
        for (Import statement : testbed.getImports()) {
            if (!Imports.exists(statement)) {
                error(
                        IssueCode.IMPORT_MISSING,
                        "there is no model file \"" + statement.getImportURI()
                                + "\"; write the path of a .testbed file, relative to this one",
                        statement,
                        TestbedPackage.Literals.IMPORT__IMPORT_URI);
            } else if (!seen.add(WholeTestbed.uri(statement))) {
                warning(
                        IssueCode.IMPORT_TWICE,
                        "\"" + statement.getImportURI() + "\" is imported twice; remove one",
                        statement,
                        TestbedPackage.Literals.IMPORT__IMPORT_URI);
            } else {
                List<String> way = new ArrayList<>();
                if (leadsTo(testbed, WholeTestbed.imported(statement), way, new HashSet<>())) {
                    error(
                            IssueCode.IMPORT_CYCLE,
                            "\"" + statement.getImportURI() + "\" imports this file again, by way of "
                                    + String.join(", ", way) + "; move their common parts into a third file",
                            statement,
                            TestbedPackage.Literals.IMPORT__IMPORT_URI);
                }
            }
        }
    }

    private static boolean leadsTo(Testbed goal, Testbed from, List<String> way, Set<Testbed> seen) {
        if (from == null || !seen.add(from)) {
            return false;
        }
        way.add(from.eResource().getURI().lastSegment());
        if (from == goal) {
            return true;
        }
        for (Import statement : from.getImports()) {
            if (leadsTo(goal, WholeTestbed.imported(statement), way, seen)) {
                return true;
            }
        }
        way.remove(way.size() - 1);
        return false;
    }
}
