package io.soabench.model.issue;

import java.nio.file.Path;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.resource.Resource;

/** The places of the elements of a model. The language knows it of models that it read from text. */
@FunctionalInterface
public interface Places {

    /** Of models without a text: the start of the file in which an element would stand. */
    Places FILES = (element, feature) -> Place.startOf(fileOf(element));

    /**
     * Where an element, or what it says of a feature, stands.
     *
     * @param feature {@code null} for the element itself; the element counts, too, where nothing is said of the feature
     */
    Place of(EObject element, EStructuralFeature feature);

    /** The file in which an element stands; of an element without a file, {@code model}. */
    static Path fileOf(EObject element) {
        Resource resource = element.eResource();
        URI uri = resource == null ? null : resource.getURI();
        if (uri == null) {
            return Path.of("model");
        }
        return uri.isFile() ? Path.of(uri.toFileString()).toAbsolutePath().normalize() : Path.of(uri.toString());
    }
}
