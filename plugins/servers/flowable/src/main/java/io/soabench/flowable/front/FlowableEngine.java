package io.soabench.flowable.front;

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
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.flowable.common.engine.api.delegate.event.FlowableEventListener;
import org.flowable.common.engine.impl.cfg.TransactionState;
import org.flowable.common.engine.impl.context.Context;
import org.flowable.common.engine.impl.history.HistoryLevel;
import org.flowable.common.engine.impl.persistence.StrongUuidGenerator;
import org.flowable.engine.ProcessEngine;
import org.flowable.engine.delegate.BpmnError;
import org.flowable.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.flowable.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.flowable.engine.impl.el.ProcessExpressionManager;
import org.flowable.engine.repository.Deployment;
import org.flowable.engine.repository.ProcessDefinition;

/**
 * Flowable as a library. Instances start by the identifier of their definition. Safe for use by many threads; {@link #deploy} and {@link #undeploy}
 * by one at a time.
 */
final class FlowableEngine implements LibraryEngine<BpmnProcess> {

    private static final Pattern CALL = Pattern.compile("[$#]\\{[^}]*\\.call\\([^}]*}");
    private static final Pattern CALL_ALONE = Pattern.compile("[$#]\\{\\s*\\w+\\.call\\([^()]*\\)\\s*}");

    private final EngineDatabase database;
    private final InstanceCounts counts = new InstanceCounts();
    private final OpenExchanges exchanges = new OpenExchanges();
    private final PartnerResolver resolver = new PartnerResolver();
    private final SoapPartnerClient partners;
    private final ProcessEngine engine;
    private final String history;

    /** Threads for calls that the engine does not wait for one by one; none where it does. */
    private final Optional<ExecutorService> threads;

    private FlowableEngine(FlowableSettings settings) {
        database = EngineDatabase.open(settings.database(), settings.folder(), settings.connections());
        history = settings.history();
        partners = SoapPartnerClient.of(settings.partnerConnections(), settings.partnerTimeoutMs());
        threads = settings.parallelCalls()
                ? Optional.of(Executors.newCachedThreadPool(call -> {
                    Thread thread = new Thread(call, "partner-call");
                    thread.setDaemon(true);
                    return thread;
                }))
                : Optional.empty();
        try {
            engine = configuration(settings).buildProcessEngine();
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Starts the engine with an empty database.
     *
     * @throws FrontRefused when it does not start; with the engine's reason
     */
    static FlowableEngine start(FlowableSettings settings) throws FrontRefused {
        try {
            return new FlowableEngine(settings);
        } catch (RuntimeException e) {
            throw new FrontRefused("the engine does not start: " + FrontRefused.reason(e), e);
        }
    }

    private ProcessEngineConfigurationImpl configuration(FlowableSettings settings) {
        ProcessEngineConfigurationImpl made = new StandaloneProcessEngineConfiguration();
        made.setEngineName("soabench");
        made.setDataSource(database.source());
        made.setDatabaseSchemaUpdate("true");
        database.schema().ifPresent(made::setDatabaseSchema);
        made.setHistoryLevel(HistoryLevel.getHistoryLevelForKey(settings.history()));
        Map<Object, Object> beans = new HashMap<>();
        beans.put("client", new ClientBean(exchanges, FlowableEngine::afterCommit));
        ProcessExpressionManager expressions = new ProcessExpressionManager(beans);
        expressions.addPreBeanResolver(resolver);
        made.setExpressionManager(expressions);
        List<FlowableEventListener> listeners =
                List.of(new InstanceListener(counts, exchanges::fail, FlowableEngine::afterCommit));
        Map<String, List<FlowableEventListener>> events = new HashMap<>();
        for (String event : List.of(
                "JOB_MOVED_TO_DEADLETTER",
                "PROCESS_COMPLETED",
                "PROCESS_COMPLETED_WITH_TERMINATE_END_EVENT",
                "PROCESS_COMPLETED_WITH_ERROR_END_EVENT")) {
            events.put(event, new ArrayList<>(listeners));
        }
        made.setTypedEventListeners(events);
        made.setIdGenerator(new StrongUuidGenerator());
        if (settings.profile() == FlowableSettings.Profile.TUNED) {
            made.setDisableIdmEngine(true);
            made.setDisableEventRegistry(true);
            made.setAsyncFailedJobWaitTime(0);
            made.setDefaultFailedJobWaitTime(0);
        }
        executor(made, settings.jobs());
        return made;
    }

    private static void executor(ProcessEngineConfigurationImpl made, FlowableSettings.Jobs jobs) {
        made.setAsyncExecutorActivate(jobs.active());
        if (jobs.threads() > 0) {
            made.setAsyncExecutorCorePoolSize(jobs.threads());
            made.setAsyncExecutorMaxPoolSize(jobs.threads());
        }
        if (jobs.queue() > 0) {
            made.setAsyncExecutorThreadPoolQueueSize(jobs.queue());
        }
        if (jobs.perAcquisition() > 0) {
            made.getAsyncExecutorConfiguration().setMaxAsyncJobsDuePerAcquisition(jobs.perAcquisition());
        }
        if (jobs.waitMs() > 0) {
            made.getAsyncExecutorConfiguration().setDefaultAsyncJobAcquireWaitTime(Duration.ofMillis(jobs.waitMs()));
            made.getAsyncExecutorConfiguration().setDefaultTimerJobAcquireWaitTime(Duration.ofMillis(jobs.waitMs()));
        }
    }

    private static void afterCommit(Runnable action) {
        Context.getTransactionContext().addTransactionListener(TransactionState.COMMITTED, context -> action.run());
    }

    @Override
    public BpmnProcess deploy(Path folder) throws FrontRefused {
        ContractDescriptor source = Json.read(folder.resolve(ContractDescriptor.FILE), ContractDescriptor.class);
        byte[] file = DeployedFile.content(folder, source);
        if (threads.isPresent()) {
            refuseFuturesInExpressions(file);
        }
        try {
            Deployment deployment = engine.getRepositoryService()
                    .createDeployment()
                    .name(source.path())
                    .addInputStream("process.bpmn", new ByteArrayInputStream(file))
                    .deploy();
            return deployed(source, deployment);
        } catch (RuntimeException e) {
            throw new FrontRefused("the engine refuses " + source.process() + ": " + FrontRefused.reason(e), e);
        }
    }

    /** Refuses expressions that go on after a call: a future has neither a property nor a sum. */
    private static void refuseFuturesInExpressions(byte[] file) throws FrontRefused {
        String text = new String(file, StandardCharsets.UTF_8);
        for (MatchResult found : CALL.matcher(text).results().toList()) {
            if (!CALL_ALONE.matcher(found.group()).matches()) {
                throw new FrontRefused(
                        "with parallel calls, an expression is a call alone; write a task of its own for what follows in "
                                + found.group());
            }
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
        String id = definitions.get(0).getId();
        for (ContractDescriptor.Partner partner : source.partners()) {
            resolver.put(
                    id,
                    partner.name(),
                    new PartnerBean(
                            partner,
                            partners,
                            fault -> new BpmnError(fault.code(), fault.getMessage()),
                            threads.map(each -> each)));
        }
        return new BpmnProcess(source, id, deployment.getId(), exchanges);
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
            resolver.remove(process.id());
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
            setting(all, "history", used.getHistoryLevel().getKey());
            setting(all, "idGenerator", used.getIdGenerator().getClass().getSimpleName());
            setting(all, "identityManagement", !used.isDisableIdmEngine());
            setting(all, "eventRegistry", !used.isDisableEventRegistry());
            setting(all, "retries", used.getAsyncExecutorNumberOfRetries());
            setting(all, "jobExecutor", used.isAsyncExecutorActivate());
            setting(all, "parallelCalls", threads.isPresent());
            setting(all, "jobThreads", used.getAsyncExecutorMaxPoolSize());
            setting(all, "jobQueue", used.getAsyncExecutorThreadPoolQueueSize());
            setting(
                    all,
                    "jobsPerAcquisition",
                    used.getAsyncExecutorConfiguration().getMaxAsyncJobsDuePerAcquisition());
            setting(
                    all,
                    "jobWaitMs",
                    used.getAsyncExecutorConfiguration()
                            .getDefaultAsyncJobAcquireWaitTime()
                            .toMillis());
            setting(
                    all,
                    "jobLockMs",
                    used.getAsyncExecutorConfiguration().getAsyncJobLockTime().toMillis());
            setting(all, "failedJobWaitS", used.getAsyncFailedJobWaitTime());
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
        threads.ifPresent(ExecutorService::shutdownNow);
        partners.close();
        database.close();
    }
}
