package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Connections;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Failure;
import io.soabench.model.testbed.LoadRange;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Recorder;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TargetKind;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.UniformDistribution;
import io.soabench.model.testbed.WorkloadRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.EcoreUtil2;

/**
 * Drafts of fixes that need no documents. They remove surplus parts, swap reversed ones, and replace words and
 * numbers.
 */
final class StructureFixes {

    /** A draft of a fix: its title and its changes. */
    interface Draft {
        void fix(String title, Edit... edits);
    }

    private final Snapshot snapshot;
    private final IssueCode code;
    private final ModelEdits drafts;
    private final int offset;
    private final Draft draft;
    private final Consumer<Edit> removal;
    private final Optional<Token> token;

    StructureFixes(
            Snapshot snapshot, IssueCode code, ModelEdits drafts, int offset, Draft draft, Consumer<Edit> removal) {
        this.snapshot = snapshot;
        this.code = code;
        this.drafts = drafts;
        this.offset = offset;
        this.draft = draft;
        this.removal = removal;
        this.token = snapshot.tokens().at(offset);
    }

    void draft() {
        switch (code) {
            case IMPORT_TWICE,
                    CHECK_ONE_WAY,
                    CALLBACK_POINTLESS,
                    CLIENT_CALLBACK_POINTLESS,
                    FAILURE_NEVER,
                    RATE_TWICE,
                    CLIENTS_TWICE,
                    REPEAT_TWICE,
                    PRECISION_TOO_FEW,
                    CLASS_PROCESS_TWICE,
                    PARALLEL_POINTLESS,
                    LATENCY_DUPLICATE,
                    LATENCY_TO_ITSELF,
                    HOST_ADDRESS_MISSING,
                    METRIC_TOTAL,
                    PROFILE_EMPTY,
                    TWIN_NOT_TESTED,
                    EXPLORE_VALUE_TWICE,
                    SERVER_DOES_NOT_SERVE,
                    SERVICE_SERVED_TWICE -> remove();
            case BASELINE_NOT_TESTED -> {
                inside(TestSuite.class).ifPresent(suite -> words(names(measured(suite))));
                remove();
            }
            case RECORD_IMPOSSIBLE -> {
                inside(TestSuite.class)
                        .filter(suite -> suite.getRecorder() == Recorder.ASYNC_PROFILER)
                        .ifPresent(suite -> words(Stream.of(Recorder.JFR.getLiteral())));
                remove();
            }
            case BATCH_IMPOSSIBLE -> inside(ClientClass.class).ifPresent(each -> remove());
            case RANGE_REVERSED, BURSTS_REVERSED, DISTRIBUTION_IMPOSSIBLE, EXPLORE_RANGE -> turn();
            case NOT_POSITIVE -> numbers("1");
            case PERCENT_RANGE -> numbers("100", "95");
            case FAILURE_STATUS -> numbers("503");
            case CONNECTIONS_TOO_FEW ->
                numbers(IntStream.rangeClosed(
                                2, snapshot.result().whole().hosts().size())
                        .mapToObj(String::valueOf)
                        .toArray(String[]::new));
            case PORT_RANGE -> {
                numbers("8080");
                remove();
            }
            case STATISTIC_TOTAL -> words(Stream.of("max", "average"));
            case STATISTIC_NOT_A_NUMBER -> statistic("p99", "average");
            case STATISTIC_OF_COUNTER -> statistic("total");
            case STATISTIC_LEVEL -> level();
            case CONNECTIONS_NEEDLESS, CONNECTIONS_OF_CLASS ->
                inside(Connections.class).ifPresent(each -> snapshot.tokens().visible().stream()
                        .filter(word -> word.end() <= ModelEdits.start(each))
                        .reduce((first, second) -> second)
                        .ifPresent(word -> removal.accept(drafts.without(word.start(), ModelEdits.end(each)))));
            case FAILURE_SHARES ->
                inside(Reliability.class).ifPresent(each -> each.getFailures().stream()
                        .map(Failure::getShare)
                        .filter(Objects::nonNull)
                        .forEach(share -> removal.accept(drafts.without(share))));
            case FAILURE_TWICE -> inside(Failure.class).ifPresent(this::merge);
            case REPLAY_TOO_SHORT ->
                inside(Replay.class)
                        .ifPresent(replay -> draft.fix(
                                "play it again and again",
                                new Edit(ModelEdits.end(replay), ModelEdits.end(replay), " repeat")));
            case MEASURE_NEVER_LONGER -> words("until", "answers", "most");
            case WARM_UP_NEVER_STEADY -> words("until", "steady", "most");
            case PROFILE_DEFAULT_TWICE ->
                token.filter(word -> word.is("default"))
                        .ifPresent(word -> draft.fix("make it no default", new Edit(word.start(), word.end() + 1, "")));
            default -> names();
        }
    }

    /** Adds fixes for the issues that another or an added name resolves. */
    private void names() {
        var whole = snapshot.result().whole();
        switch (code) {
            case SERVER_DOES_NOT_RUN_PROCESSES -> words(names(whole.engines()));
            case SERVER_IS_NO_REGISTRY -> {
                words(names(servers()
                        .filter(server -> server.getType().isRegistersServices())
                        .toList()));
                remove();
            }
            case DEPLOY_IMPOSSIBLE -> {
                words(names(servers()
                        .filter(server -> server.getType().isServesServices())
                        .toList()));
                remove();
            }
            case PARTNER_TYPE_MISMATCH -> words(names(whole.services()));
            case EVENT_TYPE_MISMATCH ->
                inside(NewServiceInstance.class)
                        .ifPresent(event -> words(names(whole.services().stream()
                                .filter(service -> service.getType() == event.getType())
                                .toList())));
            case METRIC_TARGET_MISMATCH -> {
                inside(Metric.class).ifPresent(this::targets);
                remove();
            }
            case NAME_DUPLICATE, BURSTS_STATES ->
                token.filter(word -> word.kind() == Token.Kind.WORD)
                        .ifPresent(word -> words(IntStream.rangeClosed(2, 5).mapToObj(i -> word.text() + i)));
            case UIID_HEADER ->
                token.ifPresent(word -> words(Stream.of(
                        '"' + DocumentPlaces.unquoted(word.text()).strip().replaceAll("[^A-Za-z0-9-]+", "-") + '"')));
            case CLASS_WITHOUT_PROCESS ->
                inside(ClientClass.class).flatMap(Snapshot::nameOf).ifPresent(name -> names(whole.processes().stream()
                                .filter(Process.class::isInstance)
                                .toList())
                        .forEach(process -> draft.fix(
                                "let it call " + process,
                                new Edit(name.getEndOffset(), name.getEndOffset(), " of " + process))));
            case CASE_WITHOUT_PROCESS ->
                inside(TestCase.class).ifPresent(each -> dimension(each, "process in processes"));
            case CASE_WITHOUT_WORKLOAD ->
                inside(TestCase.class).ifPresent(each -> dimension(each, "workload in workloads"));
            case CASE_PROCESS_TWICE -> inside(TestCase.class).ifPresent(this::withoutProcesses);
            case PORT_CLASH ->
                inside(Server.class)
                        .ifPresent(server -> server.getPorts().forEach(port -> removal.accept(drafts.without(port))));
            case EXPLORE_LOAD ->
                inside(Exploration.class).filter(each -> each.getLoad() == null).ifPresent(each -> {
                    draft.fix("search for clients", drafts.property(each, "load clients from 1 to 100"));
                    draft.fix("search for a rate", drafts.property(each, "load rate from 1 /s to 100 /s"));
                });
            default -> {
                // There is no fix: the right change depends on the user's intention.
            }
        }
    }

    private <T extends EObject> Optional<T> inside(Class<T> type) {
        return snapshot.element(offset)
                .map(each -> EcoreUtil2.getContainerOfType(each, type))
                .or(() -> snapshot.topLevel(offset).filter(type::isInstance).map(type::cast));
    }

    private void remove() {
        drafts.withoutParts(offset).forEach(removal);
    }

    private Stream<Server> servers() {
        return snapshot.result().whole().files().stream()
                .flatMap(file -> file.getElements().stream())
                .filter(Server.class::isInstance)
                .map(Server.class::cast)
                .filter(server -> server.getType() != null && !server.getType().eIsProxy());
    }

    /** Returns the engines of a suite where there are several, in the order of its cases. */
    private List<Server> measured(TestSuite suite) {
        List<Server> engines = Hovers.expand(snapshot, suite).stream()
                .flatMap(each -> each.server().stream())
                .distinct()
                .toList();
        return engines.size() > 1 ? engines : List.of();
    }

    private static Stream<String> names(List<? extends NamedElement> elements) {
        return elements.stream().map(NamedElement::getName).filter(name -> name != null);
    }

    /** Adds replacements of the word in question. */
    private void words(Stream<String> words) {
        token.ifPresent(from -> words.filter(word -> !from.is(word))
                .forEach(word -> draft.fix("change to " + quoted(word), ModelEdits.replace(from, word))));
    }

    private static String quoted(String word) {
        return word.startsWith("\"") ? word : '"' + word + '"';
    }

    /** Adds replacements of the number in question, in the same unit. */
    private void numbers(String... numbers) {
        token.filter(word -> word.kind() == Token.Kind.NUMBER).ifPresent(from -> {
            Optional<Quantity> quantity = inside(Quantity.class).filter(each -> ModelEdits.start(each) == from.start());
            for (String number : numbers) {
                String unit = quantity.map(each -> snapshot.lines().text().substring(from.end(), ModelEdits.end(each)))
                        .orElse("");
                draft.fix("change to " + quoted(number + unit), ModelEdits.replace(from, number));
            }
        });
    }

    private void statistic(String... names) {
        inside(Statistic.class).ifPresent(each -> {
            for (String name : names) {
                draft.fix("change to " + quoted(name), new Edit(ModelEdits.start(each), ModelEdits.end(each), name));
            }
        });
    }

    private void level() {
        inside(Statistic.class).ifPresent(each -> {
            int end = ModelEdits.end(each);
            if (each.getLevel() == null) {
                draft.fix("add a level of 95 %", new Edit(end, end, " 95 %"));
            } else {
                removal.accept(drafts.without(ModelEdits.start(each.getLevel()), end));
            }
        });
    }

    /** Exchanges two parts that are in the wrong order. */
    private void turn() {
        inside(WorkloadRange.class)
                .filter(each -> each.getLast() != null)
                .ifPresent(each -> draft.fix(
                        "exchange both ends",
                        new Edit(
                                ModelEdits.start(each),
                                ModelEdits.end(each),
                                each.getLast().getName() + " .. "
                                        + each.getFirst().getName())));
        inside(Reliability.class)
                .filter(each -> each.getStates().size() == 2)
                .ifPresent(each -> exchange(
                        "exchange both states",
                        each.getStates().get(0),
                        each.getStates().get(1)));
        inside(UniformDistribution.class)
                .ifPresent(each -> exchange("exchange both bounds", each.getMin(), each.getMax()));
        inside(LoadRange.class).ifPresent(each -> exchange("exchange both ends", each.getLeast(), each.getGreatest()));
    }

    private void exchange(String title, EObject one, EObject other) {
        if (one != null && other != null) {
            draft.fix(
                    title,
                    new Edit(ModelEdits.start(one), ModelEdits.end(one), TypeSheet.text(other)),
                    new Edit(ModelEdits.start(other), ModelEdits.end(other), TypeSheet.text(one)));
        }
    }

    /** Adds the shares of two failures of one kind. */
    private void merge(Failure second) {
        List<Failure> all =
                EcoreUtil2.getContainerOfType(second, Reliability.class).getFailures();
        all.stream()
                .filter(each -> each != second
                        && each.getKind() == second.getKind()
                        && Objects.equals(each.getStatus(), second.getStatus()))
                .findFirst()
                .filter(first -> first.getShare() != null
                        && second.getShare() != null
                        && first.getShare().getUnit() == second.getShare().getUnit())
                .ifPresent(first -> {
                    Quantity share = first.getShare();
                    String sum =
                            share.getValue().add(second.getShare().getValue()).toPlainString();
                    int start = ModelEdits.start(share);
                    int end = start
                            + snapshot.tokens()
                                    .at(start)
                                    .map(Token::text)
                                    .orElse("")
                                    .length();
                    draft.fix("add up the shares", new Edit(start, end, sum), drafts.without(second));
                });
    }

    /** Takes the words between a first and a last one away, wherever they stand in this order with two or three others between. */
    private void words(String first, String middle, String last) {
        List<Token> words = snapshot.tokens().visible();
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).is(first)) {
                List<Token> next = words.subList(i, Math.min(words.size(), i + 5));
                boolean meant = next.stream().anyMatch(word -> word.is(middle));
                Optional<Token> end =
                        next.stream().filter(word -> word.is(last)).findFirst();
                if (meant && end.isPresent()) {
                    edits.add(new Edit(words.get(i).start(), end(end.get(), words), ""));
                }
            }
        }
        edits.stream()
                .filter(edit -> edits.size() == 1 || snapshot.topLevel(offset).equals(snapshot.topLevel(edit.from())))
                .forEach(removal);
        if (edits.size() > 1) {
            edits.forEach(removal);
        }
    }

    /**
     * Returns the end of the text to remove. For a warm-up that never becomes steady, the number stays; otherwise
     * it is removed, too.
     */
    private int end(Token most, List<Token> words) {
        if (code == IssueCode.WARM_UP_NEVER_STEADY) {
            return words.get(words.indexOf(most) + 1).start();
        }
        Token number = words.get(words.indexOf(most) + 1);
        return inside(Quantity.class)
                .filter(each -> ModelEdits.start(each) == number.start())
                .map(ModelEdits::end)
                .orElse(words.get(words.indexOf(number) + 1).end());
    }

    private void targets(Metric metric) {
        metric.getType().getTargets().stream().map(TargetKind::getLiteral).forEach(kind -> words(Stream.of(kind)));
    }

    private void dimension(TestCase testCase, String dimension) {
        List<Token> words = tokens(testCase);
        Optional<Token> before = words.stream().filter(word -> word.is("for")).findFirst();
        if (before.isPresent()) {
            draft.fix(
                    "add " + dimension,
                    new Edit(before.get().end(), before.get().end(), " " + dimension + ","));
            return;
        }
        int end = words.stream()
                .takeWhile(word -> !word.is("from") && !word.is("deploy"))
                .reduce((first, second) -> second)
                .map(Token::end)
                .orElse(ModelEdits.end(testCase));
        draft.fix("add " + dimension, new Edit(end, end, " for " + dimension));
    }

    private List<Token> tokens(EObject element) {
        return snapshot.tokens().visible().stream()
                .filter(word -> word.start() >= ModelEdits.start(element) && word.end() <= ModelEdits.end(element))
                .toList();
    }

    private void withoutProcesses(TestCase testCase) {
        List<Token> words = tokens(testCase);
        for (int i = 0; i < words.size() - 2; i++) {
            if (words.get(i).is("process") && words.get(i + 1).is("in")) {
                int start = words.get(i).start();
                int end = words.get(i + 2).is("(")
                        ? words.stream()
                                .filter(word -> word.start() > start && word.is(")"))
                                .findFirst()
                                .map(Token::end)
                                .orElse(words.get(i + 2).end())
                        : words.get(i + 2).end();
                removal.accept(drafts.without(start, end));
            }
        }
    }
}
