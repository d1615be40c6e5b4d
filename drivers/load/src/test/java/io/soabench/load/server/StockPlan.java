package io.soabench.load.server;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.jmeter.config.Argument;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.config.gui.ArgumentsPanel;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.control.gui.LoopControlPanel;
import org.apache.jmeter.control.gui.TestPlanGui;
import org.apache.jmeter.protocol.http.control.Header;
import org.apache.jmeter.protocol.http.control.HeaderManager;
import org.apache.jmeter.protocol.http.control.gui.HttpTestSampleGui;
import org.apache.jmeter.protocol.http.gui.HeaderPanel;
import org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.threads.gui.ThreadGroupGui;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jmeter.timers.gui.ConstantTimerGui;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;

/** A small test plan of stock elements; there must be an open JMeter home. */
public final class StockPlan {

    private StockPlan() {}

    /** Writes the {@code .jmx}: one thread that sends three requests to {@code ${soabench.endpoint}}. */
    public static void write(Map<String, String> variables, OutputStream out) throws IOException {
        SaveService.saveTree(tree(variables), out);
    }

    private static HashTree tree(Map<String, String> variables) {
        HashTree tree = new ListedHashTree();
        TestPlan plan = named(new TestPlan("q"), TestPlan.class, TestPlanGui.class);
        plan.setUserDefinedVariables(named(new Arguments(), Arguments.class, ArgumentsPanel.class));
        variables.forEach((name, value) -> ((Arguments)
                        plan.getUserDefinedVariablesAsProperty().getObjectValue())
                .addArgument(new Argument(name, value, "=")));
        HashTree inPlan = tree.add(plan);
        LoopController loop = named(new LoopController(), LoopController.class, LoopControlPanel.class);
        loop.setLoops(3);
        ThreadGroup group = named(new ThreadGroup(), ThreadGroup.class, ThreadGroupGui.class);
        group.setNumThreads(1);
        group.setRampUp(0);
        group.setSamplerController(loop);
        group.setIsSameUserOnNextIteration(true);
        HashTree inGroup = inPlan.add(group);
        ConstantTimer timer = named(new ConstantTimer(), ConstantTimer.class, ConstantTimerGui.class);
        timer.setDelay("1");
        inGroup.add(timer);
        HTTPSamplerProxy sampler = named(new HTTPSamplerProxy(), HTTPSamplerProxy.class, HttpTestSampleGui.class);
        sampler.setMethod("POST");
        sampler.setPath("${soabench.endpoint}");
        sampler.setUseKeepAlive(true);
        sampler.setPostBodyRaw(true);
        sampler.addNonEncodedArgument("", "<order>office.1.1</order>", "");
        HashTree inSampler = inGroup.add(sampler);
        HeaderManager headers = named(new HeaderManager(), HeaderManager.class, HeaderPanel.class);
        headers.add(new Header("X-SOABench-UIID", "office.1.1"));
        inSampler.add(headers);
        return tree;
    }

    private static <T extends TestElement> T named(T element, Class<?> type, Class<?> gui) {
        element.setName(type.getSimpleName());
        element.setEnabled(true);
        element.setProperty(TestElement.TEST_CLASS, type.getName());
        element.setProperty(TestElement.GUI_CLASS, gui.getName());
        return element;
    }
}
