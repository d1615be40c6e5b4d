package io.soabench.eclipse.source;

/** Plain text from the Markdown of the server. */
final class Markdown {

    private Markdown() {}

    static String plain(String markdown) {
        return markdown.replaceAll("(?m)^```.*$\n?", "")
                .replaceAll("(?m)^#+ *", "")
                .replaceAll("\\*\\*|`", "")
                .replaceAll("(?<!\\w)[*_]([^*_\n]+)[*_](?!\\w)", "$1")
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replaceAll("\n{3,}", "\n\n")
                .strip();
    }
}
