package io.soabench.ansible.render;

import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/**
 * A writer of maps, lists, strings, numbers and booleans as YAML for people and linters. The form is block style, {@code \n}, maps in their own
 * order, lines of at most 120 characters where a blank allows a break.
 *
 * <p>A string in which Ansible would see a template is marked {@code !unsafe}: the text of a model is data, and no code runs on the controller
 * because of it.
 */
final class Yaml {

    private static final int WIDTH = 110;

    /** Longer lines may be indented beyond the width; between quotation marks they can be broken. */
    private static final int LONGEST_LITERAL = 80;

    private Yaml() {}

    /**
     * Returns the text of a file.
     *
     * @param comment its first line
     */
    static String text(String comment, Map<String, Object> content) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(FlowStyle.BLOCK);
        options.setIndent(2);
        options.setIndicatorIndent(2);
        options.setIndentWithIndicator(true);
        options.setWidth(WIDTH);
        options.setDereferenceAliases(true);
        options.setLineBreak(DumperOptions.LineBreak.UNIX);
        return "---\n# " + comment + "\n" + new org.yaml.snakeyaml.Yaml(new Texts(options), options).dump(content);
    }

    private static final class Texts extends Representer {

        Texts(DumperOptions options) {
            super(options);
            representers.put(String.class, data -> scalar((String) data));
        }

        private Node scalar(String text) {
            boolean template = text.contains("{{") || text.contains("{%") || text.contains("{#");
            return representScalar(template ? new Tag("!unsafe") : Tag.STR, text, style(text, template));
        }

        private static ScalarStyle style(String text, boolean template) {
            if (text.contains("\n")) {
                return text.lines().allMatch(line -> line.length() <= LONGEST_LITERAL && !line.endsWith(" "))
                        ? ScalarStyle.LITERAL
                        : ScalarStyle.DOUBLE_QUOTED;
            }
            return template ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN;
        }
    }
}
