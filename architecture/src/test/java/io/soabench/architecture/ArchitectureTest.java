package io.soabench.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.InstanceObserver;
import io.soabench.engine.runtime.kernel.Outbox;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What all modules keep to. Generated code is left out. */
final class ArchitectureTest {

    private static final List<String> GENERATED = List.of(
            "io.soabench.model.testbed.",
            "io.soabench.dsl.parser.",
            "io.soabench.dsl.serializer.",
            "io.soabench.dsl.services.",
            "io.soabench.dsl.AbstractTestbed",
            "io.soabench.dsl.TestbedStandaloneSetupGenerated",
            "io.soabench.dsl.scoping.AbstractTestbed",
            "io.soabench.dsl.validation.AbstractTestbed",
            "io.soabench.maven.HelpMojo",
            "io.soabench.engine.bench.jmh_generated.");

    private static final Set<String> HOT =
            Set.of("io.soabench.engine.runtime..", "io.soabench.mock..", "io.soabench.load..");

    private static final int LARGEST_CIRCLE = 4;
    private static final String[] INSTANCES = {
        "io.soabench.engine.runtime.kernel",
        "io.soabench.engine.runtime.activity",
        "io.soabench.engine.runtime.expression.."
    };

    private static final JavaClasses CLASSES = CompiledClasses.all()
            .that(DescribedPredicate.describe(
                    "are written by hand", c -> GENERATED.stream().noneMatch(c.getName()::startsWith)));

    @Test
    void shouldSeeTheCodeOfEveryLayer() {
        assertThat(CLASSES.stream().map(JavaClass::getPackageName))
                .contains(
                        "io.soabench.plan",
                        "io.soabench.dsl",
                        "io.soabench.start",
                        "io.soabench.exposition",
                        "io.soabench.ide",
                        "io.soabench.generators",
                        "io.soabench.plugin",
                        "io.soabench.driver",
                        "io.soabench.agent",
                        "io.soabench.local",
                        "io.soabench.ansible.render",
                        "io.soabench.load",
                        "io.soabench.contracts.wsdl",
                        "io.soabench.engine.bpel",
                        "io.soabench.engine.overseer.topology",
                        "io.soabench.engine.runtime.kernel",
                        "io.soabench.engine.server",
                        "io.soabench.analyzer",
                        "io.soabench.reports",
                        "io.soabench.activevos",
                        "io.soabench.axis2",
                        "io.soabench.juddi",
                        "io.soabench.lean",
                        "io.soabench.languages",
                        "io.soabench.languages.bpmn",
                        "io.soabench.languages.camel",
                        "io.soabench.messages",
                        "io.soabench.bpmn",
                        "io.soabench.camel",
                        "io.soabench.camel.front",
                        "io.soabench.camunda",
                        "io.soabench.camunda.front",
                        "io.soabench.ode",
                        "io.soabench.front",
                        "io.soabench.orchestra",
                        "io.soabench.orchestra.front",
                        "io.soabench.postgresql",
                        "io.soabench.relay",
                        "io.soabench.template",
                        "io.soabench.testing",
                        "io.soabench.maven");
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("io.soabench.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Packages of expressions know those before them in this list only; the first one has the contract's limits. */
    @Test
    void shouldDivideExpressionsInOneDirection() {
        String base = "io.soabench.engine.runtime.expression";
        List<String> order = List.of(
                base + ".budget",
                base,
                base + ".terms",
                base + ".counting",
                base + ".saxon",
                base + ".jaxen",
                base + ".compile");
        for (int i = 0; i + 1 < order.size(); i++) {
            noClasses()
                    .that()
                    .resideInAPackage(order.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(order.subList(i + 1, order.size()).toArray(String[]::new))
                    .check(CLASSES);
        }
    }

    /** Only Saxon's packages know Saxon, and the terms of this engine no library at all. */
    @Test
    void shouldKeepLibrariesOfExpressionsApart() {
        noClasses()
                .that()
                .resideInAPackage("io.soabench.engine..")
                .and()
                .resideOutsideOfPackages(
                        "io.soabench.engine.runtime.expression.counting",
                        "io.soabench.engine.runtime.expression.saxon",
                        "io.soabench.engine.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("net.sf.saxon..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.soabench.engine.runtime.expression",
                        "io.soabench.engine.runtime.expression.budget",
                        "io.soabench.engine.runtime.expression.terms")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jaxen..")
                .check(CLASSES);
    }

    /**
     * Checks that no circle of classes has more than {@value #LARGEST_CIRCLE}: a reader must understand all classes of a circle at once.
     * The engine is left out: its sealed families of activities, and the objects of its kernel, are circles on purpose.
     */
    @Test
    void shouldHaveNoLargeCircleOfClasses() {
        List<SortedSet<String>> large =
                ClassCircles.of(CLASSES.that(DescribedPredicate.describe("belong to the tool", c -> !isOfEngine(c))))
                        .stream()
                        .filter(circle -> circle.size() > LARGEST_CIRCLE)
                        .toList();

        assertThat(large).isEmpty();
    }

    @Test
    void shouldFindTheCircleOfASealedFamily() {
        assertThat(ClassCircles.of(
                        CLASSES.that(DescribedPredicate.describe("are the model of processes", c -> c.getPackageName()
                                .equals("io.soabench.engine.bpel.model")))))
                .anySatisfy(circle -> assertThat(circle)
                        .contains(
                                "io.soabench.engine.bpel.model.ActivityNode",
                                "io.soabench.engine.bpel.model.ActivityVisitor",
                                "io.soabench.engine.bpel.model.WhileNode"));
    }

    private static boolean isOfEngine(JavaClass type) {
        return type.getPackageName().startsWith("io.soabench.engine");
    }

    /** Repetitions are judged first, then cases over their repetitions, then answers over the cases. */
    @Test
    void shouldJudgeRepetitionsBeforeCasesAndCasesBeforeAnswers() {
        noClasses()
                .that()
                .resideInAPackage("io.soabench.analyzer.repetition")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.soabench.analyzer.cases", "io.soabench.analyzer.answers")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.soabench.analyzer.cases")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.soabench.analyzer.answers")
                .check(CLASSES);
    }

    @Test
    void shouldAskTheSystemForTimeInClocksOnly() {
        noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Clock")
                .should()
                .accessTargetWhere(
                        DescribedPredicate.describe("the system's time is read", ArchitectureTest::readsTime))
                .check(CLASSES);
    }

    private static boolean readsTime(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        boolean system =
                owner.equals(System.class.getName()) && (name.equals("nanoTime") || name.equals("currentTimeMillis"));
        boolean now = name.equals("now")
                && Set.of(Instant.class, LocalDate.class, LocalDateTime.class, ZonedDateTime.class).stream()
                        .anyMatch(c -> c.getName().equals(owner));
        boolean clock = owner.equals(Clock.class.getName()) && name.startsWith("system");
        return system || now || clock;
    }

    /** An instance does the same again when the same happens to it again: then it can be made anew of what has happened. */
    @Test
    void shouldLetNothingButEventsDecideWhatAnInstanceDoes() {
        noClasses()
                .that()
                .resideInAnyPackage(INSTANCES)
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "something is read that differs from one execution to the next", ArchitectureTest::readsChance))
                .orShould()
                .dependOnClassesThat(DescribedPredicate.describe("give numbers by chance", ArchitectureTest::isChance))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(INSTANCES)
                .and()
                .doNotHaveSimpleName("Instance")
                .and()
                .doNotHaveSimpleName("RegisteredPartner")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "a clock is read, though an instance has one time until something else happens to it",
                        call -> call.getTargetOwner().isEquivalentTo(EngineClock.class)))
                .check(CLASSES);
    }

    /** What an instance does to the world outside can then be held back until what it follows from is safe. */
    @Test
    void shouldLetEffectsOfInstancesGoByTheirOutbox() {
        noClasses()
                .that()
                .resideInAnyPackage(INSTANCES)
                .and()
                .areNotAssignableTo(Outbox.class)
                .and()
                .doNotHaveSimpleName("Kernel")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "a client, a partner or an observer is reached past the outbox",
                        call -> Stream.of(ReplyTo.class, Receipt.class, PartnerInvoker.class, InstanceObserver.class)
                                .anyMatch(call.getTargetOwner()::isEquivalentTo)))
                .check(CLASSES);
    }

    private static boolean readsChance(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        boolean zone = owner.equals(ZoneId.class.getName()) && name.equals("systemDefault");
        return (zone && !access.getOriginOwner().getSimpleName().equals("Deployment"))
                || (owner.equals(System.class.getName()) && name.equals("identityHashCode"))
                || (owner.equals(Math.class.getName()) && name.equals("random"));
    }

    private static boolean isChance(JavaClass used) {
        return used.isEquivalentTo(UUID.class)
                || used.isAssignableTo(Random.class)
                || used.isEquivalentTo(SplittableRandom.class);
    }

    @Test
    void shouldNeverSleep() {
        noClasses()
                .should()
                .accessTargetWhere(DescribedPredicate.describe("a thread sleeps", ArchitectureTest::sleeps))
                .check(CLASSES);
    }

    private static boolean sleeps(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        return access.getTarget().getName().equals("sleep")
                && (owner.equals(Thread.class.getName()) || owner.equals(TimeUnit.class.getName()));
    }

    @Test
    void shouldNotLogOnHotPaths() {
        noClasses()
                .that()
                .resideInAnyPackage(HOT.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "java.util.logging..")
                .check(CLASSES);
    }

    @Test
    void shouldLetTheEngineKnowNothingOfTheTool() {
        noClasses()
                .that()
                .resideInAPackage("io.soabench.engine..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "belong to the tool",
                        c -> c.getPackageName().startsWith("io.soabench.")
                                && !c.getPackageName().startsWith("io.soabench.engine")
                                && !c.getPackageName().startsWith("io.soabench.contracts")
                                && !c.getPackageName().equals("io.soabench.testing")))
                .check(CLASSES);
    }

    /** Of all programs, only benches start others on ports as tests do. */
    @Test
    void shouldKeepHelpersOfTestsOutOfPrograms() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.soabench.testing..", "io.soabench.engine.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.soabench.testing..")
                .check(CLASSES);
    }

    /** Contracts are what all languages and engines have in common. */
    @Test
    void shouldLetContractsKnowNoProcessLanguage() {
        noClasses()
                .that()
                .resideInAPackage("io.soabench.contracts..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are others of this project",
                        c -> c.getPackageName().startsWith("io.soabench.")
                                && !c.getPackageName().startsWith("io.soabench.contracts")))
                .check(CLASSES);
    }

    /** The engines of others run in programs of their own, and the tool does not load their libraries. */
    @Test
    void shouldKeepLibraryEnginesOutOfTheTool() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.soabench.camel.front..", "io.soabench.camunda.front..", "io.soabench.flowable.front..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.camel..", "org.camunda..", "org.flowable..")
                .check(CLASSES);
    }

    /** A library for any program: it knows nothing of the engine either. */
    @Test
    void shouldLetOverseerStandAlone() {
        noClasses()
                .that()
                .resideInAPackage("io.soabench.engine.overseer..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "belong to the engine",
                        c -> c.getPackageName().startsWith("io.soabench.")
                                && !c.getPackageName().startsWith("io.soabench.engine.overseer")))
                .check(CLASSES);
    }

    /** Orchestra is LGPL and not on the tool's class path: only the program that runs as a process of its own may need it. */
    @Test
    void shouldKeepOrchestraOutOfTheTool() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.soabench.orchestra.front..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.ow2.orchestra..")
                .check(CLASSES);
    }

    @Test
    void shouldEndModellingAtTheGenerators() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.soabench.plugin..",
                        "io.soabench.driver..",
                        "io.soabench.agent..",
                        "io.soabench.local..",
                        "io.soabench.ansible..",
                        "io.soabench.load..",
                        "io.soabench.analyzer..",
                        "io.soabench.engine..",
                        "io.soabench.reports..",
                        "io.soabench.mock..",
                        "io.soabench.plan..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.emf..", "org.eclipse.xtext..")
                .check(CLASSES.that(DescribedPredicate.describe(
                        "are not the report's charts", c -> !c.getPackageName().startsWith("io.soabench.reports"))));
    }
}
