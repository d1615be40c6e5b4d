package io.soabench.dsl.validation;

import io.soabench.dsl.scoping.TypeLibrary;
import io.soabench.model.Defaults;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.EventType;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Measurable;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.emf.common.util.URI;
import org.eclipse.xtext.validation.Check;

/**
 * Rules for names. A name is unique within its kind. Services, processes, servers and hosts share one set of names,
 * because metrics refer to any of them. Case is ignored, because names become names of files.
 */
public final class NameRules extends Rules {

    /** Files and folders are named after elements, and no file system takes a name of more than 255 bytes. */
    private static final int LONGEST = 100;

    /** The number of characters of a long name that a sentence shows. */
    private static final int SHOWN = 20;

    /** Checks that no two things have the same name, imported ones included. */
    @Check
    public void unique(Testbed testbed) {
        Map<String, NamedElement> names = new HashMap<>();
        List<Testbed> files = new ArrayList<>();
        if (!TypeLibrary.holds(testbed.eResource().getURI())) {
            files.addAll(TypeLibrary.of(testbed.eResource().getResourceSet()));
        }
        List<Testbed> whole = whole(testbed).files();
        files.addAll(whole.subList(0, whole.size() - 1));
        for (Testbed file : files) {
            elements(file).forEach(element -> names.putIfAbsent(key(element), element));
        }
        for (NamedElement element : elements(testbed)) {
            NamedElement other = names.putIfAbsent(key(element), element);
            if (other != null) {
                error(
                        IssueCode.NAME_DUPLICATE,
                        word(element) + " \"" + element.getName() + "\" has the name of " + word(other) + " \""
                                + other.getName() + "\"" + place(other, testbed) + "; rename one",
                        element,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
        }
    }

    /** Checks that names can be those of files and folders. */
    @Check
    public void length(Testbed testbed) {
        length(testbed, "testbed");
        elements(testbed).forEach(element -> length(element, word(element)));
    }

    private void length(NamedElement element, String word) {
        String name = element.getName();
        if (name != null && name.length() > LONGEST) {
            error(
                    IssueCode.TOO_MUCH,
                    word + " \"" + name.substring(0, SHOWN) + "…\" has a name of " + name.length()
                            + " characters, which is above the limit; write at most " + LONGEST,
                    element,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /** Checks that parameters of a type, and ports of a server type, have different names. */
    @Check
    public void unique(ParameterizedType type) {
        List<NamedElement> declarations = new ArrayList<>(type.getParameters());
        unique(type, declarations);
        if (type instanceof ServerType server) {
            unique(type, new ArrayList<>(server.getPorts()));
        }
    }

    private void unique(ParameterizedType type, List<NamedElement> declarations) {
        Set<String> seen = new HashSet<>();
        for (NamedElement declaration : declarations) {
            if (declaration.getName() != null && !seen.add(declaration.getName())) {
                error(
                        IssueCode.NAME_DUPLICATE,
                        "type \"" + type.getName() + "\" declares \"" + declaration.getName() + "\" twice; rename one",
                        declaration,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
        }
    }

    private static List<NamedElement> elements(Testbed testbed) {
        List<NamedElement> elements = new ArrayList<>();
        for (TestbedElement element : testbed.getElements()) {
            if (element instanceof NamedElement named && named.getName() != null) {
                elements.add(named);
            }
        }
        return elements;
    }

    private static String key(NamedElement element) {
        return (element instanceof Measurable ? "measurable" : word(element)) + " "
                + element.getName().toLowerCase(Locale.ROOT);
    }

    private static String place(NamedElement element, Testbed testbed) {
        if (element.eResource() == testbed.eResource()) {
            return "";
        }
        URI uri = element.eResource().getURI();
        return TypeLibrary.holds(uri) ? " of a plug-in" : " in " + uri.lastSegment();
    }

    /** Returns the word for an element in messages. */
    static String word(NamedElement element) {
        if (element instanceof ServiceType) {
            return "service type";
        }
        if (element instanceof Service) {
            return "service";
        }
        if (element instanceof Process) {
            return "process";
        }
        if (element instanceof InstancePool) {
            return "data";
        }
        if (element instanceof Host) {
            return "host";
        }
        if (element instanceof Server) {
            return "server";
        }
        if (element instanceof Workload) {
            return "workload";
        }
        if (element instanceof Exploration) {
            return "exploration";
        }
        if (element instanceof TestSuite) {
            return "suite";
        }
        if (element instanceof Profile) {
            return "profile";
        }
        if (element instanceof ServerType) {
            return "server type";
        }
        if (element instanceof EventType) {
            return "event type";
        }
        return element instanceof MetricType ? "metric type" : "element";
    }

    /** Checks that a testbed with suites sets its seed. */
    @Check
    public void seed(Testbed testbed) {
        if (testbed.getSeed() == null
                && testbed.getName() != null
                && !WholeTestbed.of(testbed).all(TestSuite.class).isEmpty()) {
            info(
                    IssueCode.SEED_MISSING,
                    "testbed \"" + testbed.getName() + "\" has no seed, so " + Defaults.SEED
                            + " is used; add: seed <number>",
                    testbed,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }
}
