package io.soabench.camel.front;

import io.soabench.front.FrontRefused;
import io.soabench.front.InstanceCounts;
import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.plan.Json;
import io.soabench.plugin.ContractDescriptor;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Camel as a library: a context for each process. Safe for use by many threads; {@link #deploy} and {@link #undeploy} by one at a time.
 */
final class CamelEngine implements LibraryEngine<CamelProcess> {

    private final CamelSettings settings;
    private final InstanceCounts counts = new InstanceCounts();
    private final Set<CamelProcess> processes = ConcurrentHashMap.newKeySet();
    private final String version = new DefaultCamelContext(false).getVersion();

    CamelEngine(CamelSettings settings) {
        this.settings = settings;
    }

    @Override
    public CamelProcess deploy(Path folder) throws FrontRefused {
        ContractDescriptor source = Json.read(folder.resolve(ContractDescriptor.FILE), ContractDescriptor.class);
        CamelProcess process = CamelProcess.start(source, folder.resolve(source.process()), settings, counts);
        processes.add(process);
        return process;
    }

    @Override
    public CompletionStage<byte[]> call(CamelProcess process, byte[] envelope, String soapAction, long timeoutMs)
            throws SoapFault {
        return process.call(envelope);
    }

    @Override
    public void undeploy(CamelProcess process) throws FrontRefused {
        processes.remove(process);
        process.close();
    }

    @Override
    public Map<String, Object> statistics() {
        // Messages are counted after the ends of instances: an instance that ends in between is found in neither.
        Map<String, Object> all = new LinkedHashMap<>(counts.counts());
        long underWay = processes.stream().mapToLong(CamelProcess::underWay).sum();
        long handedOn = underWay - (Long) all.get(InstanceCounts.ACTIVE);
        if (handedOn > 0) {
            // A client has its answer before the messages of a queue are worked on.
            all.compute(InstanceCounts.COMPLETED, (name, ends) -> Math.max(0, (Long) ends - handedOn));
            all.put(
                    InstanceCounts.ACTIVE,
                    (Long) all.get(InstanceCounts.STARTED)
                            - (Long) all.get(InstanceCounts.COMPLETED)
                            - (Long) all.get(InstanceCounts.FAULTED));
        }
        all.put("messagesUnderWay", underWay);
        all.put("version", version);
        all.put("setting.virtualThreads", settings.virtualThreads());
        processes.stream().findAny().ifPresent(process -> all.putAll(process.effective()));
        return all;
    }

    @Override
    public void close() {
        processes.forEach(CamelProcess::close);
    }
}
