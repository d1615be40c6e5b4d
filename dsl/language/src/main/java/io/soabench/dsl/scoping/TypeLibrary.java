package io.soabench.dsl.scoping;

import io.soabench.model.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.emf.common.notify.Adapter;
import org.eclipse.emf.common.notify.impl.AdapterImpl;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;
import org.eclipse.xtext.resource.XtextResourceSet;

/**
 * The server, metric and event types that need no import: those of the language itself and of every plug-in. Each
 * is declared in a resource {@value #RESOURCE} on the class path.
 *
 * <p>The class path is that of the resource set's class loader ({@link
 * XtextResourceSet#setClasspathURIContext(Object)}) if it has one, else of the thread's context class loader. Of
 * two types with the same name, the first one found counts.
 */
public final class TypeLibrary {

    /** The resource in which a plug-in declares its types. */
    public static final String RESOURCE = "META-INF/soabench/types.testbed";

    private TypeLibrary() {}

    /** Returns the declarations, loaded into the resource set where they are not yet. */
    public static List<Testbed> of(ResourceSet resourceSet) {
        List<Testbed> libraries = new ArrayList<>();
        for (URI uri : known(resourceSet)) {
            Resource resource = resourceSet.getResource(uri, true);
            if (!resource.getContents().isEmpty() && resource.getContents().get(0) instanceof Testbed testbed) {
                libraries.add(testbed);
            }
        }
        return Collections.unmodifiableList(libraries);
    }

    /** Looks the class path up once for each resource set. */
    private static Set<URI> known(ResourceSet resourceSet) {
        for (Adapter adapter : resourceSet.eAdapters()) {
            if (adapter instanceof Found found) {
                return found.addresses;
            }
        }
        Found found = new Found(addresses(classLoader(resourceSet)));
        resourceSet.eAdapters().add(found);
        return found.addresses;
    }

    private static final class Found extends AdapterImpl {
        private final Set<URI> addresses;

        private Found(Set<URI> addresses) {
            this.addresses = addresses;
        }
    }

    /** Returns whether an address is that of a declaration file. */
    public static boolean holds(URI uri) {
        return uri.toString().endsWith(RESOURCE);
    }

    private static ClassLoader classLoader(ResourceSet resourceSet) {
        if (resourceSet instanceof XtextResourceSet set && set.getClasspathURIContext() instanceof ClassLoader loader) {
            return loader;
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? TypeLibrary.class.getClassLoader() : context;
    }

    private static Set<URI> addresses(ClassLoader loader) {
        Set<URI> addresses = new LinkedHashSet<>();
        try {
            for (URL url : Collections.list(TypeLibrary.class.getClassLoader().getResources(RESOURCE))) {
                addresses.add(URI.createURI(url.toString(), true));
            }
            for (URL url : Collections.list(loader.getResources(RESOURCE))) {
                addresses.add(URI.createURI(url.toString(), true));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + RESOURCE + " on the class path", e);
        }
        return addresses;
    }
}
