package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import io.soabench.plan.CallTree;
import io.soabench.plan.FileFormat;
import io.soabench.plan.Plan;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the compiler writes into a plan is read by somebody: no word of the language gets lost after it. */
final class PlanReadersTest {

    /** Who writes plans; that these read them proves nothing. */
    private static final List<String> WRITERS =
            List.of("io.soabench.generators", "io.soabench.analyzer.sample", "io.soabench.plan.sample");

    /** The record of the plan, and the records of its package that its components are made of; but trees of calls name operations for people. */
    private static final Set<String> PARTS = new HashSet<>();

    static {
        addParts(Plan.class);
    }

    private static final JavaClasses CLASSES = CompiledClasses.all();

    private static void addParts(Type type) {
        if (type instanceof ParameterizedType generic) {
            Stream.of(generic.getActualTypeArguments()).forEach(PlanReadersTest::addParts);
        } else if (type instanceof Class<?> part
                && part.isRecord()
                && part.getPackage().equals(Plan.class.getPackage())
                && !part.equals(CallTree.class)
                && PARTS.add(part.getName())) {
            Stream.of(part.getRecordComponents()).forEach(component -> addParts(component.getGenericType()));
        }
    }

    @Test
    void shouldReadEveryComponentOfThePlan() {
        List<String> unread = new ArrayList<>();
        int components = 0;
        for (JavaClass record : CLASSES) {
            if (!record.isRecord() || !isOfThePlan(record)) {
                continue;
            }
            for (RecordComponent component : record.reflect().getRecordComponents()) {
                components++;
                JavaMethod accessor = record.getMethod(component.getName());
                Set<JavaCodeUnit> seen = new HashSet<>();
                boolean read = isVersion(record, component)
                        || isUsed(accessor, seen)
                        || record.getField(component.getName()).getAccessesToSelf().stream()
                                .anyMatch(access -> isReader(access.getOrigin(), seen));
                if (!read) {
                    unread.add(record.getSimpleName() + "." + component.getName());
                }
            }
        }

        assertThat(components).isGreaterThan(80);
        assertThat(unread).as("what nobody reads").isEmpty();
    }

    /** {@link io.soabench.plan.Json} looks at it by its name, in every file that has a format, before it reads the rest. */
    private static boolean isVersion(JavaClass record, RecordComponent component) {
        return record.isAnnotatedWith(FileFormat.class) && component.getName().equals("format");
    }

    private static boolean isOfThePlan(JavaClass of) {
        // Enumerations of a part belong to it.
        return PARTS.contains(of.getName().replaceFirst("\\$.*", ""));
    }

    /** Whether it is called by somebody who reads plans. */
    private static boolean isUsed(JavaMethod method, Set<JavaCodeUnit> seen) {
        return Stream.concat(
                        method.getCallsOfSelf().stream().map(call -> call.getOrigin()),
                        method.getReferencesToSelf().stream().map(reference -> reference.getOrigin()))
                .anyMatch(caller -> isReader(caller, seen));
    }

    /** A copy of a plan, and what the plan itself computes for nobody, read nothing. */
    private static boolean isReader(JavaCodeUnit caller, Set<JavaCodeUnit> seen) {
        if (!seen.add(caller)) {
            return false;
        }
        JavaClass owner = caller.getOwner();
        if (WRITERS.stream().anyMatch(owner.getPackageName()::startsWith)) {
            return false;
        }
        return !isOfThePlan(owner)
                || (caller instanceof JavaMethod method
                        && !method.getName().startsWith("with")
                        && isUsed(method, seen));
    }
}
