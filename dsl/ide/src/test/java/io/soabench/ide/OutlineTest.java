package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.ide.feature.Colours;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.FoldingRange;
import org.eclipse.lsp4j.FoldingRangeRequestParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.SemanticTokensLegend;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A model as a tree, as blocks, in colours, laid out, and with lines above its suites. */
class OutlineTest {

    private static final Path FILE = ServerFixture.QUICKSTART;

    private final ServerFixture editor = new ServerFixture();

    @AfterEach
    void end() {
        editor.close();
    }

    private List<DocumentSymbol> symbols() {
        return ServerFixture.get(editor.texts().documentSymbol(new DocumentSymbolParams(ServerFixture.id(FILE))))
                .stream()
                .map(each -> each.getRight())
                .toList();
    }

    @Test
    void shouldShowAModelAsATree() {
        editor.open(FILE, ServerFixture.text(FILE));

        List<DocumentSymbol> symbols = symbols();

        assertThat(symbols)
                .extracting(DocumentSymbol::getName)
                .startsWith("Quote", "quotes", "Sequential", "FlowNoDep", "here", "engine", "mocks", "office", "web")
                .contains("Quick", "metric cpu");
        assertThat(symbols.get(2).getChildren())
                .extracting(DocumentSymbol::getName)
                .containsExactly("partner quote", "check data/sequential-order.xml");
        assertThat(symbols.get(1).getSelectionRange().getStart())
                .isEqualTo(ServerFixture.position(FILE, "quotes : Quote"));
        assertThat(symbols).allSatisfy(symbol -> {
            assertThat(symbol.getRange().getStart().getLine())
                    .isLessThanOrEqualTo(symbol.getSelectionRange().getStart().getLine());
            assertThat(symbol.getRange().getEnd().getLine())
                    .isGreaterThanOrEqualTo(symbol.getSelectionRange().getEnd().getLine());
        });
    }

    @Test
    void shouldShowTheBaselineOfASuite() {
        editor.open(FILE, ServerFixture.quickstart("repeat 2", "baseline engine repeat 2"));

        assertThat(symbols())
                .filteredOn(symbol -> symbol.getName().equals("Quick"))
                .singleElement()
                .satisfies(symbol -> assertThat(symbol.getDetail()).isEqualTo("suite, baseline engine"));
    }

    @Test
    void shouldShowTheRestOfATreeWithASyntaxError() {
        editor.open(FILE, ServerFixture.quickstart("host here\n", "host here {\n"));

        assertThat(symbols())
                .extracting(DocumentSymbol::getName)
                .contains("Quote", "quotes", "Sequential", "here", "engine", "mocks", "office", "web", "Quick");
    }

    @Test
    void shouldFoldBlocks() {
        editor.open(FILE, ServerFixture.text(FILE));

        List<FoldingRange> folds =
                ServerFixture.get(editor.texts().foldingRange(new FoldingRangeRequestParams(ServerFixture.id(FILE))));

        int service = ServerFixture.position(FILE, "service quotes").getLine();
        assertThat(folds).contains(fold(service, service + 4));
        assertThat(folds).hasSize(4);
    }

    private static FoldingRange fold(int first, int last) {
        FoldingRange fold = new FoldingRange(first, last);
        fold.setKind("region");
        return fold;
    }

    @Test
    void shouldTellNamesFromKeywords() {
        String text = ServerFixture.text(FILE);
        editor.open(FILE, text);
        SemanticTokensLegend legend = Colours.legend();

        List<Integer> numbers = ServerFixture.get(
                        editor.texts().semanticTokensFull(new SemanticTokensParams(ServerFixture.id(FILE))))
                .getData();

        List<String> words = new ArrayList<>();
        List<String> lines = text.lines().toList();
        int line = 0;
        int column = 0;
        for (int i = 0; i < numbers.size(); i += 5) {
            column = numbers.get(i) == 0 ? column + numbers.get(i + 1) : numbers.get(i + 1);
            line += numbers.get(i);
            words.add(lines.get(line).substring(column, column + numbers.get(i + 2)) + "/"
                    + legend.getTokenTypes().get(numbers.get(i + 3)));
        }
        assertThat(words.stream().limit(6).collect(Collectors.joining(" ")))
                .isEqualTo("testbed/keyword quickstart/variable \"Two processes, one partner, our engine\"/string"
                        + " seed/keyword 42/number service/keyword");
        assertThat(words)
                .contains(
                        "engine/variable",
                        "reference/type",
                        "quotes/class",
                        "Quote/interface",
                        "Sequential/function",
                        "lognormal/function",
                        "ms/enumMember",
                        "heap/parameter",
                        "quote/property",
                        "->/operator",
                        "// Apache Axis2 plays the partner/comment");
    }

    @Test
    void shouldLayAModelOut() {
        String text = ServerFixture.quickstart("host here", "host   here").replace("    bpel", "bpel");
        editor.open(FILE, text);

        List<? extends TextEdit> edits = ServerFixture.get(editor.texts()
                .formatting(new DocumentFormattingParams(ServerFixture.id(FILE), new FormattingOptions(4, true))));

        assertThat(ServerFixture.apply(text, edits)).contains("\n    bpel").doesNotContain("\nbpel");
    }

    @Test
    void shouldChangeNothingOfAModelThatIsLaidOut() {
        editor.open(FILE, ServerFixture.text(FILE));

        assertThat(ServerFixture.get(editor.texts()
                        .formatting(
                                new DocumentFormattingParams(ServerFixture.id(FILE), new FormattingOptions(4, true)))))
                .isEmpty();
    }

    @Test
    void shouldSayAboveASuiteHowMuchItIs() {
        editor.open(FILE, ServerFixture.text(FILE));

        List<? extends CodeLens> lenses =
                ServerFixture.get(editor.texts().codeLens(new CodeLensParams(ServerFixture.id(FILE))));

        assertThat(lenses).hasSize(2);
        assertThat(lenses.get(0).getCommand().getTitle()).startsWith("4 cases");
        assertThat(lenses.get(1).getCommand().getTitle()).isEqualTo("Run");
        assertThat(lenses.get(1).getCommand().getArguments()).containsExactly(ServerFixture.uri(FILE));
        assertThat(lenses.get(0).getRange().getStart()).isEqualTo(ServerFixture.position(FILE, "suite Quick"));
    }
}
