package io.soabench.camel.front;

import io.soabench.front.FrontRefused;
import io.soabench.front.InstanceCounts;
import io.soabench.front.LibraryEngine;
import io.soabench.front.SoapFault;
import io.soabench.messages.ClientMessages;
import io.soabench.messages.PartnerMessages;
import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.ServiceOperation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.seda.SedaEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.aggregate.AggregateProcessor;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/** A deployed process: the routes of a file in a Camel context of their own. Safe for use by many threads. */
final class CamelProcess implements LibraryEngine.Deployed {

    /** The time for open exchanges when a process is removed; the front has waited for its own requests before. */
    private static final long STOP_MS = 2_000;

    /** The name by which routes refer to the number of threads that the server has as a parameter. */
    private static final String THREADS = "threads";

    private final ContractDescriptor source;
    private final InstanceCounts counts;
    private final ClientMessages messages;
    private final ClientComponent clients = new ClientComponent();
    private final CamelContext context;

    private CamelProcess(ContractDescriptor source, CamelSettings settings, InstanceCounts counts) {
        this.source = source;
        this.counts = counts;
        this.messages = new ClientMessages(source.path(), source.operations());
        this.context = new DefaultCamelContext();
        context.getShutdownStrategy().setTimeUnit(TimeUnit.MILLISECONDS);
        context.getShutdownStrategy().setTimeout(STOP_MS);
        if (settings.threads() > 0) {
            Properties places = new Properties();
            places.setProperty(THREADS, Integer.toString(settings.threads()));
            context.getPropertiesComponent().setInitialProperties(places);
            ThreadPoolProfile profile = context.getExecutorServiceManager().getDefaultThreadPoolProfile();
            profile.setPoolSize(settings.threads());
            profile.setMaxPoolSize(settings.threads());
        }
        HttpComponent http = new HttpComponent();
        http.setConnectionsPerRoute(settings.partnerConnections());
        http.setMaxTotalConnections(Integer.MAX_VALUE);
        http.setConnectionRequestTimeout(settings.partnerTimeoutMs());
        http.setConnectTimeout(settings.partnerTimeoutMs());
        http.setSoTimeout(settings.partnerTimeoutMs());
        http.setResponseTimeout(settings.partnerTimeoutMs());
        // Each call is made once, and carries the headers of its own message only.
        http.setAutomaticRetriesDisabled(true);
        http.setRedirectHandlingDisabled(true);
        http.setCookieManagementDisabled(true);
        http.setAuthCachingDisabled(true);
        http.setContentCompressionDisabled(true);
        context.addComponent("http", http);
        context.addComponent("client", clients);
        Map<String, PartnerMessages> partners = new LinkedHashMap<>();
        source.partners().forEach(partner -> partners.put(partner.name(), new PartnerMessages(partner)));
        context.addComponent("partner", new PartnerComponent(partners));
    }

    /**
     * Starts the routes of a file.
     *
     * @throws FrontRefused when Camel cannot run them, or no route takes an operation
     */
    static CamelProcess start(ContractDescriptor source, Path file, CamelSettings settings, InstanceCounts counts)
            throws FrontRefused {
        CamelProcess process = new CamelProcess(source, settings, counts);
        try {
            process.load(file);
            return process;
        } catch (FrontRefused e) {
            process.close();
            throw e;
        } catch (Exception e) {
            // Camel's own methods declare it.
            process.close();
            throw new FrontRefused("Camel refuses " + source.process() + ": " + FrontRefused.reason(e), e);
        }
    }

    private void load(Path file) throws Exception {
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(ResourceHelper.resolveResource(context, "file:" + file.toAbsolutePath()));
        context.start();
        for (ServiceOperation operation : source.operations()) {
            if (clients.consumer(operation.name()) == null) {
                throw new FrontRefused(
                        "no route of " + source.process() + " begins at client:" + operation.name() + "; add one");
            }
        }
    }

    @Override
    public String path() {
        return source.path();
    }

    @Override
    public String id() {
        return context.getName();
    }

    /**
     * Returns the number of messages that are under way: in a route, in a queue between two routes, or waiting for the others of their group. An
     * instance may have several.
     */
    long underWay() {
        long number = context.getInflightRepository().size();
        for (Endpoint endpoint : context.getEndpoints()) {
            number += endpoint instanceof SedaEndpoint queue ? queue.getCurrentQueueSize() : 0;
        }
        for (Route route : context.getRoutes()) {
            for (Processor step : route.filter("*")) {
                number += step instanceof AggregateProcessor groups
                        ? groups.getAggregationRepository().getKeys().size()
                        : 0;
            }
        }
        return number;
    }

    /** Returns the settings that Camel uses, by name. */
    Map<String, Object> effective() {
        ThreadPoolProfile profile = context.getExecutorServiceManager().getDefaultThreadPoolProfile();
        Map<String, Object> effective = new LinkedHashMap<>();
        effective.put("setting.poolSize", profile.getPoolSize());
        effective.put("setting.maxPoolSize", profile.getMaxPoolSize());
        effective.put("setting.maxQueueSize", profile.getMaxQueueSize());
        return effective;
    }

    /**
     * Sends a request through its route.
     *
     * @throws SoapFault when it is not a message of this process
     */
    CompletionStage<byte[]> call(byte[] envelope) throws SoapFault {
        ClientMessages.Request request = messages.read(envelope);
        ClientConsumer consumer = clients.consumer(request.operation());
        if (consumer == null) {
            throw new SoapFault(SoapFault.Code.SERVER, "the process is being removed");
        }
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        Exchange exchange = consumer.exchange(request);
        counts.started();
        var unused = consumer.getAsyncProcessor().process(exchange, sync -> end(request, exchange, answer));
        return answer;
    }

    private void end(ClientMessages.Request request, Exchange exchange, CompletableFuture<byte[]> answer) {
        Exception failed = exchange.getException();
        byte[] envelope = AnswerHolder.of(exchange).envelope();
        if (failed != null) {
            counts.faulted();
            answer.completeExceptionally(new SoapFault(SoapFault.Code.SERVER, FrontRefused.reason(failed)));
        } else if (request.answer().isEmpty()) {
            counts.completed();
            answer.complete(new byte[0]);
        } else if (envelope == null) {
            counts.completed();
            answer.completeExceptionally(new SoapFault(SoapFault.Code.SERVER, "the process ended without an answer"));
        } else {
            counts.completed();
            answer.complete(envelope);
        }
    }

    /** Stops the routes; open exchanges have two seconds. */
    void close() {
        context.stop();
    }
}
