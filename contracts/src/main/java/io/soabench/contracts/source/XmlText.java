package io.soabench.contracts.source;

/** Character data, with neighbouring text and CDATA sections joined. */
public record XmlText(String text, Location location) implements XmlNode {
    /** Returns true if the text has nothing but XML white space. */
    public boolean isBlank() {
        return text.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r');
    }
}
