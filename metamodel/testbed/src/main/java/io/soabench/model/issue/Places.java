package io.soabench.model.issue;

import java.nio.file.Path;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.resource.Resource;

/** The places of the elements of a model. The language knows it of models that it read from text. */
@FunctionalInterface
public interface Places {

    /** The places of models without a text: the start of the file in which an element would stand. */
    Places FILES = (element, feature) -> Place.startOf(fileOf(element));

    /**
     * Returns the place of an element or of one of its features.
     *
     * @param feature {@code null} for the element itself; a feature that is not set has the place of the element
     */
    Place of(EObject element, EStructuralFeature feature);

    /** Returns the file of an element; {@code model} for an element without a file. */
    static Path fileOf(EObject element) {
        Resource resource = element.eResource();
        URI uri = resource == null ? null : resource.getURI();
        if (uri == null) {
            return Path.of("model");
        }
        return uri.isFile() ? Path.of(uri.toFileString()).toAbsolutePath().normalize() : Path.of(uri.toString());
    }
}
