package io.soabench.engine.bpel;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A small correct process whose parts can be replaced: receive, nothing, reply. The interface is {@code process.wsdl} of
 * the test resources, the partner {@code partner.wsdl}.
 */
final class ProcessFixture {
    private static final String TEMPLATE =
            """
            <process name="P" targetNamespace="urn:test:p" {attributes}
                xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:bpel="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:p="urn:test:process" xmlns:t="urn:test:partner" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
            {extensions}
            {imports}
            <partnerLinks>
              <partnerLink name="client" partnerLinkType="p:Client" myRole="process"/>
              <partnerLink name="partner" partnerLinkType="p:Partner" partnerRole="service"/>
              {partnerLinks}
            </partnerLinks>
            {messageExchanges}
            <variables>
              <variable name="order" messageType="p:order"/>
              <variable name="offer" messageType="p:offer"/>
              <variable name="question" messageType="t:question"/>
              <variable name="answer" messageType="t:answer"/>
              <variable name="event" messageType="p:event"/>
              <variable name="text" type="xsd:string"/>
              <variable name="orderElement" element="p:order"/>
              {variables}
            </variables>
            {correlationSets}
            {faultHandlers}
            {eventHandlers}
            {activity}
            </process>
            """;

    private static final Map<String, String> DEFAULTS = Map.of(
            "imports",
            """
            <import namespace="urn:test:process" location="process.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
            <import namespace="urn:test:partner" location="partner.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
            """,
            "activity",
            "<sequence>{receive}{body}{reply}</sequence>",
            "receive",
            "<receive partnerLink='client' operation='order' variable='order' createInstance='yes'/>",
            "reply",
            "<reply partnerLink='client' operation='order' variable='offer'/>");

    private static final List<String> SLOTS = List.of(
            "activity",
            "attributes",
            "extensions",
            "imports",
            "partnerLinks",
            "messageExchanges",
            "variables",
            "correlationSets",
            "faultHandlers",
            "eventHandlers",
            "receive",
            "body",
            "reply");

    private final Map<String, String> parts;
    private final Map<String, byte[]> entries = new HashMap<>();

    private ProcessFixture(Map<String, String> parts) {
        this.parts = parts;
        for (String name : List.of("process.wsdl", "partner.wsdl", "partner.xsd")) {
            entries.put(name, resource("/processes/" + name));
        }
    }

    static ProcessFixture process() {
        return new ProcessFixture(DEFAULTS);
    }

    static byte[] resource(String name) {
        try (InputStream in = ProcessFixture.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a copy with one part replaced. */
    ProcessFixture with(String part, String xml) {
        if (!SLOTS.contains(part)) {
            throw new IllegalArgumentException("no part '" + part + "'");
        }
        Map<String, String> changed = new HashMap<>(parts);
        changed.put(part, xml);
        ProcessFixture copy = new ProcessFixture(changed);
        copy.entries.putAll(entries);
        return copy;
    }

    /** Returns a copy with the text between receive and reply replaced. */
    ProcessFixture body(String xml) {
        return with("body", xml);
    }

    /** Returns a copy with a further file, or another content for one. */
    ProcessFixture file(String name, String content) {
        ProcessFixture copy = new ProcessFixture(parts);
        copy.entries.putAll(entries);
        copy.entries.put(name, content.getBytes(StandardCharsets.UTF_8));
        return copy;
    }

    /** Returns a copy with a change in one of its files. */
    ProcessFixture edit(String name, String from, String to) {
        String content = new String(entries.get(name), StandardCharsets.UTF_8);
        if (!content.contains(from)) {
            throw new IllegalArgumentException(name + " has no " + from);
        }
        return file(name, content.replace(from, to));
    }

    String text() {
        String text = TEMPLATE;
        for (String slot : SLOTS) {
            text = text.replace("{" + slot + "}", parts.getOrDefault(slot, ""));
        }
        return text;
    }

    ProcessDefinition load() {
        return load(Set.of());
    }

    ProcessDefinition load(Set<Leniency> accepted) {
        Map<String, byte[]> all = new HashMap<>(entries);
        all.put("p.bpel", text().getBytes(StandardCharsets.UTF_8));
        return ProcessDefinition.load("p.bpel", all, accepted);
    }

    /** Returns the codes of all problems, each once, sorted. */
    List<String> codes() {
        return load().problems().stream().map(Problem::code).distinct().sorted().toList();
    }
}
