package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.TestbedPackage;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EAnnotation;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EClassifier;
import org.eclipse.emf.ecore.EGenericType;
import org.eclipse.emf.ecore.EModelElement;
import org.eclipse.emf.ecore.EPackage;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.emf.ecore.xmi.impl.EcoreResourceFactoryImpl;
import org.junit.jupiter.api.Test;

/** The metamodel as it lies in the jar. */
class EcoreTest {

    private final EPackage metamodel = load();

    private static EPackage load() {
        ResourceSet resources = new ResourceSetImpl();
        resources.getResourceFactoryRegistry().getExtensionToFactoryMap().put("ecore", new EcoreResourceFactoryImpl());
        URI uri = URI.createURI(
                TestbedPackage.class.getResource("/model/testbed.ecore").toString());
        Resource resource = resources.getResource(uri, true);
        return (EPackage) resource.getContents().get(0);
    }

    @Test
    void shouldDocumentEveryConceptFeatureAndLiteral() {
        metamodel.eAllContents().forEachRemaining(element -> {
            if (element instanceof EModelElement documented
                    && !(element instanceof EAnnotation)
                    && (element instanceof EClassifier || element.eContainer() instanceof EClassifier)
                    && !(element instanceof EGenericType)) {
                assertThat(EcoreUtil.getDocumentation(documented))
                        .as(EcoreUtil.getURI(element).fragment())
                        .isNotBlank();
            }
        });
    }

    @Test
    void shouldHaveTheConceptsOfThePaperUnderTheirNames() {
        assertThat(metamodel.getEClassifiers())
                .extracting(EClassifier::getName)
                .contains(
                        "Testbed",
                        "Service",
                        "ServiceType",
                        "ResponseTime",
                        "Reliability",
                        "Throughput",
                        "Process",
                        "BlackBoxProcess",
                        "WhiteBoxProcess",
                        "Server",
                        "ServerType",
                        "Host",
                        "TestSuite",
                        "TestCase",
                        "TestingClient",
                        "ClientClass",
                        "Workload",
                        "OpenWorkload",
                        "ClosedWorkload",
                        "InstancePool",
                        "DataChunk",
                        "DeployPlan",
                        "Metric",
                        "Statistic",
                        "Report",
                        "Event",
                        "ServiceUnavailable",
                        "NewServiceInstance");
        assertThat(((EClass) metamodel.getEClassifier("Process")).isAbstract()).isTrue();
        assertThat(((EClass) metamodel.getEClassifier("Workload")).isAbstract()).isTrue();
        assertThat(((EClass) metamodel.getEClassifier("Event")).isAbstract()).isTrue();
        assertThat(metamodel.getNsURI()).isEqualTo(TestbedPackage.eNS_URI);
    }
}
