package io.soabench.plan;

import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockPlan.UiidSource;
import java.util.List;

/** The shortest message that a mocked service understands: for rehearsals and calibrations, which have no process that calls it. */
public final class MockRequest {

    private MockRequest() {}

    /**
     * Returns an envelope, in UTF-8.
     *
     * @param soap its version
     * @param uiid stands where the service looks for the identifier, unless that is not in messages; letters, digits, and what needs no
     *     escape in XML
     */
    public static String envelope(SoapVersion soap, UiidSource source, MockOperation operation, String uiid) {
        StringBuilder body = new StringBuilder();
        boolean within =
                source.kind() == UiidSource.Kind.MESSAGE && source.id().get(0).equals(operation.inputElement());
        if (within) {
            open(body, source.id(), 0, uiid);
        } else if (!operation.inputElement().isEmpty()) {
            open(body, List.of(operation.inputElement()), 0, "");
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + "<s:Envelope xmlns:s=\"" + soap.namespace()
                + "\"><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    private static void open(StringBuilder xml, List<String> path, int at, String uiid) {
        String name = path.get(at);
        int brace = name.lastIndexOf('}');
        String local = name.substring(brace + 1);
        String namespace = brace > 0 ? name.substring(1, brace) : "";
        boolean attribute = at + 1 < path.size() && path.get(at + 1).startsWith("@");
        xml.append("<e:".substring(0, namespace.isEmpty() ? 1 : 3)).append(local);
        if (!namespace.isEmpty()) {
            xml.append(" xmlns:e=\"").append(escaped(namespace)).append('"');
        }
        if (attribute) {
            attribute(xml, path.get(at + 1).substring(1), uiid);
        }
        xml.append('>');
        if (at + 1 < path.size() && !attribute) {
            open(xml, path, at + 1, uiid);
        } else if (!attribute) {
            xml.append(uiid);
        }
        xml.append("</").append(namespace.isEmpty() ? "" : "e:").append(local).append('>');
    }

    private static void attribute(StringBuilder xml, String name, String uiid) {
        int brace = name.lastIndexOf('}');
        if (brace > 0) {
            xml.append(" xmlns:a=\"").append(escaped(name.substring(1, brace))).append("\" a:");
        } else {
            xml.append(' ');
        }
        xml.append(name.substring(brace + 1)).append("=\"").append(uiid).append('"');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
