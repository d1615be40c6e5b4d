package io.soabench.eclipse.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedPackage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EClassifier;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.edit.command.SetCommand;
import org.eclipse.xtext.resource.XtextResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelTextConversionTest {

    private static final Path EXAMPLES =
            Path.of("../../../examples").toAbsolutePath().normalize();

    private final ModelTextConversion texts = new ModelTextConversion();

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".testbed"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldKeepTheTextOfWhatHasNotChanged(Path example) throws IOException {
        String text = Files.readString(example);

        Testbed testbed = texts.read(example, text).orElseThrow();

        assertThat(ModelTextConversion.write(testbed)).isEqualTo(text);
    }

    private static final String MODEL =
            """
            // What this is about.
            testbed small "One" // a title
            seed 7

            host   here   // as wide as I like it

            /* Where
               it runs. */
            server engine : reference on here { heap 256 MiB }
            """;

    private Testbed model() throws IOException {
        return texts.read(EXAMPLES.resolve("small.testbed"), MODEL).orElseThrow();
    }

    @Test
    void shouldKeepCommentsWhenAnAttributeChanges() throws IOException {
        Testbed testbed = model();

        testbed.setSeed(8L);

        assertThat(ModelTextConversion.write(testbed)).isEqualTo(MODEL.replace("seed 7", "seed 8"));
    }

    /** What the property sheet does; the model is in memory only, and no file of this name is there. */
    @Test
    void shouldChangeWhatWasReadByCommands() throws IOException {
        Testbed testbed = model();
        var domain = new ElementProviders().domain();

        domain.getCommandStack()
                .execute(SetCommand.create(domain, testbed, TestbedPackage.Literals.TESTBED__SEED, 4711L));

        assertThat(TextChange.between(MODEL, ModelTextConversion.write(testbed)).in(MODEL))
                .isEqualTo(MODEL.replace("seed 7", "seed 4711"));
    }

    @Test
    void shouldKeepCommentsWhenAnElementIsAdded() throws IOException {
        Testbed testbed = model();
        EObject host = new ElementTemplate((XtextResource) testbed.eResource())
                .of(TestbedPackage.Literals.HOST)
                .orElseThrow();

        testbed.getElements().add(1, (Host) host);

        assertThat(TextChange.with(host, testbed, MODEL).in(MODEL))
                .isEqualTo(MODEL.replace("like it\n", "like it\n\nhost host1\n"));
    }

    @Test
    void shouldKeepOtherTextWhenAnElementIsRemoved() throws IOException {
        Testbed testbed = model();

        TextChange change = TextChange.without(testbed.getElements().get(1), EXAMPLES.resolve("small.testbed"), MODEL);

        assertThat(change.in(MODEL)).isEqualTo(MODEL.substring(0, MODEL.indexOf("server engine")));
    }

    @Test
    void shouldHaveWordsForWhatCanBeAdded() throws IOException {
        Path example = EXAMPLES.resolve("quickstart/quickstart.testbed");
        String text = Files.readString(example);
        Testbed testbed = texts.read(example, text).orElseThrow();
        // A reader takes what plug-ins declare along from one text to the next.
        ModelTextConversion others = new ModelTextConversion();
        Set<EClass> tried = new HashSet<>();
        ElementTemplate seed = new ElementTemplate((XtextResource) testbed.eResource());
        for (EClassifier each : TestbedPackage.eINSTANCE.getEClassifiers()) {
            if (each instanceof EClass type
                    && !type.isAbstract()
                    && TestbedPackage.Literals.TESTBED_ELEMENT.isSuperTypeOf(type)) {
                seed.of(type).ifPresent(element -> {
                    testbed.getElements().add((TestbedElement) element);
                    String added = TextChange.with(element, testbed, text).in(text);
                    testbed.getElements().remove(element);
                    try {
                        Testbed again = others.read(example, added).orElseThrow(() -> new AssertionError(added));
                        assertThat(again.getElements())
                                .hasSize(testbed.getElements().size() + 1);
                        assertThat(again.getElements()
                                        .get(testbed.getElements().size())
                                        .eClass())
                                .isEqualTo(type);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    tried.add(type);
                });
            }
        }
        assertThat(tried)
                .contains(
                        TestbedPackage.Literals.HOST,
                        TestbedPackage.Literals.CLOSED_WORKLOAD,
                        TestbedPackage.Literals.OPEN_WORKLOAD,
                        TestbedPackage.Literals.SERVER,
                        TestbedPackage.Literals.SERVICE_TYPE,
                        TestbedPackage.Literals.WHITE_BOX_PROCESS,
                        TestbedPackage.Literals.TEST_SUITE);
    }
}
