package io.soabench.start.bpmn;

import io.soabench.start.bpmn.BpmnCopy.Partner;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/** The mocked partners that a copy calls: tasks with the same name call the same partner. */
final class CalledPartners {

    /** The length at which a name is cut. */
    private static final int LONGEST_NAME = 60;

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");

    private final Map<String, Partner> byTask = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    List<Partner> all() {
        return List.copyOf(byTask.values());
    }

    /** Writes into a task the expression that calls its partner. */
    void call(Element task) {
        Dom.engine(task, "expression", "${" + partnerOf(task) + ".call('call', id)}");
    }

    /** Returns the name of the partner that a task calls. */
    private String partnerOf(Element task) {
        String label = Dom.label(task);
        return byTask.computeIfAbsent(label, added -> new Partner(unique(plainName(label)), label))
                .name();
    }

    /** Returns a label as a name in expressions: its words without accents, in camel case. */
    private static String plainName(String label) {
        String plain = Normalizer.normalize(label, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        StringBuilder name = new StringBuilder();
        WORD.matcher(plain).results().map(MatchResult::group).forEach(word -> {
            String first = word.substring(0, 1);
            name.append(name.isEmpty() ? first.toLowerCase(Locale.ROOT) : first.toUpperCase(Locale.ROOT));
            name.append(word.substring(1));
        });
        if (name.isEmpty() || !Character.isLetter(name.charAt(0)) || !Condition.isFree(name.toString())) {
            name.insert(0, "partner");
        }
        if (name.length() > LONGEST_NAME) {
            name.setLength(LONGEST_NAME);
        }
        return name.toString();
    }

    private String unique(String wanted) {
        String free = wanted;
        for (int n = 2; !names.add(free.toLowerCase(Locale.ROOT)); n++) {
            free = wanted + n;
        }
        return free;
    }
}
