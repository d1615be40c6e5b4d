package io.soabench.engine.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Processes with calls, waits and messages that are correlated, whose instances live for some time. */
final class DurableProcess {
    private static final String WAIT = "<wait><for>'PT0.05S'</for></wait>";

    private DurableProcess() {}

    /** Returns a call of the partner; its text begins with the number of the step. */
    static String ask(int step, String message, String text) {
        return "<scope><variables><variable name=\"q\" messageType=\"p:question\"/><variable name=\"a\""
                + " messageType=\"p:answer\"/></variables><sequence><assign><copy><from><literal><p:question><p:id/>"
                + "<p:token/><p:text/></p:question></literal></from><to>$q.body</to></copy><copy><from>$" + message
                + ".body/c:id</from><to>$q.body/p:id</to></copy><copy><from>concat('" + step + " '," + text
                + ")</from><to>$q.body/p:text</to></copy></assign><invoke partnerLink=\"partner\" operation=\"ask\""
                + " inputVariable=\"q\" outputVariable=\"a\"/></sequence></scope>";
    }

    /** Returns the files of a process that a one-way message starts and that then waits for a request. */
    static Map<String, byte[]> oneWay(String name, String partner) throws IOException {
        return archive(
                name,
                partner,
                start("hint")
                        + ask(1, "hint", "$hint.body/c:text")
                        + WAIT
                        + TalkProcess.receive("note", ">" + TalkProcess.BY_ID)
                        + TalkProcess.reply("note", "noted", "$note.body/c:text")
                        + ask(2, "hint", "$note.body/c:text")
                        + WAIT
                        + ask(3, "hint", "'end'"));
    }

    /** Returns the files of a process that a request starts and that then waits for a one-way message. */
    static Map<String, byte[]> twoWay(String name, String partner) throws IOException {
        return archive(
                name,
                partner,
                start("run")
                        + ask(1, "run", "'begin'")
                        + TalkProcess.reply("run", "response", "$run.body/c:id")
                        + WAIT
                        + TalkProcess.receive("hint", ">" + TalkProcess.BY_ID)
                        + ask(2, "run", "$hint.body/c:text")
                        + ask(3, "run", "'end'"));
    }

    /** Returns the files of a process that a one-way message starts and that answers requests until one has the text "end". */
    static Map<String, byte[]> loop(String name, String partner) throws IOException {
        return archive(
                name,
                partner,
                start("hint")
                        + "<repeatUntil><sequence>"
                        + TalkProcess.receive("note", ">" + TalkProcess.BY_ID)
                        + TalkProcess.reply("note", "noted", "$note.body/c:text")
                        + "</sequence><condition>$note.body/c:text = 'end'</condition></repeatUntil>"
                        + ask(1, "hint", "$note.body/c:text"));
    }

    private static String start(String operation) {
        return TalkProcess.receive(
                operation,
                "createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations>");
    }

    /** Returns the files of a process with a partner and the messages of {@link TalkProcess}. */
    static Map<String, byte[]> archive(String name, String partner, String body) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>(TalkProcess.archive(name, body));
        String bpel = new String(entries.get(name + ".bpel"), StandardCharsets.UTF_8)
                .replace(
                        "<partnerLinks>",
                        "<import namespace=\"urn:random:partner\" location=\"partner.wsdl\""
                                + " importType=\"http://schemas.xmlsoap.org/wsdl/\"/><partnerLinks><partnerLink"
                                + " name=\"partner\" partnerLinkType=\"c:Partner\" partnerRole=\"service\"/>")
                .replace("xmlns:c=\"", "xmlns:p=\"urn:random:partner\" xmlns:c=\"");
        entries.put(name + ".bpel", bpel.getBytes(StandardCharsets.UTF_8));
        entries.put(
                "soabench-process.json",
                ("{\"partners\":{\"partner\":\"" + partner + "\"}}").getBytes(StandardCharsets.UTF_8));
        return entries;
    }
}
