package io.soabench.engine.bpel;

import static io.soabench.engine.bpel.ProcessFixture.process;

/** A rule, a process that breaks it, and one that does not; and the pieces of such processes. */
record RuleCase(String rule, ProcessFixture bad, ProcessFixture good) {
    static RuleCase rule(String rule, ProcessFixture bad, ProcessFixture good) {
        return new RuleCase(rule, bad, good);
    }

    /** Returns two processes that differ in their activities after the first message. */
    static RuleCase body(String rule, String bad, String good) {
        return rule(rule, process().body(bad), process().body(good));
    }

    static String copy(String from, String to) {
        return "<assign><copy>" + from + to + "</copy></assign>";
    }

    static String fromText(String expression) {
        return copy("<from>" + expression + "</from>", "<to variable='text'/>");
    }

    /** Returns a flow with links, whose names have blanks between them. */
    static String flow(String links, String activities) {
        StringBuilder text = new StringBuilder("<flow><links>");
        for (String link : links.split(" ", -1)) {
            text.append("<link name='").append(link).append("'/>");
        }
        return text + "</links>" + activities + "</flow>";
    }

    /** Returns an activity at ends of links. */
    static String empty(String targets, String sources) {
        return "<empty>" + ends(targets, sources) + "</empty>";
    }

    /** Returns the ends of links at an activity. */
    static String ends(String targets, String sources) {
        return endsOf("target", targets) + endsOf("source", sources);
    }

    private static String endsOf(String element, String links) {
        if (links.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("<" + element + "s>");
        for (String link : links.split(" ", -1)) {
            text.append("<").append(element).append(" linkName='").append(link).append("'/>");
        }
        return text + "</" + element + "s>";
    }

    @Override
    public String toString() {
        return rule;
    }
}
