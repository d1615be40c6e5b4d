package io.soabench.orchestra.front;

import io.soabench.front.FrontRefused;
import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.front.SoapFault.Code;
import io.soabench.front.SoapMessage;
import io.soabench.orchestra.ProcessDescriptor;
import io.soabench.orchestra.ProcessDescriptor.Port;
import io.soabench.plan.Json;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.wsdl.Binding;
import javax.wsdl.BindingOperation;
import javax.wsdl.Definition;
import javax.wsdl.extensions.soap.SOAPBinding;
import javax.xml.namespace.QName;
import org.ow2.orchestra.definition.BpelProcess;
import org.ow2.orchestra.env.DefaultEnvXMLGenerator;
import org.ow2.orchestra.env.DefaultEnvXMLGenerator.InstallationType;
import org.ow2.orchestra.env.EnvironmentFactory;
import org.ow2.orchestra.facade.Deployment;
import org.ow2.orchestra.facade.ManagementAPI;
import org.ow2.orchestra.facade.def.ProcessDefinition;
import org.ow2.orchestra.jmx.ManagementAPIImpl;
import org.ow2.orchestra.services.MessageCarrierImpl;
import org.ow2.orchestra.services.OperationKey;
import org.ow2.orchestra.services.ReceivingService;
import org.ow2.orchestra.services.commands.CommandService;
import org.ow2.orchestra.services.handlers.impl.DeleteFinishedInstanceHandler;
import org.ow2.orchestra.services.jobexecutor.JobExecutor;
import org.ow2.orchestra.util.DeploymentUtil;
import org.ow2.orchestra.util.EnvTool;
import org.ow2.orchestra.var.MessageVariable;
import org.w3c.dom.Element;

/**
 * Orchestra as a library, without journal and history, so that a finished instance leaves nothing behind, with its own SOAP
 * client for partners. Safe for use by many threads; {@link #deploy} and {@link #undeploy} by one at a time.
 */
final class OrchestraEngine implements LibraryEngine<OrchestraProcess> {

    private final EnvironmentFactory environment;
    private final ManagementAPI management;
    private final CommandService commands;
    private final JobExecutor jobs;
    private final Semaphore handled;

    private OrchestraEngine(EnvironmentFactory environment, int handledAtOnce) {
        this.environment = environment;
        this.management = new ManagementAPIImpl(environment);
        this.commands = environment.get(CommandService.class);
        this.jobs = environment.get(JobExecutor.class);
        this.handled = new Semaphore(handledAtOnce);
    }

    /**
     * Starts Orchestra with an empty database.
     *
     * @throws FrontRefused when it does not start; with Orchestra's reason
     */
    static OrchestraEngine start(OrchestraSettings settings) throws FrontRefused {
        try {
            DefaultEnvXMLGenerator generator = generator(settings);
            OrchestraEngine engine =
                    new OrchestraEngine(generator.createEnvironmentFactory(), settings.handledAtOnce());
            engine.management.initialize();
            engine.jobs.start();
            return engine;
        } catch (IOException | RuntimeException e) {
            throw new FrontRefused("Orchestra does not start: " + FrontRefused.reason(e), e);
        }
    }

    @SuppressWarnings("unchecked") // Orchestra's methods take arrays of generic types
    private static DefaultEnvXMLGenerator generator(OrchestraSettings settings) throws IOException {
        DefaultEnvXMLGenerator generator =
                new DefaultEnvXMLGenerator(settings.writeHibernate(), InstallationType.NO_JOURNAL);
        DeclaredFaultConnection.Factory.install();
        generator.setInvokerType(DeclaredFaultInvoker.class);
        generator.setFinishedInstanceHandlerType(DeleteFinishedInstanceHandler.class);
        generator.setRecorderType(CountingRecorder.class);
        generator.setApplicationEntry(
                "invoke-executor", "<invoke-executor threads='" + settings.invokeThreads() + "' />");
        generator.setApplicationEntry(
                "job-executor",
                "<job-executor threads='" + settings.jobThreads()
                        + "' auto-start='false' lock='180000' limit-job-per-instance='false' />");
        return generator;
    }

    @Override
    public OrchestraProcess deploy(Path folder) throws FrontRefused {
        ProcessDescriptor descriptor = Json.read(folder.resolve(ProcessDescriptor.FILE), ProcessDescriptor.class);
        try {
            Deployment deployment = DeploymentUtil.generateDeployment(
                    folder.resolve(descriptor.process()).toUri().toURL(), List.of());
            Set<Definition> documents = new LinkedHashSet<>();
            deployment.getWsdlDefinitions().getWsdlDefinitions().values().forEach(documents::addAll);
            PartnerAddresses ports = new PartnerAddresses(documents);
            ports.set(descriptor.partners());
            ProcessDefinition process = management.deploy(deployment);
            List<OrchestraOperation> operations = new ArrayList<>();
            for (Port provided : descriptor.provided()) {
                operations.addAll(operations(process, ports.port(provided)));
            }
            return new OrchestraProcess(descriptor.path(), process.getUUID(), List.copyOf(operations));
        } catch (MalformedURLException | RuntimeException e) {
            throw new FrontRefused("Orchestra refuses " + descriptor.process() + ": " + FrontRefused.reason(e), e);
        }
    }

    private List<OrchestraOperation> operations(ProcessDefinition process, javax.wsdl.Port port) throws FrontRefused {
        Binding binding = port.getBinding();
        SOAPBinding soap = Extensions.first(binding, SOAPBinding.class);
        if (soap == null) {
            throw new FrontRefused("port " + port.getName() + " has no binding for SOAP 1.1, which this server speaks");
        }
        QName portType = binding.getPortType().getQName();
        List<OrchestraOperation> operations = new ArrayList<>();
        for (Object bound : binding.getBindingOperations()) {
            BindingOperation operation = (BindingOperation) bound;
            boolean lock = startsTogether(process, new OperationKey(process.getQName(), portType, operation.getName()));
            operations.add(OrchestraOperation.of(
                    process.getQName(),
                    portType,
                    operation,
                    soap.getStyle() == null ? "document" : soap.getStyle(),
                    lock));
        }
        return operations;
    }

    /** Returns whether the operation is one of several that begin an instance: Orchestra's own publishers lock for those. */
    private boolean startsTogether(ProcessDefinition process, OperationKey operation) {
        return commands.execute(environmentOfCommand -> {
            BpelProcess deployed = EnvTool.getRepository().getProcess(process.getUUID());
            return deployed.getNumberOfStartElements() > 1 && deployed.getStartElement(operation) != null;
        });
    }

    @Override
    public void undeploy(OrchestraProcess process) throws FrontRefused {
        try {
            management.undeploy(process.uuid());
        } catch (RuntimeException e) {
            throw new FrontRefused("Orchestra does not undeploy the process: " + FrontRefused.reason(e), e);
        }
    }

    /** Hands a request to Orchestra and waits for the answer: Orchestra's interface knows no other way. */
    @Override
    public CompletionStage<byte[]> call(OrchestraProcess process, byte[] envelope, String soapAction, long timeoutMs)
            throws SoapFault {
        Element body = SoapMessage.bodyElement(envelope);
        return CompletableFuture.completedFuture(answer(process.operation(body, soapAction), body, timeoutMs));
    }

    private byte[] answer(OrchestraOperation operation, Element body, long timeoutMs) throws SoapFault {
        MessageVariable request = operation.message(body);
        MessageCarrierImpl carrier = operation.oneWay() ? null : new MessageCarrierImpl();
        try {
            handle(request, operation, carrier, timeoutMs);
            if (carrier == null) {
                return new byte[0];
            }
            MessageVariable answer = carrier.getMessage(timeoutMs);
            if (carrier.hasFault()) {
                throw operation.fault(carrier.getFaultQName(), answer);
            }
            return operation.answer(answer);
        } catch (TimeoutException e) {
            throw new SoapFault(Code.SERVER, "the process did not answer within " + timeoutMs + " ms");
        } catch (RuntimeException e) {
            throw new SoapFault(Code.SERVER, "Orchestra: " + FrontRefused.reason(e));
        }
    }

    /** Runs the transaction that takes the request; waits until few enough are open, see {@link OrchestraSettings#handledAtOnce}. */
    private void handle(
            MessageVariable request, OrchestraOperation operation, MessageCarrierImpl carrier, long timeoutMs)
            throws TimeoutException {
        try {
            if (!handled.tryAcquire(timeoutMs, TimeUnit.MILLISECONDS)) {
                throw new TimeoutException("no connection to the database");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the server is stopped", e);
        }
        try {
            ReceivingService.handle(request, operation.key(), carrier, operation.lock(), commands);
        } finally {
            handled.release();
        }
    }

    @Override
    public Map<String, Object> statistics() {
        return CountingRecorder.TOTAL.counts();
    }

    /** Stops Orchestra's threads and closes its database. */
    @Override
    public void close() {
        jobs.stop(false);
        environment.close();
    }
}
