package io.soabench.engine.runtime.random;

/** Pieces of BPEL from which random processes are put together. */
final class Text {
    static final String ID = "$request.body/c:id";

    private Text() {}

    static String sequence(String... activities) {
        return "<sequence>" + String.join("", activities) + "</sequence>";
    }

    static String copy(String from, String to) {
        return "<copy><from>" + from + "</from><to>" + to + "</to></copy>";
    }

    static String assign(String... copies) {
        return "<assign>" + String.join("", copies) + "</assign>";
    }

    static String set(String to, String from) {
        return assign(copy(from, to));
    }

    static String variable(String name, String type, String from) {
        return "<variable name=\"" + name + "\" " + type + ">" + (from.isEmpty() ? "" : "<from>" + from + "</from>")
                + "</variable>";
    }

    static String string(String name, String from) {
        return variable(name, "type=\"xsd:string\"", from);
    }

    static String number(String name, String from) {
        return variable(name, "type=\"xsd:int\"", from);
    }

    static String element(String name, String element, String text) {
        return variable(
                name,
                "element=\"" + element + "\"",
                text.isEmpty() ? "" : "<literal><" + element + ">" + text + "</" + element + "></literal>");
    }

    static String message(String name, String type) {
        return variable(name, "messageType=\"" + type + "\"", "");
    }

    static String variables(String... declarations) {
        return "<variables>" + String.join("", declarations) + "</variables>";
    }

    static String scope(String... content) {
        return "<scope>" + String.join("", content) + "</scope>";
    }

    static String faultHandlers(String... handlers) {
        return "<faultHandlers>" + String.join("", handlers) + "</faultHandlers>";
    }

    static String catchAll(String activity) {
        return "<catchAll>" + activity + "</catchAll>";
    }

    static String catching(String attributes, String activity) {
        return "<catch " + attributes + ">" + activity + "</catch>";
    }

    static String choice(String condition, String then, String otherwise) {
        return "<if><condition>" + condition + "</condition>" + then + "<else>" + otherwise + "</else></if>";
    }

    static String wait(String duration) {
        return "<wait><for>'" + duration + "'</for></wait>";
    }

    static String thrown(String fault) {
        return "<throw faultName=\"" + fault + "\"/>";
    }

    static String exchanges(String... names) {
        StringBuilder text = new StringBuilder("<messageExchanges>");
        for (String name : names) {
            text.append("<messageExchange name=\"").append(name).append("\"/>");
        }
        return text.append("</messageExchanges>").toString();
    }

    static String exchange(String name) {
        return " messageExchange=\"" + name + "\"";
    }

    static String sets(String... names) {
        StringBuilder text = new StringBuilder("<correlationSets>");
        for (String name : names) {
            text.append("<correlationSet name=\"").append(name).append("\" properties=\"c:token\"/>");
        }
        return text.append("</correlationSets>").toString();
    }

    static String correlation(String set, String initiate) {
        return "<correlation set=\"" + set + "\" initiate=\"" + initiate + "\"/>";
    }

    static String correlations(String... uses) {
        return "<correlations>" + String.join("", uses) + "</correlations>";
    }

    /** Takes a message of the client. */
    static String receive(String operation, String variable, String exchange, String... correlations) {
        return "<receive partnerLink=\"client\" operation=\"" + operation + "\" variable=\"" + variable + "\""
                + exchange + ">" + correlations(correlations) + "</receive>";
    }

    /** Replies with the value of an expression. */
    static String reply(String operation, String element, String expression, String exchange) {
        return scope(
                variables(message("r", "c:" + element)),
                sequence(
                        assign(copy("<literal><c:" + element + "/></literal>", "$r.body"), copy(expression, "$r.body")),
                        "<reply partnerLink=\"client\" operation=\"" + operation + "\" variable=\"r\"" + exchange
                                + "/>"));
    }

    static String forEach(String counter, boolean parallel, int turns, String completion, String scope) {
        return forEach(counter, parallel, Integer.toString(turns), completion, scope);
    }

    static String forEach(String counter, boolean parallel, String last, String completion, String scope) {
        return "<forEach counterName=\"" + counter + "\" parallel=\"" + (parallel ? "yes" : "no")
                + "\"><startCounterValue>1</startCounterValue><finalCounterValue>" + last + "</finalCounterValue>"
                + completion + scope + "</forEach>";
    }

    static String branches(String count, boolean successful) {
        return "<completionCondition><branches" + (successful ? " successfulBranchesOnly=\"yes\"" : "") + ">" + count
                + "</branches></completionCondition>";
    }
}
