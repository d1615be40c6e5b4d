package io.soabench.dsl.scoping;

import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Import;
import io.soabench.model.testbed.Testbed;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;

/** The files that a model file imports, loaded on demand. */
public final class Imports {

    private Imports() {}

    /** Loads what a file imports, directly or not, into its resource set; files that do not exist are left out. */
    public static void load(Testbed testbed) {
        load(testbed, new HashSet<>());
    }

    private static void load(Testbed testbed, Set<Testbed> seen) {
        if (!seen.add(testbed)) {
            return;
        }
        for (Import statement : testbed.getImports()) {
            if (exists(statement)) {
                statement.eResource().getResourceSet().getResource(WholeTestbed.uri(statement), true);
                Testbed imported = WholeTestbed.imported(statement);
                if (imported != null) {
                    load(imported, seen);
                }
            }
        }
    }

    /** Returns whether the file of an import statement exists. */
    public static boolean exists(Import statement) {
        Resource resource = statement.eResource();
        ResourceSet resourceSet = resource == null ? null : resource.getResourceSet();
        URI uri = WholeTestbed.uri(statement);
        return resourceSet != null
                && uri != null
                && "testbed".equals(uri.fileExtension())
                && (resourceSet.getResource(uri, false) != null
                        || resourceSet.getURIConverter().exists(uri, null));
    }
}
