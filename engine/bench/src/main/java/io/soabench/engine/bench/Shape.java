package io.soabench.engine.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The processes that are measured: five calls of one partner, in different orders. */
enum Shape {
    /** Five calls one after the other. */
    SEQUENTIAL(ask("").repeat(5)),
    /** All at once. */
    FLOW_NO_DEP("<flow>" + ask("").repeat(5) + "</flow>"),
    /** Four of them in a diamond of links, one beside. */
    FLOW("<flow><links><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/><link name=\"d\"/></links>"
            + ask("<sources><source linkName=\"a\"/><source linkName=\"b\"/></sources>")
            + ask("<targets><target linkName=\"a\"/></targets><sources><source linkName=\"c\"/></sources>")
            + ask("<targets><target linkName=\"b\"/></targets><sources><source linkName=\"d\"/></sources>")
            + ask("<targets><target linkName=\"c\"/><target linkName=\"d\"/></targets>") + ask("") + "</flow>"),
    /** Calls in a loop that counts to the number in the request. */
    WHILE("<while><condition>$i &lt; $request.body/c:count</condition><sequence>" + ask("")
            + "<assign><copy><from>$i + 1</from><to variable=\"i\"/></copy></assign></sequence></while>");

    static final int CALLS = 5;

    private static final String HEAD =
            """
            <process name="%s" targetNamespace="urn:bench:process" suppressJoinFailure="yes"
                xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:c="urn:bench:client" xmlns:p="urn:bench:partner" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <import namespace="urn:bench:client" location="client.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <import namespace="urn:bench:partner" location="partner.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks>
                <partnerLink name="client" partnerLinkType="c:Client" myRole="process"/>
                <partnerLink name="partner" partnerLinkType="c:Partner" partnerRole="service"/>
              </partnerLinks>
              <variables>
                <variable name="request" messageType="c:request"/>
                <variable name="response" messageType="c:response"/>
                <variable name="started" messageType="c:start"/>
                <variable name="question" element="p:question"/>
                <variable name="answer" element="p:answer"/>
                <variable name="i" type="xsd:int"><from>0</from></variable>
              </variables>
            """;

    private final String content;

    Shape(String content) {
        this.content = content;
    }

    private static String ask(String links) {
        return "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\">"
                + links + "</invoke>";
    }

    /** Returns, for each call, the calls that have to be answered before. */
    int[][] before() {
        return switch (this) {
            case SEQUENTIAL, WHILE -> new int[][] {{}, {0}, {1}, {2}, {3}};
            case FLOW_NO_DEP -> new int[CALLS][0];
            case FLOW -> new int[][] {{}, {0}, {0}, {1, 2}, {}};
        };
    }

    String processName() {
        StringBuilder name = new StringBuilder();
        for (String word : name().toLowerCase(Locale.ROOT).split("_", -1)) {
            name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        }
        return name.toString();
    }

    String path() {
        return "/processes/" + processName();
    }

    /** Returns the files of the deployment. */
    Map<String, byte[]> archive(int partnerPort) {
        return archive(
                processName(),
                """
                <sequence>
                  <receive partnerLink="client" operation="run" variable="request" createInstance="yes"/>
                  <assign>
                    <copy><from>$request.body/c:id</from><to variable="question"/></copy>
                    <copy><from><literal><c:response/></literal></from><to variable="response" part="body"/></copy>
                  </assign>
                  %s
                  <assign><copy><from>$answer</from><to>$response.body</to></copy></assign>
                  <reply partnerLink="client" operation="run" variable="response"/>
                </sequence>
                """
                        .formatted(content),
                partnerPort);
    }

    /** Returns a process that is started by a one-way message and calls once. */
    static Map<String, byte[]> waiting(int partnerPort) {
        return archive(
                "Waiting",
                """
                <sequence>
                  <receive partnerLink="client" operation="start" variable="started" createInstance="yes"/>
                  <assign><copy><from>string($started.body)</from><to variable="question"/></copy></assign>
                  %s
                </sequence>
                """
                        .formatted(ask("")),
                partnerPort);
    }

    /** Returns a process that is started by a one-way message, calls a number of times and then waits for hours. */
    static Map<String, byte[]> history(int calls, int partnerPort) {
        return archive(
                "History",
                """
                <sequence>
                  <receive partnerLink="client" operation="start" variable="started" createInstance="yes"/>
                  <assign><copy><from>string($started.body)</from><to variable="question"/></copy></assign>
                  %s
                  <wait><for>'PT10H'</for></wait>
                </sequence>
                """
                        .formatted(ask("").repeat(calls)),
                partnerPort);
    }

    /** Returns a process that is started by a one-way message and does nothing a number of times. */
    static Map<String, byte[]> steps(int number) {
        return archive(
                "Steps" + number,
                "<sequence><receive partnerLink=\"client\" operation=\"start\" variable=\"started\" createInstance=\"yes\"/>"
                        + "<empty/>".repeat(number) + "</sequence>",
                9);
    }

    private static Map<String, byte[]> archive(String name, String body, int partnerPort) {
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put(name + ".bpel", bytes(HEAD.formatted(name) + body + "</process>"));
        entries.put("client.wsdl", resource("client.wsdl"));
        entries.put("partner.wsdl", resource("partner.wsdl"));
        entries.put(
                "soabench-process.json",
                bytes("{\"partners\":{\"partner\":\"http://127.0.0.1:" + partnerPort + "/partner\"}}"));
        return entries;
    }

    private static byte[] resource(String name) {
        try (InputStream input = Shape.class.getResourceAsStream("/bench/" + name)) {
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
