package io.soabench.generators.mocks;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Service;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.SoapVersion;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.ServiceSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The common part of all instances of a mocked service, and the folder of one of them (docs/reference/formats.md,
 * <i>Mocks</i>).
 *
 * <p>Beside {@code answers/<operation>.xml} there is {@code answers/<operation>.fault.xml} when the operation declares
 * a fault: the envelope with its default detail, for planned failures.
 *
 * @param documents the WSDL and its imports: files by path within the mock's folder, all below {@code wsdl/}
 * @param answers envelopes by path within the mock's folder, that of the callback included
 * @param callback callback that answers one-way requests, without an address; empty for none
 * @param soap version of SOAP of its messages
 * @param draws values of the {@linkplain MockPlan.Draw#placeholder placeholders} in answers; each instance replaces
 *     their keys by its own
 */
public record MockFolder(
        String service,
        String wsdl,
        Service wsdlService,
        Port wsdlPort,
        MockPlan.UiidSource uiid,
        List<MockPlan.MockOperation> operations,
        Map<String, Path> documents,
        Map<String, String> answers,
        Optional<MockPlan.Callback> callback,
        SoapVersion soap,
        List<AnswerDraw> draws) {

    private static final String FAILURE = "planned failure";

    /**
     * Prepares the answers.
     *
     * @param wsdl path of the main document within the mock's folder
     * @param given answers of the user by name of the operation, in place of default ones
     * @param problems takes one sentence for each operation without default instance
     */
    public static MockFolder of(
            String service,
            String wsdl,
            Service wsdlService,
            Port wsdlPort,
            MockPlan.UiidSource uiid,
            DefaultMessages messages,
            Map<String, Path> documents,
            Map<String, String> given,
            Consumer<String> problems) {
        List<MockPlan.MockOperation> operations = new ArrayList<>();
        Map<String, String> answers = new TreeMap<>();
        List<SoapOperation> offered = SoapOperation.of(wsdlService, wsdlPort);
        for (SoapOperation operation : offered) {
            String answer = operation.oneWay() ? "" : "answers/" + operation.name() + ".xml";
            try {
                if (!operation.oneWay()) {
                    answers.put(
                            answer,
                            given.containsKey(operation.name())
                                    ? given.get(operation.name())
                                    : XmlText.document(messages.answer(operation)));
                    messages.fault(operation, FAILURE + " of service " + service)
                            .ifPresent(fault ->
                                    answers.put("answers/" + operation.name() + ".fault.xml", XmlText.document(fault)));
                }
                operations.add(new MockPlan.MockOperation(
                        operation.name(),
                        operation.soapAction(),
                        messages.inputElement(operation),
                        operation.oneWay(),
                        answer));
            } catch (NoInstanceException e) {
                problems.accept("service \"" + service + "\", operation \"" + operation.name() + "\" ("
                        + operation.operation().location() + "): " + e.getMessage()
                        + (operation.oneWay() || given.containsKey(operation.name())
                                ? ""
                                : "; or give an answer: answers operation \"" + operation.name()
                                        + "\" from \"<file>.xml\""));
            }
        }
        return new MockFolder(
                service,
                wsdl,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                documents,
                answers,
                Optional.empty(),
                offered.isEmpty() ? SoapVersion.SOAP_11 : offered.get(0).soap(),
                List.of());
    }

    /** Returns a copy that calls back with a message. */
    public MockFolder callingBack(MockPlan.Callback later, String message) {
        Map<String, String> all = new TreeMap<>(answers);
        all.put(later.message(), message);
        return new MockFolder(
                service,
                wsdl,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                documents,
                all,
                Optional.of(later),
                soap,
                draws);
    }

    /**
     * Returns a copy whose answers differ.
     *
     * @param texts the answers in which placeholders stand, by path
     */
    public MockFolder drawing(List<AnswerDraw> others, Map<String, String> texts) {
        Map<String, String> all = new TreeMap<>(answers);
        all.putAll(texts);
        return new MockFolder(
                service,
                wsdl,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                documents,
                all,
                callback,
                soap,
                List.copyOf(others));
    }

    /** Returns a copy for another service. */
    public MockFolder of(String other) {
        return new MockFolder(
                other, wsdl, wsdlService, wsdlPort, uiid, operations, documents, answers, callback, soap, draws);
    }

    /** Returns the document, if there is one, for which servers of a type have no place. */
    public Optional<String> misplaced(MockHost host) {
        return host.misplaced(wsdl, documents.keySet());
    }

    /**
     * Returns the content of {@code mock.json} for an instance.
     *
     * @param streams source of the keys of its draws, if there are any
     */
    public MockPlan plan(int instance, RandomStreams streams) {
        MockPlan plan = new MockPlan(
                        service,
                        instance,
                        service + "-" + instance,
                        wsdl,
                        wsdlService.name().getNamespaceURI(),
                        wsdlService.name().getLocalPart(),
                        wsdlPort.name(),
                        uiid,
                        operations)
                .speaking(soap)
                .drawing(draws.stream()
                        .map(draw -> draw.of(service, instance, streams))
                        .toList());
        return callback.map(later -> plan.callingBack(new MockPlan.Callback(
                        later.operation(),
                        later.soapAction(),
                        MockPlan.Callback.addressOf(service, instance),
                        later.message(),
                        later.copies())))
                .orElse(plan);
    }

    /**
     * Writes the folder of an instance, without {@code behaviour.trace}.
     *
     * @param plan see {@link #plan}
     * @param hosts the types of the servers that serve it
     */
    public void write(Path folder, MockPlan plan, Collection<MockHost> hosts) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        Files.createDirectories(folder);
        Path description = folder.resolve(RunFiles.MOCK);
        Json.write(description, plan.listening("", false));
        entries.put(RunFiles.MOCK, Files.readAllBytes(description));
        // Ports are known, and filled in, when a run begins; an archive is not text.
        Json.write(description, plan);
        for (Map.Entry<String, String> answer : answers.entrySet()) {
            Path file = folder.resolve(answer.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, answer.getValue());
            entries.put(answer.getKey(), answer.getValue().getBytes(StandardCharsets.UTF_8));
        }
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            Path file = folder.resolve(document.getKey());
            Files.createDirectories(file.getParent());
            Files.copy(document.getValue(), file);
        }
        ServiceSource source = new ServiceSource(plan, documents, entries);
        for (MockHost host : hosts) {
            host.packageService(source, folder);
        }
    }
}
