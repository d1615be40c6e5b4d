package io.soabench.camunda.front;

import io.soabench.bpmn.BpmnProcess;
import io.soabench.bpmn.ClientBean;
import io.soabench.bpmn.DeployedFile;
import io.soabench.bpmn.EngineDatabase;
import io.soabench.bpmn.OpenExchanges;
import io.soabench.bpmn.PartnerBean;
import io.soabench.bpmn.SoapPartnerClient;
import io.soabench.front.FrontRefused;
import io.soabench.front.InstanceCounts;
import io.soabench.front.InstanceLines;
import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.plan.Json;
import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.ContractDescriptor.Partner;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.camunda.bpm.engine.impl.cfg.TransactionState;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.jobexecutor.DefaultJobExecutor;
import org.camunda.bpm.engine.impl.persistence.StrongUuidGenerator;
import org.camunda.bpm.engine.repository.Deployment;
import org.camunda.bpm.engine.repository.ProcessDefinition;

/**
 * Camunda 7 as a library. Instances start by the identifier of their definition, so that a start asks the database nothing. Safe for use by many
 * threads; {@link #deploy} and {@link #undeploy} by one at a time.
 */
final class CamundaEngine implements LibraryEngine<BpmnProcess> {

    private final EngineDatabase database;
    private final InstanceCounts counts = new InstanceCounts();
    private final OpenExchanges exchanges = new OpenExchanges();
    private final ProcessBeans beans = new ProcessBeans();
    private final SoapPartnerClient partners;
    private final ProcessEngineConfigurationImpl configuration;
    private final ProcessEngine engine;
    private final String history;

    private CamundaEngine(CamundaSettings settings) {
        database = EngineDatabase.open(settings.database(), settings.folder(), settings.connections());
        history = settings.history();
        partners = SoapPartnerClient.of(settings.partnerConnections(), settings.partnerTimeoutMs());
        configuration = configuration(settings);
        try {
            engine = configuration.buildProcessEngine();
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Starts the engine with an empty database or the one that an address names.
     *
     * @throws FrontRefused when it does not start; with the engine's reason
     */
    static CamundaEngine start(CamundaSettings settings) throws FrontRefused {
        try {
            return new CamundaEngine(settings);
        } catch (RuntimeException e) {
            throw new FrontRefused("the engine does not start: " + FrontRefused.reason(e), e);
        }
    }

    private ProcessEngineConfigurationImpl configuration(CamundaSettings settings) {
        ProcessEngineConfigurationImpl made = new StandaloneProcessEngineConfiguration();
        made.setProcessEngineName("soabench");
        made.setDataSource(database.source());
        made.setDatabaseSchemaUpdate("true");
        database.schema().ifPresent(schema -> {
            made.setDatabaseSchema(schema);
            // The engine demands both. It looks for tables of the schema by the one, and names them by the other.
            made.setDatabaseTablePrefix(schema + '.');
        });
        made.setHistory(settings.history());
        // A process file of other engines has no time to live, and without it a deployment is refused.
        made.setEnforceHistoryTimeToLive(false);
        // An error without a boundary event would end the instance in silence, and its client would wait for its
        // time-out.
        made.setEnableExceptionsAfterUnhandledBpmnError(true);
        made.setCustomIncidentHandlers(lasting(new FailedJobs(counts, exchanges::fail, CamundaEngine::afterCommit)));
        made.setCustomPostBPMNParseListeners(
                lasting(new EndOfInstance(counts, exchanges::fail, CamundaEngine::afterCommit)));
        beans.put("client", new ClientBean(exchanges, CamundaEngine::afterCommit));
        made.setBeans(beans);
        if (settings.profile() == CamundaSettings.Profile.TUNED) {
            made.setIdGenerator(new StrongUuidGenerator());
            made.setMetricsEnabled(false);
            made.setTaskMetricsEnabled(false);
            made.setDbMetricsReporterActivate(false);
            made.setAuthorizationEnabled(false);
        }
        made.setJobExecutorActivate(settings.jobs().active());
        made.setJobExecutor(executor(settings.jobs()));
        return made;
    }

    /** Returns a list that can grow: the engine adds to lists that it gets. */
    private static <T> List<T> lasting(T only) {
        List<T> list = new ArrayList<>();
        list.add(only);
        return list;
    }

    private static DefaultJobExecutor executor(CamundaSettings.Jobs jobs) {
        DefaultJobExecutor executor = new DefaultJobExecutor();
        if (jobs.core() > 0) {
            executor.setCorePoolSize(jobs.core());
        }
        if (jobs.max() > 0) {
            executor.setMaxPoolSize(jobs.max());
        }
        if (jobs.queue() > 0) {
            executor.setQueueSize(jobs.queue());
        }
        if (jobs.perAcquisition() > 0) {
            executor.setMaxJobsPerAcquisition(jobs.perAcquisition());
        }
        if (jobs.waitMs() > 0) {
            executor.setWaitTimeInMillis(jobs.waitMs());
            executor.setMaxWait(2L * jobs.waitMs());
            executor.setBackoffTimeInMillis(0);
        }
        return executor;
    }

    private static void afterCommit(Runnable action) {
        Context.getCommandContext()
                .getTransactionContext()
                .addTransactionListener(TransactionState.COMMITTED, context -> action.run());
    }

    @Override
    public BpmnProcess deploy(Path folder) throws FrontRefused {
        ContractDescriptor source = Json.read(folder.resolve(ContractDescriptor.FILE), ContractDescriptor.class);
        byte[] file = DeployedFile.content(folder, source);
        try {
            Deployment deployment = engine.getRepositoryService()
                    .createDeployment()
                    .name(source.path())
                    .addInputStream(
                            source.process().endsWith(".bpmn") ? source.process() : "process.bpmn",
                            new ByteArrayInputStream(file))
                    .deploy();
            return deployed(source, deployment);
        } catch (RuntimeException e) {
            throw new FrontRefused("the engine refuses " + source.process() + ": " + FrontRefused.reason(e), e);
        }
    }

    private BpmnProcess deployed(ContractDescriptor source, Deployment deployment) throws FrontRefused {
        List<ProcessDefinition> definitions = engine.getRepositoryService()
                .createProcessDefinitionQuery()
                .deploymentId(deployment.getId())
                .list();
        if (definitions.size() != 1) {
            engine.getRepositoryService().deleteDeployment(deployment.getId(), true);
            throw new FrontRefused(source.process() + " has " + definitions.size()
                    + " executable processes; set isExecutable=\"true\" at one");
        }
        ProcessDefinition definition = definitions.get(0);
        for (Partner partner : source.partners()) {
            beans.put(
                    definition.getId(),
                    partner.name(),
                    new PartnerBean(partner, partners, fault -> new BpmnError(fault.code(), fault.getMessage())));
        }
        return new BpmnProcess(source, definition.getId(), deployment.getId(), exchanges);
    }

    @Override
    public CompletionStage<byte[]> call(BpmnProcess process, byte[] envelope, String soapAction, long timeoutMs)
            throws SoapFault {
        return process.call(envelope, counts, request -> engine.getRuntimeService()
                .startProcessInstanceById(process.id(), request.variables()));
    }

    @Override
    public void undeploy(BpmnProcess process) throws FrontRefused {
        try {
            // What has ended stays in the history: deleting it takes minutes after much load, or more memory than there
            // is.
            boolean running = engine.getRuntimeService()
                            .createProcessInstanceQuery()
                            .deploymentId(process.deployment())
                            .count()
                    > 0;
            engine.getRepositoryService().deleteDeployment(process.deployment(), running);
            beans.remove(process.id());
        } catch (RuntimeException e) {
            throw new FrontRefused("the engine does not undeploy the process: " + FrontRefused.reason(e), e);
        }
    }

    @Override
    public Map<String, Object> statistics() {
        Map<String, Object> all = new LinkedHashMap<>(counts.counts());
        all.putAll(database.counts());
        all.put("version", ProcessEngine.VERSION);
        all.putAll(database.settings());
        all.putAll(settings());
        return all;
    }

    @Override
    public void instances(InstanceLines lines) throws FrontRefused {
        database.instances(history, lines);
    }

    /** Returns the settings in force, asked of the engine itself; none where another version of it has other names. */
    private Map<String, Object> settings() {
        Map<String, Object> all = new LinkedHashMap<>();
        try {
            ProcessEngineConfigurationImpl used =
                    (ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration();
            setting(all, "history", used.getHistory());
            setting(all, "idGenerator", used.getIdGenerator().getClass().getSimpleName());
            setting(all, "metrics", used.isMetricsEnabled());
            setting(all, "authorization", used.isAuthorizationEnabled());
            setting(all, "retries", used.getDefaultNumberOfRetries());
            setting(all, "jobExecutor", used.isJobExecutorActivate());
            DefaultJobExecutor jobs = (DefaultJobExecutor) used.getJobExecutor();
            setting(all, "jobCore", jobs.getCorePoolSize());
            setting(all, "jobMax", jobs.getMaxPoolSize());
            setting(all, "jobQueue", jobs.getQueueSize());
            setting(all, "jobsPerAcquisition", jobs.getMaxJobsPerAcquisition());
            setting(all, "jobWaitMs", jobs.getWaitTimeInMillis());
            setting(all, "jobLockMs", jobs.getLockTimeInMillis());
        } catch (LinkageError e) {
            all.clear();
        }
        return all;
    }

    private static void setting(Map<String, Object> to, String name, Object value) {
        to.put(EngineDatabase.SETTING + name, value);
    }

    @Override
    public void close() {
        engine.close();
        partners.close();
        database.close();
    }
}
