package io.soabench.ide.feature;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.dsl.repair.Change;
import io.soabench.dsl.repair.Repairs;
import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Unit;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.ServiceType;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.scoping.IScopeProvider;

/** Drafts for unknown words: names, keywords, files, operations, ports, statistics. */
final class WordFixes {

    /** The greatest number of files of the same name that are offered. */
    private static final int MOST_FILES = 3;

    /** The greatest number of processes of a file that are offered. */
    private static final int MOST_PROCESSES = 5;

    private final FixOffers offers;
    private final Snapshot snapshot;
    private final int offset;
    private final Optional<Token> token;

    WordFixes(FixOffers offers) {
        this.offers = offers;
        this.snapshot = offers.snapshot();
        this.offset = offers.offset();
        this.token = offers.token();
    }

    /** Adds the probable meaning of a text with a syntax error. */
    void guess() {
        snapshot.service(Repairs.class).of(snapshot.lines().text()).faults().stream()
                .filter(fault -> fault.offset() == offset && fault.isCertain())
                .flatMap(fault -> fault.cure().stream())
                .forEach(this::cure);
    }

    private void cure(Change change) {
        if (change.text().isEmpty()) {
            offers.removal(new Edit(change.from(), change.to(), ""));
        } else if (change.from() < change.to()) {
            offers.fix("change to \"" + change.text() + '"', new Edit(change.from(), change.to(), change.text()));
        } else if (change.text().strip().equals("}")) {
            offers.fix("add the missing \"}\"", closing());
        } else {
            String added = change.text().strip();
            boolean word = !added.isEmpty() && change.text().endsWith(" ");
            offers.fix("add " + added, new Edit(change.from(), change.from(), word ? added + ' ' : change.text()));
        }
    }

    private Edit closing() {
        int end = Unit.at(snapshot.units(), Math.max(0, offset - 1)).end();
        int content = snapshot.lines().text().substring(0, end).stripTrailing().length();
        return new Edit(content, content, "\n}");
    }

    /** Adds the known names for the place of an unknown one. */
    void names() {
        Optional<ILeafNode> leaf = snapshot.leaf(offset);
        Optional<Snapshot.Referring> reference = leaf.flatMap(Snapshot::reference);
        if (reference.isEmpty() || token.isEmpty()) {
            return;
        }
        List<String> known = new ArrayList<>();
        snapshot.service(IScopeProvider.class)
                .getScope(reference.get().element(), reference.get().reference())
                .getAllElements()
                .forEach(each -> known.add(each.getName().toString()));
        offers.change(token.get(), FixOffers.similar(token.get().text(), known));
    }

    void file() {
        if (token.isEmpty()) {
            return;
        }
        String name = DocumentPlaces.unquoted(token.get().text());
        int dot = name.lastIndexOf('.');
        List<String> there =
                CandidateFiles.below(snapshot.file(), List.of(dot < 0 ? "." : name.substring(dot)), Integer.MAX_VALUE);
        offers.changeText(there);
        String last = name.substring(name.lastIndexOf('/') + 1);
        there.stream()
                .filter(each -> each.endsWith("/" + last) || each.equals(last))
                .limit(MOST_FILES)
                .forEach(each ->
                        offers.fix("change to \"" + each + '"', ModelEdits.replace(token.get(), '"' + each + '"')));
    }

    void operations() {
        snapshot.topLevel(offset).ifPresent(owner -> {
            List<String> names = new DocumentPlaces(snapshot)
                    .operations(owner).stream().map(Operation::name).toList();
            offers.changeText(names);
            if (offers.isEmpty() && token.isPresent() && token.get().kind() == Token.Kind.STRING) {
                names.forEach(name ->
                        offers.fix("change to \"" + name + '"', ModelEdits.replace(token.get(), '"' + name + '"')));
            }
        });
    }

    void port(ServiceType type) {
        new DocumentPlaces(snapshot).ports(type).forEach(port -> {
            int end = ModelEdits.end(type);
            boolean named = type.getPort() != null && token.isPresent();
            offers.fix(
                    "take port " + port.name(),
                    named
                            ? ModelEdits.replace(token.get(), '"' + port.name() + '"')
                            : new Edit(end, end, " port \"" + port.name() + '"'));
        });
    }

    /** Adds the executable processes of a file for one that is missing or cannot be run. */
    void process(Realisation file) {
        if (token.isEmpty()) {
            return;
        }
        boolean named = file.getProcess() != null;
        new DocumentPlaces(snapshot)
                .processes(file).stream()
                        .filter(each -> each.executable() && !each.id().isEmpty())
                        .limit(MOST_PROCESSES)
                        .forEach(each -> offers.fix(
                                "take process " + each.id(),
                                named
                                        ? ModelEdits.replace(token.get(), '"' + each.id() + '"')
                                        : new Edit(
                                                token.get().end(),
                                                token.get().end(),
                                                " process \"" + each.id() + '"')));
        if (named) {
            offers.drafts().withoutParts(offset).forEach(offers::removal);
        }
    }

    void statistics() {
        List<String> words = Stream.concat(
                        Arrays.stream(StatisticFunction.Kind.values()).map(StatisticFunction.Kind::text),
                        Stream.of("p50", "p90", "p95", "p99"))
                .toList();
        token.ifPresent(word -> offers.change(word, FixOffers.similar(word.text(), words)));
    }
}
