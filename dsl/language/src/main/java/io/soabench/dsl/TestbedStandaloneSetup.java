package io.soabench.dsl;

import com.google.inject.Injector;
import io.soabench.model.testbed.TestbedPackage;
import org.eclipse.emf.ecore.EPackage;

/** The setup of the language outside Eclipse. It registers the metamodel and the file ending {@code testbed}. */
public class TestbedStandaloneSetup extends TestbedStandaloneSetupGenerated {

    /** Sets the language up and forgets the injector. */
    public static void doSetup() {
        new TestbedStandaloneSetup().createInjectorAndDoEMFRegistration();
    }

    @Override
    public Injector createInjectorAndDoEMFRegistration() {
        EPackage.Registry.INSTANCE.putIfAbsent(TestbedPackage.eNS_URI, TestbedPackage.eINSTANCE);
        return super.createInjectorAndDoEMFRegistration();
    }
}
