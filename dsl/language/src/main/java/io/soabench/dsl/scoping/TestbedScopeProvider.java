package io.soabench.dsl.scoping;

import com.google.inject.Inject;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterRange;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.PortValue;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Variation;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.naming.QualifiedName;
import org.eclipse.xtext.resource.EObjectDescription;
import org.eclipse.xtext.resource.IEObjectDescription;
import org.eclipse.xtext.scoping.IScope;
import org.eclipse.xtext.scoping.impl.MapBasedScope;
import org.eclipse.xtext.util.IResourceScopeCache;

/**
 * The scopes of names. Parameters and ports belong to the type of the server or event. Every other name refers to
 * an element of the file itself, else of its imports, else of the {@link TypeLibrary}.
 */
public class TestbedScopeProvider extends AbstractTestbedScopeProvider {

    @Inject
    private IResourceScopeCache cache;

    @Override
    public IScope getScope(EObject context, EReference reference) {
        if (reference == TestbedPackage.Literals.PARAMETER_VALUE__PARAMETER
                || reference == TestbedPackage.Literals.PARAMETER_RANGE__PARAMETER) {
            ParameterizedType type = typeOf(context);
            return type == null || type.eIsProxy() ? IScope.NULLSCOPE : scope(type.getParameters());
        }
        if (reference == TestbedPackage.Literals.PORT_VALUE__PORT) {
            return typeOf(context) instanceof ServerType type && !type.eIsProxy()
                    ? scope(type.getPorts())
                    : IScope.NULLSCOPE;
        }
        EClass type = reference.getEReferenceType();
        // The same for all references of a file: made anew for each, a long model would take the square of its length.
        return cache.get("names of " + type.getName(), context.eResource(), () -> scope(candidates(context, type)));
    }

    /** Returns the type whose parameters and ports can be set at a place in a model, or null. */
    static ParameterizedType typeOf(EObject context) {
        EObject owner =
                context instanceof ParameterValue || context instanceof PortValue || context instanceof ParameterRange
                        ? context.eContainer()
                        : context;
        if (owner instanceof Exploration exploration) {
            owner = exploration.getVariation();
        }
        if (owner instanceof Variation variation) {
            Server varied = variation.getServer();
            return varied == null || varied.eIsProxy() ? null : varied.getType();
        }
        if (owner instanceof Server server) {
            return server.getType();
        }
        return owner instanceof PluginEvent event ? event.getType() : null;
    }

    /** Returns all elements of a class that can be named at a place in a model, nearest first. */
    static List<NamedElement> candidates(EObject context, EClass type) {
        List<NamedElement> candidates = new ArrayList<>();
        Testbed testbed = EcoreUtil2.getContainerOfType(context, Testbed.class);
        if (testbed == null
                || testbed.eResource() == null
                || testbed.eResource().getResourceSet() == null) {
            return candidates;
        }
        add(candidates, testbed, type);
        Imports.load(testbed);
        List<Testbed> files = WholeTestbed.of(testbed).files();
        files.subList(0, files.size() - 1).forEach(file -> add(candidates, file, type));
        TypeLibrary.of(testbed.eResource().getResourceSet()).forEach(library -> add(candidates, library, type));
        return candidates;
    }

    private static void add(List<NamedElement> candidates, Testbed file, EClass type) {
        for (TestbedElement element : file.getElements()) {
            if (element instanceof NamedElement named && named.getName() != null && type.isInstance(named)) {
                candidates.add(named);
            }
        }
    }

    private static IScope scope(List<? extends NamedElement> elements) {
        List<IEObjectDescription> descriptions = new ArrayList<>();
        for (NamedElement element : elements) {
            if (element.getName() != null) {
                descriptions.add(EObjectDescription.create(QualifiedName.create(element.getName()), element));
            }
        }
        return MapBasedScope.createScope(IScope.NULLSCOPE, descriptions);
    }
}
