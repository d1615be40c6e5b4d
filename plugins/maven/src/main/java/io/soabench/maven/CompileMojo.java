package io.soabench.maven;

import static io.soabench.maven.PrintedText.shown;

import io.soabench.ansible.render.AnsibleFolder;
import io.soabench.driver.Driver;
import io.soabench.dsl.TestbedReader;
import io.soabench.generators.output.FolderExchange;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that compiles a testbed into a folder from which it can be run: mocks, processes, workloads, JMeter plans,
 * the plan. When a host is another machine, the folder also has {@code ansible/}, which runs it by hand.
 */
@Mojo(name = "compile", requiresProject = false, aggregator = true, threadSafe = true)
public final class CompileMojo extends TestbedMojo {

    /** The profile for the compilation; the default one of the model if it has one. */
    @Parameter(property = "soabench.profile")
    String profile;

    @Override
    void perform() throws MojoFailureException, IOException {
        TestbedReader.Result model = read();
        Map<String, ServerType> types = serverTypes();
        Plan plan = compile(checked(model, types, profile(model, profile)));
        if (!plan.hosts().stream().allMatch(HostPlan::local)) {
            render(plan, ServerTypes.of(types, plan.servers()), workspace(model));
        }
    }

    private void render(Plan plan, Map<String, ServerType> types, TestbedFolders workspace) throws IOException {
        ClassPaths classPaths = classPaths();
        Programs programs =
                Programs.of(plan, types, Set.of(), classPaths::resolve).withAgent(classPaths::resolve);
        programs.unobtainable().forEach((type, why) -> getLog().warn(
                        "the cases of servers of type " + type + " are left out of the folder for Ansible: " + why));
        Path folder = workspace.compiled().resolve(AnsibleFolder.NAME);
        // Nothing is run, so the folder of the records does not matter.
        Driver.Request request = new Driver.Request(
                plan,
                workspace.compiled(),
                workspace.runs(),
                types,
                programs.classPaths(),
                Map.of(),
                programs.unobtainable());
        new AnsibleFolder(request, AnsibleFolder.Options.STANDARD).write(folder);
        FolderExchange.seal(workspace.compiled());
        getLog().info("rendered " + shown(folder) + ", to be run by hand as its README.md describes");
    }
}
