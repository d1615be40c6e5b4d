package io.soabench.eclipse.model;

import io.soabench.model.testbed.provider.TestbedItemProviderAdapterFactory;
import java.util.Optional;
import org.eclipse.emf.common.command.BasicCommandStack;
import org.eclipse.emf.common.notify.AdapterFactory;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.edit.domain.AdapterFactoryEditingDomain;
import org.eclipse.emf.edit.provider.ComposedAdapterFactory;
import org.eclipse.emf.edit.provider.IEditingDomainItemProvider;
import org.eclipse.emf.edit.provider.IItemPropertySource;
import org.eclipse.emf.edit.provider.ITreeItemContentProvider;
import org.eclipse.emf.edit.provider.ReflectiveItemProviderAdapterFactory;
import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.jface.resource.ImageRegistry;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Display;

/** The generated providers of the metamodel: children, properties, possible new children and pictures of elements. */
final class ElementProviders {

    private final ComposedAdapterFactory factory = new ComposedAdapterFactory();
    private final AdapterFactoryEditingDomain domain;
    private ImageRegistry images;

    ElementProviders() {
        factory.addAdapterFactory(new TestbedItemProviderAdapterFactory());
        factory.addAdapterFactory(new ReflectiveItemProviderAdapterFactory());
        // Commands are never undone here: their changes become changes of the text, and the text has the undo.
        domain = new AdapterFactoryEditingDomain(factory, new BasicCommandStack()) {
            @Override
            public boolean isReadOnly(Resource resource) {
                // Only the text is changed, and the editor decides whether the text is read-only.
                return false;
            }
        };
    }

    AdapterFactoryEditingDomain domain() {
        return domain;
    }

    private <T> T adapt(EObject element, Class<T> type) {
        AdapterFactory all = factory;
        return type.cast(all.adapt(element, type));
    }

    ITreeItemContentProvider content(EObject element) {
        return adapt(element, ITreeItemContentProvider.class);
    }

    Optional<IItemPropertySource> properties(EObject element) {
        return Optional.ofNullable(adapt(element, IItemPropertySource.class));
    }

    IEditingDomainItemProvider editing(EObject element) {
        return adapt(element, IEditingDomainItemProvider.class);
    }

    /** Returns the picture of a class of elements. */
    Image image(EObject element) {
        if (images == null) {
            images = new ImageRegistry(Display.getCurrent());
        }
        String name = element.eClass().getName();
        Image known = images.get(name);
        if (known == null) {
            images.put(
                    name,
                    ImageDescriptor.createFromURL(
                            ElementProviders.class.getResource("/icons/full/obj16/" + name + ".gif")));
            known = images.get(name);
        }
        return known;
    }

    void dispose() {
        if (images != null) {
            images.dispose();
        }
        factory.dispose();
    }
}
