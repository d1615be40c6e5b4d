package io.soabench.dsl.scoping;

import io.soabench.dsl.words.Spelling;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.TestbedPackage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EEnumLiteral;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.diagnostics.DiagnosticMessage;
import org.eclipse.xtext.diagnostics.Severity;
import org.eclipse.xtext.linking.impl.LinkingDiagnosticMessageProvider;

/** Messages for unknown names: the name, its kind, and the probable name or all known names. */
public class LinkingMessages extends LinkingDiagnosticMessageProvider {

    private static final Map<EClass, Kind> KINDS = Map.ofEntries(
            Map.entry(TestbedPackage.Literals.SERVICE_TYPE, new Kind("service type", IssueCode.SERVICE_TYPE_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.SERVICE, new Kind("service", IssueCode.SERVICE_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.INVOCABLE, new Kind("process", IssueCode.PROCESS_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.PROCESS, new Kind("process", IssueCode.PROCESS_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.INSTANCE_POOL, new Kind("data", IssueCode.DATA_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.HOST, new Kind("host", IssueCode.HOST_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.SERVER, new Kind("server", IssueCode.SERVER_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.SERVER_TYPE, new Kind("server type", IssueCode.SERVER_TYPE_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.WORKLOAD, new Kind("workload", IssueCode.WORKLOAD_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.METRIC_TYPE, new Kind("metric type", IssueCode.METRIC_TYPE_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.MEASURABLE, new Kind("target", IssueCode.TARGET_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.TEST_SUITE, new Kind("suite", IssueCode.SUITE_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.EVENT_TYPE, new Kind("event type", IssueCode.EVENT_TYPE_UNKNOWN)),
            Map.entry(
                    TestbedPackage.Literals.PARAMETER_DECLARATION, new Kind("parameter", IssueCode.PARAMETER_UNKNOWN)),
            Map.entry(TestbedPackage.Literals.PORT_DECLARATION, new Kind("port", IssueCode.PORT_UNKNOWN)));

    /** Words of the language that stand where a name can stand. */
    private static final Set<String> IN_SERVERS = Set.of("serves", "port", "runs");

    private static final Set<String> KINDS_OF_TARGETS = TestbedPackage.Literals.TARGET_KIND.getELiterals().stream()
            .map(EEnumLiteral::getLiteral)
            .collect(Collectors.toUnmodifiableSet());

    /** Returns the codes of issues about unknown names. */
    public static Set<IssueCode> codes() {
        return KINDS.values().stream().map(Kind::code).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The names of a class.
     *
     * @param word of the language for such an element
     * @param code of the issue for an unknown name
     */
    private record Kind(String word, IssueCode code) {}

    @Override
    public DiagnosticMessage getUnresolvedProxyMessage(ILinkingDiagnosticContext context) {
        EReference reference = context.getReference();
        EClass type = reference.getEReferenceType();
        Kind kind = KINDS.get(type);
        EObject place = context.getContext();
        String name = context.getLinkText();
        if (reference == TestbedPackage.Literals.PARAMETER_VALUE__PARAMETER
                || reference == TestbedPackage.Literals.PARAMETER_RANGE__PARAMETER
                || reference == TestbedPackage.Literals.PORT_VALUE__PORT) {
            return ofType(place, TestbedScopeProvider.typeOf(place), reference, kind, name);
        }
        List<NamedElement> known = TestbedScopeProvider.candidates(place, type);
        Set<String> words = reference == TestbedPackage.Literals.METRIC__TARGETS ? KINDS_OF_TARGETS : Set.of();
        return message("there is no " + kind.word() + " \"" + name + "\"; " + choices(name, known, words), kind.code());
    }

    private static DiagnosticMessage ofType(
            EObject place, ParameterizedType type, EReference reference, Kind kind, String name) {
        if (type == null || type.eIsProxy()) {
            return null; // The type itself is reported.
        }
        List<? extends NamedElement> known =
                reference == TestbedPackage.Literals.PORT_VALUE__PORT && type instanceof ServerType server
                        ? server.getPorts()
                        : type.getParameters();
        String owner = type instanceof ServerType ? "server type" : "event type";
        Set<String> words =
                reference == TestbedPackage.Literals.PARAMETER_VALUE__PARAMETER && type instanceof ServerType
                        ? IN_SERVERS
                        : Set.of();
        return message(
                owner + " \"" + type.getName() + "\" has no " + kind.word() + " \"" + name + "\"; "
                        + elsewhere(place, type, name).orElseGet(() -> choices(name, known, words)),
                kind.code());
    }

    /**
     * Returns the place of a parameter of another server, whose name stands before that of its parameter: {@code database-settings} is the
     * parameter {@code settings} of the server that the parameter {@code database} names.
     */
    private static Optional<String> elsewhere(EObject place, ParameterizedType type, String name) {
        int dash = name.indexOf('-');
        String names = name.substring(0, Math.max(0, dash));
        String parameter = name.substring(dash + 1);
        if (!(type instanceof ServerType)
                || parametersOf(type).noneMatch(names::equals)
                || parametersOf(type).anyMatch(parameter::equals)) {
            return Optional.empty();
        }
        List<String> others = TestbedScopeProvider.candidates(place, TestbedPackage.Literals.SERVER_TYPE).stream()
                .map(ServerType.class::cast)
                .filter(other -> isPlain(other) && parametersOf(other).anyMatch(parameter::equals))
                .map(NamedElement::getName)
                .distinct()
                .sorted()
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("write \"" + parameter + "\" at the server that \"" + names + "\" names, of type "
                        + String.join(", ", others));
    }

    /** Returns whether servers of a type are neither engines nor mock hosts nor registries. */
    private static boolean isPlain(ServerType type) {
        return !type.isRunsProcesses() && !type.isServesServices() && !type.isRegistersServices();
    }

    private static Stream<String> parametersOf(ParameterizedType type) {
        return type.getParameters().stream().map(NamedElement::getName).filter(Objects::nonNull);
    }

    /** Returns the probable name or word of the language, or all known names. */
    private static String choices(String name, List<? extends NamedElement> known, Set<String> words) {
        List<String> names = known.stream()
                .map(NamedElement::getName)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
        Optional<String> meant = Spelling.nearest(
                        name, Stream.concat(names.stream(), words.stream()).toList())
                .stream()
                .filter(each -> !isOfTheSameRow(each, name))
                .findFirst();
        if (meant.isPresent()) {
            return "did you mean \"" + meant.get() + "\"?";
        }
        return names.isEmpty() ? "none is declared" : "known are: " + String.join(", ", names);
    }

    /** Returns whether two names differ only in a number. None of such a row is more probable than the others. */
    private static boolean isOfTheSameRow(String one, String other) {
        return withoutDigits(one).equals(withoutDigits(other));
    }

    private static String withoutDigits(String name) {
        return name.replaceAll("[0-9]", "");
    }

    private static DiagnosticMessage message(String text, IssueCode code) {
        return new DiagnosticMessage(text, Severity.ERROR, code.id());
    }
}
