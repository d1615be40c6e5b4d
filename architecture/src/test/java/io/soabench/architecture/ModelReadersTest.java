package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import io.soabench.model.testbed.TestbedPackage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EClassifier;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.junit.jupiter.api.Test;

/** Whatever a testbed can say is read by somebody who compiles, checks or explains it: no feature of the metamodel is only kept. */
final class ModelReadersTest {

    private static final String MODEL = "io.soabench.model.testbed";

    /** Code that is generated reads all features alike; to print a model again is no use of it. */
    private static final List<String> NO_READERS = List.of(
            MODEL,
            "io.soabench.dsl.formatting",
            "io.soabench.dsl.parser",
            "io.soabench.dsl.serializer",
            "io.soabench.dsl.services");

    private static final JavaClasses CLASSES = CompiledClasses.all();

    @Test
    void shouldReadEveryFeatureOfTheMetamodel() {
        List<String> unread = new ArrayList<>();
        int features = 0;
        for (EClassifier classifier : TestbedPackage.eINSTANCE.getEClassifiers()) {
            if (classifier instanceof EClass concept) {
                for (EStructuralFeature feature : concept.getEStructuralFeatures()) {
                    features++;
                    if (!isOfADistribution(concept, feature) && !isRead(accessor(concept, feature))) {
                        unread.add(concept.getName() + "." + feature.getName());
                    }
                }
            }
        }

        assertThat(features).isGreaterThan(120);
        assertThat(unread).as("what nobody reads").isEmpty();
    }

    /** {@code io.soabench.model.Distributions} reads them by name, all alike; what a kind of distribution does not know, it refuses. */
    private static boolean isOfADistribution(EClass concept, EStructuralFeature feature) {
        return TestbedPackage.Literals.DISTRIBUTION.isSuperTypeOf(concept)
                && TestbedPackage.Literals.QUANTITY.equals(feature.getEType());
    }

    private static JavaMethod accessor(EClass concept, EStructuralFeature feature) {
        String name = Character.toUpperCase(feature.getName().charAt(0))
                + feature.getName().substring(1);
        JavaClass owner = CLASSES.get(MODEL + "." + concept.getName());
        return owner.tryGetMethod("get" + name).orElseGet(() -> owner.getMethod("is" + name));
    }

    private static boolean isRead(JavaMethod accessor) {
        return Stream.concat(
                        accessor.getCallsOfSelf().stream()
                                .map(call -> call.getOriginOwner().getPackageName()),
                        accessor.getReferencesToSelf().stream()
                                .map(reference -> reference.getOriginOwner().getPackageName()))
                .anyMatch(reader -> NO_READERS.stream().noneMatch(reader::startsWith));
    }
}
