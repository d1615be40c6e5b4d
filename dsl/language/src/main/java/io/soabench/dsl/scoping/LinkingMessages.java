package io.soabench.dsl.scoping;

import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.TestbedPackage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.diagnostics.DiagnosticMessage;
import org.eclipse.xtext.diagnostics.Severity;
import org.eclipse.xtext.linking.impl.LinkingDiagnosticMessageProvider;

/** Says which name is not known, what was looked for, and which names there are. The code is the kind and {@code -unknown}. */
public class LinkingMessages extends LinkingDiagnosticMessageProvider {

    private static final Map<EClass, String> WORDS = Map.ofEntries(
            Map.entry(TestbedPackage.Literals.SERVICE_TYPE, "service type"),
            Map.entry(TestbedPackage.Literals.SERVICE, "service"),
            Map.entry(TestbedPackage.Literals.INVOCABLE, "process"),
            Map.entry(TestbedPackage.Literals.INSTANCE_POOL, "data"),
            Map.entry(TestbedPackage.Literals.HOST, "host"),
            Map.entry(TestbedPackage.Literals.SERVER, "server"),
            Map.entry(TestbedPackage.Literals.SERVER_TYPE, "server type"),
            Map.entry(TestbedPackage.Literals.WORKLOAD, "workload"),
            Map.entry(TestbedPackage.Literals.METRIC_TYPE, "metric type"),
            Map.entry(TestbedPackage.Literals.MEASURABLE, "target"),
            Map.entry(TestbedPackage.Literals.TEST_SUITE, "suite"),
            Map.entry(TestbedPackage.Literals.EVENT_TYPE, "event type"),
            Map.entry(TestbedPackage.Literals.PARAMETER_DECLARATION, "parameter"),
            Map.entry(TestbedPackage.Literals.PORT_DECLARATION, "port"));

    @Override
    public DiagnosticMessage getUnresolvedProxyMessage(ILinkingDiagnosticContext context) {
        EReference reference = context.getReference();
        EClass type = reference.getEReferenceType();
        String word = WORDS.getOrDefault(type, type.getName().toLowerCase(Locale.ROOT));
        String code = word.replace(' ', '-') + "-unknown";
        EObject place = context.getContext();
        String name = context.getLinkText();
        if (reference == TestbedPackage.Literals.PARAMETER_VALUE__PARAMETER
                || reference == TestbedPackage.Literals.PORT_VALUE__PORT) {
            return ofType(TestbedScopeProvider.typeOf(place), reference, word, code, name);
        }
        List<NamedElement> known = TestbedScopeProvider.candidates(place, type);
        return message("there is no " + word + " \"" + name + "\"; " + choices(known), code);
    }

    private static DiagnosticMessage ofType(
            ParameterizedType type, EReference reference, String word, String code, String name) {
        if (type == null || type.eIsProxy()) {
            return null; // The type itself is reported.
        }
        List<? extends NamedElement> known =
                reference == TestbedPackage.Literals.PORT_VALUE__PORT && type instanceof ServerType server
                        ? server.getPorts()
                        : type.getParameters();
        String kind = type instanceof ServerType ? "server type" : "event type";
        return message(
                kind + " \"" + type.getName() + "\" has no " + word + " \"" + name + "\"; " + choices(known), code);
    }

    private static String choices(List<? extends NamedElement> known) {
        return known.isEmpty()
                ? "none is declared"
                : "known are: "
                        + known.stream()
                                .map(NamedElement::getName)
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(", "));
    }

    private static DiagnosticMessage message(String text, String code) {
        return new DiagnosticMessage(text, Severity.ERROR, code);
    }
}
