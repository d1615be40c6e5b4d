package io.soabench.model;

import io.soabench.model.issue.Places;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Criterion;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TargetKind;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Unit;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.Workload;
import io.soabench.model.testbed.WorkloadRange;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;
import org.eclipse.emf.ecore.resource.impl.ResourceImpl;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;
import org.eclipse.emf.ecore.util.EcoreUtil;

/**
 * The model of the trials of an exploration at one load, or with one configuration, on one engine. It is a testbed like
 * any other, so that compiler, drivers and analyzer need not know explorations. It is a copy in which a suite with the
 * case and the objectives of the exploration is the only suite, and its workload, at that load, the only workload. The
 * n-th trial at that load is the n-th repetition of the case.
 *
 * <p>The workload is called after its load, {@code office-400}. So the trials of one load are repetitions of one case,
 * and each load has random streams of its own. With configurations it is called after the stage of the search,
 * {@code office-rung-1} and {@code office-confirmation}: within a stage all configurations meet the same requests, and
 * the confirmation shares no requests with the selection. The server is called after the configuration, so that two of
 * them are two engines.
 */
public final class TrialModel {

    private final Testbed root;
    private final Map<EObject, EObject> copies;

    private TrialModel(Testbed root, Map<EObject, EObject> copies) {
        this.root = root;
        this.copies = copies;
    }

    /**
     * The configuration of a trial.
     *
     * @param engine the name of its server, see {@link ConfigurationSpace#engine}
     * @param stage of the search, which its workload is called after
     * @param factor length of the measurement in lengths of the exploration
     * @param repetitions trials of the configuration in that stage so far, that one included
     */
    public record Configured(
            ConfigurationSpace.Configuration configuration, String engine, String stage, int factor, int repetitions) {

        /** Returns the stage of a rung of the selection, from 1. */
        public static String rung(int rung) {
            return "rung-" + rung;
        }

        /** The stage after the selection. */
        public static final String CONFIRMATION = "confirmation";
    }

    /**
     * Makes the model of a trial with a load; the testbed is not changed.
     *
     * @param testbed the testbed of the exploration
     * @param cell which of its cases, see {@link CaseExpansion#expand(WholeTestbed, Exploration)}; must be sound
     * @param load requests a second, or clients
     * @param repetitions trials at that load so far, that one included
     */
    public static TrialModel of(WholeTestbed testbed, ExpandedCase cell, BigDecimal load, int repetitions) {
        return of(testbed, cell, repetitions, (copier, suite) -> setLoad((Workload) copier.get(cell.workload()), load));
    }

    /**
     * Makes the model of a trial with a configuration; the testbed is not changed.
     *
     * @param cell of an exploration that varies its server
     * @param profile under which it is run
     */
    public static TrialModel of(WholeTestbed testbed, ExpandedCase cell, Configured trial, Optional<Profile> profile) {
        Exploration exploration = (Exploration) cell.suite();
        return of(testbed, cell, trial.repetitions(), (copier, suite) -> {
            Workload workload = (Workload) copier.get(cell.workload());
            workload.setName(workload.getName() + "-" + trial.stage());
            Server server = (Server) copier.get(exploration.getVariation().getServer());
            if (!trial.configuration().own()) {
                trial.configuration().values().forEach((parameter, value) -> set(server, parameter, value, copier));
            }
            server.setName(trial.engine());
            measure(suite, SuiteSettings.of(exploration, profile), trial.factor());
            profile.map(chosen -> (Profile) copier.get(chosen)).ifPresent(chosen -> {
                chosen.setMeasure(null);
                chosen.setUntilAnswers(null);
                chosen.setLongest(null);
            });
            observed(exploration, copier).ifPresent(((Testbed) suite.eContainer()).getElements()::add);
        });
    }

    /** Gives a server a value of a parameter: the copy of the one that the exploration has, so that it is known where it stands. */
    private static void set(Server server, ParameterDeclaration parameter, Value value, EcoreUtil.Copier copier) {
        ParameterDeclaration declared = (ParameterDeclaration) copier.getOrDefault(parameter, parameter);
        server.getParameters().removeIf(given -> given.getParameter() == declared);
        ParameterValue given = TestbedFactory.eINSTANCE.createParameterValue();
        given.setParameter(declared);
        given.setValue((Value) copier.get(value));
        server.getParameters().add(given);
    }

    /** Sets the measurement of a rung to as many times the length of the settings. */
    private static void measure(TestSuite suite, SuiteSettings settings, int factor) {
        suite.setMeasure(time(settings.least().multipliedBy(factor)));
        suite.setUntilAnswers(settings.untilAnswers() == 0 ? null : settings.untilAnswers() * factor);
        suite.setLongest(
                settings.untilAnswers() == 0 ? null : time(settings.measure().multipliedBy(factor)));
    }

    private static Quantity time(Duration time) {
        Quantity quantity = TestbedFactory.eINSTANCE.createQuantity();
        quantity.setValue(BigDecimal.valueOf(time.toMillis()));
        quantity.setUnit(Unit.MILLISECOND);
        return quantity;
    }

    /** Returns a metric that computes and shows the deciding statistic; it always includes the average. */
    private static Optional<Metric> observed(Exploration exploration, EcoreUtil.Copier copier) {
        Criterion criterion = (Criterion) copier.get(exploration.getVariation().getCriterion());
        if (criterion.getStatistic() == null) {
            return Optional.empty();
        }
        Metric metric = TestbedFactory.eINSTANCE.createMetric();
        metric.setType(criterion.getMetric());
        metric.setTargetKind(TargetKind.PROCESSES);
        metric.getStatistics().add(criterion.getStatistic());
        return Optional.of(metric);
    }

    private static TrialModel of(
            WholeTestbed testbed, ExpandedCase cell, int repetitions, BiConsumer<EcoreUtil.Copier, TestSuite> change) {
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
        TestSuite suite = suite(exploration, (TestCase) copier.get(cell.testCase()), workload, cell, copier);
        suite.setRepeat(repetitions);
        Testbed home = (Testbed) exploration.eContainer();
        home.getElements().set(home.getElements().indexOf(exploration), suite);
        change.accept(copier, suite);
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

    /** Returns the exploration as a suite with the one case. */
    private static TestSuite suite(
            Exploration exploration, TestCase testCase, Workload workload, ExpandedCase cell, EcoreUtil.Copier copier) {
        TestSuite suite = TestbedFactory.eINSTANCE.createTestSuite();
        suite.setName(exploration.getName());
        for (EStructuralFeature feature : TestbedPackage.Literals.SCHEDULE.getEStructuralFeatures()) {
            suite.eSet(feature, exploration.eGet(feature));
        }
        suite.getObjectives().addAll(List.copyOf(exploration.getObjectives()));
        suite.getObjectives().addAll(List.copyOf(exploration.getConstraints()));
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

    /** Returns the root of the copy. */
    public Testbed root() {
        return root;
    }

    /** Returns the copy of a profile. */
    public Optional<Profile> profile(Optional<Profile> original) {
        return original.map(profile -> (Profile) copies.get(profile));
    }

    /** Returns the copies of elements; those that are left out are left out. */
    public Set<EObject> copies(Set<EObject> originals) {
        return originals.stream()
                .map(copies::get)
                .filter(copy -> copy != null)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns the places of the elements of the copy, which are those of their originals. */
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
