package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.TestbedPackage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EClassifier;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.junit.jupiter.api.Test;

/** Editors and the language read the generator model from the jar, so it must name everything that the metamodel has. */
class GenModelTest {

    @Test
    void shouldNameEveryConceptWhenMetamodelGrows() throws IOException {
        String genmodel;
        try (InputStream in = TestbedPackage.class.getResourceAsStream("/model/testbed.genmodel")) {
            genmodel = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (EClassifier classifier : TestbedPackage.eINSTANCE.getEClassifiers()) {
            assertThat(genmodel).contains("testbed.ecore#//" + classifier.getName() + "\"");
            if (classifier instanceof EClass concept) {
                for (EStructuralFeature feature : concept.getEStructuralFeatures()) {
                    assertThat(genmodel)
                            .contains("testbed.ecore#//" + concept.getName() + "/" + feature.getName() + "\"");
                }
            }
        }
    }
}
