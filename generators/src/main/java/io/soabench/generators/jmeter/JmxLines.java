package io.soabench.generators.jmeter;

import io.soabench.contracts.tree.XmlText;
import java.util.List;
import java.util.stream.Collectors;

/** The elements of a test plan as JMeter saves them, one a line, indented. Not safe for use by several threads. */
final class JmxLines {

    private final StringBuilder out = new StringBuilder();
    private int depth;

    /** Returns the text so far. */
    String text() {
        return out.toString();
    }

    /** Adds the line above the first element. */
    void declaration() {
        line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    }

    void element(String type, String gui, String name) {
        open(type + " guiclass=\"" + gui + "\" testclass=\"" + type + "\" testname=\"" + XmlText.escaped(name)
                + "\" enabled=\"true\"");
    }

    void string(String name, String value) {
        line("<stringProp name=\"" + XmlText.escaped(name) + "\">" + content(value) + "</stringProp>");
    }

    /** Returns the text with escapes. Line feeds stay, so that bodies can be read in the file too. */
    private static String content(String value) {
        return List.of(value.split("\n", -1)).stream()
                .map(XmlText::escaped)
                .map(each -> each.replace("&quot;", "\"").replace("&apos;", "'").replace("&#9;", "\t"))
                .collect(Collectors.joining("\n"));
    }

    void bool(String name, boolean value) {
        line("<boolProp name=\"" + name + "\">" + value + "</boolProp>");
    }

    void empty() {
        line("<hashTree/>");
    }

    void open(String tag) {
        line("<" + tag + ">");
        depth++;
    }

    void close(String tag) {
        depth--;
        line("</" + tag + ">");
    }

    void line(String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }
}
