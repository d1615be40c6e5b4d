package io.soabench.engine.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processes whose instances exchange several messages with the client of {@code random/client.wsdl}. The id in each
 * message identifies the instance.
 */
final class TalkProcess {
    static final String BY_ID = "<correlations><correlation set=\"byId\"/></correlations>";

    private TalkProcess() {}

    /**
     * Returns a receive activity, whose variable has the name of the operation.
     *
     * @param more the rest of the start tag, its end, and the content
     */
    static String receive(String operation, String more) {
        return "<receive partnerLink=\"client\" operation=\"" + operation + "\" variable=\"" + operation + "\" " + more
                + "</receive>";
    }

    static String reply(String operation, String element, String expression) {
        return "<scope><variables><variable name=\"r\" messageType=\"c:" + element
                + "\"/></variables><sequence><assign>"
                + "<copy><from><literal><c:" + element + "/></literal></from><to>$r.body</to></copy><copy><from>"
                + expression + "</from><to>$r.body</to></copy></assign><reply partnerLink=\"client\" operation=\""
                + operation + "\" variable=\"r\"/></sequence></scope>";
    }

    /**
     * Returns activities that answer a request with its id and a note with id and text, take a hint, and answer a poke
     * with the texts of both, one after the other.
     */
    static String conversation() {
        return receive(
                        "run",
                        "createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"yes\"/>"
                                + "</correlations>")
                + reply("run", "response", "$run.body/c:id")
                + receive("note", ">" + BY_ID)
                + reply("note", "noted", "concat($run.body/c:id,' ',$note.body/c:text)")
                + receive("hint", ">" + BY_ID)
                + receive("poke", ">" + BY_ID)
                + reply("poke", "poked", "concat($note.body/c:text,' ',$hint.body/c:text)");
    }

    /**
     * Returns the files of a process.
     *
     * @param body its activities, which have a variable for the input of each operation, and the string {@code data}
     */
    static Map<String, byte[]> archive(String name, String body) throws IOException {
        String bpel =
                """
                <process name="%s" targetNamespace="urn:fixture:process"
                    xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:c="urn:random:client" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <import namespace="urn:random:client" location="client.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks>
                    <partnerLink name="client" partnerLinkType="c:Client" myRole="process"/>
                  </partnerLinks>
                  <variables>
                    <variable name="run" messageType="c:request"/>
                    <variable name="note" messageType="c:note"/>
                    <variable name="hint" messageType="c:hint"/>
                    <variable name="poke" messageType="c:poke"/>
                    <variable name="data" type="xsd:string"/>
                  </variables>
                  <correlationSets>
                    <correlationSet name="byId" properties="c:id"/>
                    <correlationSet name="byToken" properties="c:token"/>
                  </correlationSets>
                  <sequence>%s</sequence>
                </process>"""
                        .formatted(name, body);
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put(name + ".bpel", bpel.getBytes(StandardCharsets.UTF_8));
        entries.put("client.wsdl", resource("client.wsdl"));
        entries.put("partner.wsdl", resource("partner.wsdl"));
        return entries;
    }

    /** Returns a file of the test's resources. */
    static byte[] resource(String name) throws IOException {
        try (InputStream input = TalkProcess.class.getResourceAsStream("/random/" + name)) {
            return input.readAllBytes();
        }
    }

    /** Returns the body of a message. */
    static String message(String operation, String id, String text) {
        String rest = operation.equals("request")
                ? "<c:count>1</c:count>"
                : "<c:token>t" + id + "</c:token><c:text>" + text + "</c:text>";
        return "<c:" + operation + " xmlns:c=\"urn:random:client\"><c:id>" + id + "</c:id>" + rest + "</c:" + operation
                + ">";
    }
}
