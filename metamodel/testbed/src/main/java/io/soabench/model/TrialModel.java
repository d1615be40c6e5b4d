package io.soabench.model;

import io.soabench.model.issue.Places;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Unit;
import io.soabench.model.testbed.Workload;
import io.soabench.model.testbed.WorkloadRange;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;
import org.eclipse.emf.ecore.resource.impl.ResourceImpl;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;
import org.eclipse.emf.ecore.util.EcoreUtil;

/**
 * The model of the trials of an exploration at one load on one engine: a testbed like any other, so that all who compile, run and analyse
 * testbeds need not know of explorations. It is a copy in which a suite with the case and the objectives of the exploration is the
 * only suite, and its workload, at that load, the only workload. The n-th trial at that load is the n-th repetition of the case.
 *
 * <p>The workload is called after its load, {@code office-400}, so that the trials of one load are repetitions of one case, those of
 * another another case, and each has random streams of its own.
 */
public final class TrialModel {

    private final Testbed root;
    private final Map<EObject, EObject> copies;

    private TrialModel(Testbed root, Map<EObject, EObject> copies) {
        this.root = root;
        this.copies = copies;
    }

    /**
     * Makes it; the testbed stays as it is.
     *
     * @param testbed what the exploration is part of
     * @param cell which of its cases, see {@link CaseExpansion#expand(WholeTestbed, Exploration)}; must be sound
     * @param load requests a second, or clients
     * @param repetitions trials at that load so far, that one included
     */
    public static TrialModel of(WholeTestbed testbed, ExpandedCase cell, BigDecimal load, int repetitions) {
        EcoreUtil.Copier copier = new EcoreUtil.Copier();
        ResourceSet resources = new ResourceSetImpl();
        for (Testbed file : testbed.files()) {
            Testbed copy = (Testbed) copier.copy(file);
            Resource resource = new ResourceImpl(file.eResource().getURI());
            resources.getResources().add(resource);
            resource.getContents().add(copy);
        }
        copier.copyReferences();
        Workload workload = (Workload) copier.get(cell.workload());
        Exploration exploration = (Exploration) copier.get(cell.suite());
        for (Testbed file : testbed.files()) {
            Testbed copy = (Testbed) copier.get(file);
            copy.getElements().removeIf(element -> !(element == workload || element == exploration || isKept(element)));
        }
        setLoad(workload, load);
        TestSuite suite = suite(exploration, (TestCase) copier.get(cell.testCase()), workload, cell, copier);
        suite.setRepeat(repetitions);
        Testbed home = (Testbed) exploration.eContainer();
        home.getElements().set(home.getElements().indexOf(exploration), suite);
        Map<EObject, EObject> copies = new HashMap<>(copier);
        copies.put(cell.suite(), suite);
        return new TrialModel((Testbed) copier.get(testbed.root()), copies);
    }

    private static boolean isKept(TestbedElement element) {
        if (element instanceof Profile profile) {
            // How often a case is repeated is up to the search.
            profile.setRepeat(null);
            profile.setHalfWidth(null);
            profile.setMostRepetitions(null);
        }
        return !(element instanceof TestSuite
                || element instanceof Workload
                || element instanceof Event
                || element instanceof PublishedResults);
    }

    private static void setLoad(Workload workload, BigDecimal load) {
        workload.setName(workload.getName() + "-" + load.toPlainString());
        ClientClass only = workload.getClasses().get(0);
        if (workload instanceof OpenWorkload) {
            Quantity rate = TestbedFactory.eINSTANCE.createQuantity();
            rate.setValue(load);
            rate.setUnit(Unit.PER_SECOND);
            only.setRate(rate);
        } else {
            only.setClients(load.intValueExact());
        }
    }

    /** The exploration as a suite, with what concerns that one case. */
    private static TestSuite suite(
            Exploration exploration, TestCase testCase, Workload workload, ExpandedCase cell, EcoreUtil.Copier copier) {
        TestSuite suite = TestbedFactory.eINSTANCE.createTestSuite();
        suite.setName(exploration.getName());
        for (EStructuralFeature feature : TestbedPackage.Literals.SCHEDULE.getEStructuralFeatures()) {
            suite.eSet(feature, exploration.eGet(feature));
        }
        suite.getObjectives().addAll(List.copyOf(exploration.getObjectives()));
        if (testCase.isAllEngines() || !testCase.getEngines().isEmpty()) {
            testCase.setAllEngines(false);
            testCase.getEngines().clear();
            cell.server().map(copier::get).ifPresent(server -> testCase.getEngines()
                    .add((Server) server));
        }
        WorkloadRange only = TestbedFactory.eINSTANCE.createWorkloadRange();
        only.setFirst(workload);
        testCase.setAllWorkloads(false);
        testCase.getWorkloads().clear();
        testCase.getWorkloads().add(only);
        suite.getCases().add(testCase);
        return suite;
    }

    /** The root of the copy. */
    public Testbed root() {
        return root;
    }

    /** The copy of a profile. */
    public Optional<Profile> profile(Optional<Profile> original) {
        return original.map(profile -> (Profile) copies.get(profile));
    }

    /** The copies of elements; those that are left out are left out. */
    public Set<EObject> copies(Set<EObject> originals) {
        return originals.stream()
                .map(copies::get)
                .filter(copy -> copy != null)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Where the elements of the copy stand: where those stand of which they are copies. */
    public Places places(Places ofOriginals) {
        Map<EObject, EObject> originals = new HashMap<>();
        copies.forEach((original, copy) -> originals.put(copy, original));
        return (element, feature) -> {
            EObject known = element;
            while (known != null && !originals.containsKey(known)) {
                known = known.eContainer();
            }
            return known == element
                    ? ofOriginals.of(originals.get(element), feature)
                    : ofOriginals.of(known == null ? element : originals.get(known), null);
        };
    }
}
