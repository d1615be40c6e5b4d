package io.soabench.ide.feature;

import io.soabench.model.testbed.TestbedPackage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EClassifier;
import org.eclipse.emf.ecore.EEnum;
import org.eclipse.emf.ecore.EModelElement;
import org.eclipse.emf.ecore.EPackage;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.emf.ecore.xmi.impl.XMIResourceImpl;

/**
 * The documentation of the concepts in the metamodel. The generated classes do not contain it, so it is read at its
 * first use.
 */
final class Documentation {

    private static final String METAMODEL = "/model/testbed.ecore";

    private EPackage metamodel;

    /** Returns the documentation of a concept, such as a service. */
    Optional<String> of(EClass concept) {
        return text(classifier(concept.getName()));
    }

    /** Returns the documentation of a property, such as the number of instances. */
    Optional<String> of(EStructuralFeature feature) {
        return classifier(feature.getEContainingClass().getName()) instanceof EClass concept
                ? text(concept.getEStructuralFeature(feature.getName()))
                : Optional.empty();
    }

    /** Returns the documentation of a word of an enumeration, such as a unit. */
    Optional<String> of(String enumeration, String literal) {
        return classifier(enumeration) instanceof EEnum words
                ? text(words.getEEnumLiteralByLiteral(literal))
                : Optional.empty();
    }

    private EClassifier classifier(String name) {
        return metamodel().getEClassifier(name);
    }

    private static Optional<String> text(EModelElement element) {
        return element == null ? Optional.empty() : Optional.ofNullable(EcoreUtil.getDocumentation(element));
    }

    private EPackage metamodel() {
        if (metamodel == null) {
            try (InputStream in = TestbedPackage.class.getResourceAsStream(METAMODEL)) {
                Resource resource = new XMIResourceImpl(URI.createURI("memory:" + METAMODEL));
                resource.load(in, Map.of());
                metamodel = (EPackage) resource.getContents().get(0);
            } catch (IOException e) {
                throw new UncheckedIOException("the metamodel is missing on the class path", e);
            }
        }
        return metamodel;
    }
}
