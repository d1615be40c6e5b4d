package io.soabench.eclipse.model;

import io.soabench.model.testbed.Testbed;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.jface.viewers.ITreeContentProvider;

/** The elements of a testbed in the structure of the tree. */
final class Elements implements ITreeContentProvider {

    private final ElementProviders providers;

    Elements(ElementProviders providers) {
        this.providers = providers;
    }

    @Override
    public Object[] getElements(Object input) {
        return input instanceof Testbed[] roots ? roots : new Object[0];
    }

    @Override
    public Object[] getChildren(Object element) {
        return providers.content((EObject) element).getChildren(element).toArray();
    }

    @Override
    public Object getParent(Object element) {
        return ((EObject) element).eContainer();
    }

    @Override
    public boolean hasChildren(Object element) {
        return providers.content((EObject) element).hasChildren(element);
    }
}
