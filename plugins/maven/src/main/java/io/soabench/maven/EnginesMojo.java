package io.soabench.maven;

import io.soabench.driver.ServerType;
import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.Testbed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Lists the server types that are installed: what they run, their licences, ports and parameters with defaults. */
@Mojo(name = "engines", requiresProject = false, aggregator = true, threadSafe = true)
public final class EnginesMojo extends TestbedMojo {

    @Override
    void perform() throws IOException {
        Map<String, ServerType> installed = serverTypes();
        for (Testbed library : new TestbedReader().library()) {
            for (var element : library.getElements()) {
                if (element instanceof io.soabench.model.testbed.ServerType type) {
                    getLog().info("");
                    describe(type, installed.containsKey(type.getName())).forEach(getLog()::info);
                }
            }
        }
    }

    private static List<String> describe(io.soabench.model.testbed.ServerType type, boolean runnable) {
        List<String> lines = new ArrayList<>();
        List<String> abilities = new ArrayList<>();
        if (type.isRunsProcesses()) {
            abilities.add("runs processes");
        }
        if (type.isServesServices()) {
            abilities.add("serves services");
        }
        if (type.isRegistersServices()) {
            abilities.add("registers services");
        }
        lines.add(type.getName() + " – " + type.getTitle());
        lines.add("    " + String.join(", ", abilities) + "; licence " + type.getLicence()
                + (runnable ? "" : "; declared, but its driver part is not installed"));
        for (var port : type.getPorts()) {
            lines.add("    port " + port.getName() + " = "
                    + (port.getNumber() == null || port.getNumber() == 0 ? "any free one" : port.getNumber()));
        }
        for (ParameterDeclaration parameter : type.getParameters()) {
            lines.add("    " + text(parameter));
        }
        return lines;
    }

    /** A declaration as its author wrote it, on one line. */
    private static String text(EObject element) {
        ICompositeNode node = NodeModelUtils.findActualNodeFor(element);
        return NodeModelUtils.getTokenText(node).strip().replaceAll("\\s+", " ");
    }
}
