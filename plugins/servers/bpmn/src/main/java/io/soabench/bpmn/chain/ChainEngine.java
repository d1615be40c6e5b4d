package io.soabench.bpmn.chain;

import io.soabench.bpmn.BpmnProcess;
import io.soabench.bpmn.ClientBean;
import io.soabench.bpmn.DeployedFile;
import io.soabench.bpmn.OpenExchanges;
import io.soabench.bpmn.PartnerBean;
import io.soabench.bpmn.SoapPartnerClient;
import io.soabench.front.FrontRefused;
import io.soabench.front.InstanceCounts;
import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.plan.Json;
import io.soabench.plugin.ContractDescriptor;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A substitute for an engine behind the front, which runs the tasks of a file in the thread of the request. Safe for use by many threads. */
final class ChainEngine implements LibraryEngine<ChainEngine.Chain> {

    private final SoapPartnerClient client;
    private final InstanceCounts counts = new InstanceCounts();
    private final OpenExchanges exchanges = new OpenExchanges();

    /** @param client of partners; closed with this */
    ChainEngine(SoapPartnerClient client) {
        this.client = client;
    }

    /**
     * A deployed process.
     *
     * @param beans partners and the client by the names that expressions have for them
     */
    record Chain(BpmnProcess process, TaskChain tasks, Map<String, Object> beans) implements LibraryEngine.Deployed {

        @Override
        public String path() {
            return process.path();
        }

        @Override
        public String id() {
            return process.id();
        }
    }

    @Override
    public Chain deploy(Path folder) throws FrontRefused {
        ContractDescriptor source = Json.read(folder.resolve(ContractDescriptor.FILE), ContractDescriptor.class);
        TaskChain tasks;
        try {
            tasks = TaskChain.read(DeployedFile.content(folder, source));
        } catch (IllegalArgumentException e) {
            throw new FrontRefused("the front cannot run " + source.process() + ": " + e.getMessage(), e);
        }
        Map<String, Object> beans = new HashMap<>();
        beans.put("client", new ClientBean(exchanges, Runnable::run));
        source.partners()
                .forEach(partner -> beans.put(partner.name(), new PartnerBean(partner, client, fault -> fault)));
        return new Chain(new BpmnProcess(source, tasks.id(), tasks.id(), exchanges), tasks, Map.copyOf(beans));
    }

    @Override
    public CompletionStage<byte[]> call(Chain chain, byte[] envelope, String soapAction, long timeoutMs)
            throws SoapFault {
        return chain.process().call(envelope, counts, request -> {
            chain.tasks().run(chain.beans(), request.variables());
            counts.completed();
            exchanges.fail(request.exchange(), "the process ended without an answer");
        });
    }

    @Override
    public void undeploy(Chain chain) {
        // A chain holds nothing but its tasks.
    }

    @Override
    public Map<String, Object> statistics() {
        return counts.counts();
    }

    @Override
    public void close() {
        client.close();
    }
}
