package io.soabench.ide.feature;

import io.soabench.ide.model.OpenDocuments;
import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;

/** The rename of an element in all models of the workspace, and in the answers of checks. */
public final class RenameRefactoring {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_](-?[A-Za-z0-9_])*");
    private static final Pattern FORMULA = Pattern.compile("\\$\\{([^}]*)}");

    /** The refusal of a new name, with a sentence about the reason. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    private final OpenDocuments documents;
    private final Navigation navigation;
    private final Set<String> reserved;

    /** @param reserved the words that no element can have as its name */
    public RenameRefactoring(OpenDocuments documents, Navigation navigation, Set<String> reserved) {
        this.documents = documents;
        this.navigation = navigation;
        this.reserved = reserved;
    }

    /** Returns the place of the name at a cursor, if it can be changed. */
    public Optional<Range> nameAt(Snapshot snapshot, int offset) {
        return snapshot.named(offset)
                .filter(element -> Snapshot.fileOf(element).isPresent())
                .flatMap(any -> snapshot.leaf(offset))
                .map(leaf -> snapshot.lines().range(leaf.getOffset(), leaf.getEndOffset()));
    }

    /**
     * Returns the changes, by file.
     *
     * @throws Refused if the cursor is on no name, or the new name is invalid or in use
     */
    public Map<Path, List<TextEdit>> edits(Snapshot snapshot, int offset, String name, List<Path> folders)
            throws Refused {
        NamedElement element =
                snapshot.named(offset).orElseThrow(() -> new Refused("there is no name here; put the cursor on one"));
        if (Snapshot.fileOf(element).isEmpty()) {
            throw new Refused("\"" + element.getName() + "\" is declared by a plug-in and keeps its name");
        }
        if (!NAME.matcher(name).matches() || reserved.contains(name)) {
            throw new Refused("\"" + name
                    + "\" cannot be a name; use letters, digits, \"_\" and \"-\", and no word that stands alone");
        }
        taken(snapshot, element, name);
        Map<Path, List<TextEdit>> edits = new LinkedHashMap<>();
        List<Snapshot> readers = navigation.readers(snapshot, element, folders);
        navigation
                .uses(readers, element, true)
                .forEach((file, ranges) -> edits.put(
                        file,
                        new ArrayList<>(ranges.stream()
                                .map(range -> new TextEdit(range, name))
                                .toList())));
        if (element instanceof Service) {
            // Formulas of right answers may name the service. They are searched in the models that use it.
            for (Snapshot reader : readers) {
                if (edits.containsKey(reader.file())) {
                    formulas(reader, element.getName(), name).forEach(edits::putIfAbsent);
                }
            }
        }
        return edits;
    }

    private static void taken(Snapshot snapshot, NamedElement element, String name) throws Refused {
        Optional<NamedElement> other = snapshot.result().whole().files().stream()
                .flatMap(file -> file.getElements().stream())
                .filter(NamedElement.class::isInstance)
                .map(NamedElement.class::cast)
                .filter(each -> each != element && name.equalsIgnoreCase(each.getName()))
                .filter(each -> Outline.word(each).equals(Outline.word(element)))
                .findFirst();
        if (other.isPresent()) {
            throw new Refused("there is a " + Outline.word(other.get()) + " \""
                    + other.get().getName() + "\" already; choose another name");
        }
    }

    /** Returns the changes in the answers of checks. Their formulas name services: {@code ${quotes#1}}. */
    private Map<Path, List<TextEdit>> formulas(Snapshot snapshot, String before, String name) {
        Map<Path, List<TextEdit>> edits = new HashMap<>();
        Set<Path> seen = new HashSet<>();
        Pattern service = Pattern.compile("(?<![A-Za-z0-9_.-])" + Pattern.quote(before) + "(?=\\s*[#\\[])");
        for (Process process : snapshot.result().whole().processes()) {
            for (FunctionalCheck check : process.getChecks()) {
                answer(check)
                        .filter(seen::add)
                        .ifPresent(file -> documents.text(file).ifPresent(text -> {
                            List<TextEdit> found = edits(text, service, name);
                            if (!found.isEmpty()) {
                                edits.put(file, found);
                            }
                        }));
            }
        }
        return edits;
    }

    private static Optional<Path> answer(FunctionalCheck check) {
        return Snapshot.fileOf(check)
                .filter(any -> check.getAnswer() != null)
                .map(model -> model.resolveSibling(check.getAnswer()).normalize());
    }

    private static List<TextEdit> edits(String text, Pattern service, String name) {
        Lines lines = new Lines(text);
        List<TextEdit> edits = new ArrayList<>();
        Matcher formulas = FORMULA.matcher(text);
        while (formulas.find()) {
            Matcher names = service.matcher(text).region(formulas.start(1), formulas.end(1));
            names.useTransparentBounds(true);
            while (names.find()) {
                edits.add(new TextEdit(lines.range(names.start(), names.end()), name));
            }
        }
        return edits;
    }
}
