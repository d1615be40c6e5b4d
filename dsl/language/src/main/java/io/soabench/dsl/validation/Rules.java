package io.soabench.dsl.validation;

import com.google.inject.Inject;
import com.google.inject.Provider;
import io.soabench.dsl.documents.FilePlaces;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.dsl.documents.TextProblem;
import io.soabench.dsl.scoping.Imports;
import io.soabench.model.Dimension;
import io.soabench.model.FileNames;
import io.soabench.model.Measure;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Testbed;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.util.IResourceScopeCache;
import org.eclipse.xtext.validation.AbstractDeclarativeValidator;
import org.eclipse.xtext.validation.EValidatorRegistrar;

/** The base class of all rules: the whole testbed, the files, and common rules for numbers. */
abstract class Rules extends AbstractDeclarativeValidator {

    /** Seconds of a year: no measurement takes longer. */
    private static final BigDecimal LONGEST_TIME = BigDecimal.valueOf(365L * 24 * 3600);

    /** The greatest rate per second: ten times the rate that one machine can send. */
    private static final BigDecimal HIGHEST_RATE = BigDecimal.valueOf(1_000_000);

    /** The greatest size in bytes, 1 PiB: no machine has as much memory. */
    private static final BigDecimal LARGEST_SIZE = BigDecimal.valueOf(1L << 50);

    /** The greatest number of clients, instances or repetitions: ten times as many as one machine can have. */
    private static final int MOST_COUNT = 1_000_000;

    @Inject
    private ModelDocuments files;

    @Inject
    private Interfaces interfaces;

    @Override
    @Inject
    @SuppressWarnings("UnusedVariable") // The signature is the framework's.
    public void register(EValidatorRegistrar registrar) {
        // The validator that is composed of these rules is registered for all of them.
    }

    final ModelDocuments files() {
        return files;
    }

    final Interfaces interfaces() {
        return interfaces;
    }

    @Inject
    private IResourceScopeCache cache;

    /** Returns the testbed that an element belongs to, with its imports. */
    final WholeTestbed whole(EObject element) {
        return once("whole", element, () -> {
            Testbed testbed = EcoreUtil2.getContainerOfType(element, Testbed.class);
            Imports.load(testbed);
            return WholeTestbed.of(testbed);
        });
    }

    /** Returns a result about the whole file of an element. It is computed once until the file changes. */
    final <T> T once(String what, EObject element, Provider<T> work) {
        return cache.get("rules: " + what, element.eResource(), work);
    }

    /** Returns whether a reference is resolved. Unresolved ones are reported elsewhere. */
    static boolean known(EObject target) {
        return target != null && !target.eIsProxy();
    }

    static String quoted(Collection<String> names) {
        return names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    }

    static String text(Quantity quantity) {
        return Measure.text(quantity);
    }

    final void error(IssueCode code, String message, EObject place, EStructuralFeature feature) {
        error(message, place, feature, code.id());
    }

    final void error(IssueCode code, String message, EObject place, EStructuralFeature feature, int index) {
        error(message, place, feature, index, code.id());
    }

    /** Reports an error in a file that the model names. An element stands for the file. */
    final void error(IssueCode code, Place place, String message, EObject element, EStructuralFeature feature) {
        error(message, element, feature, code.id(), FilePlaces.toData(place));
    }

    final void warning(IssueCode code, String message, EObject place, EStructuralFeature feature) {
        warning(message, place, feature, code.id());
    }

    final void info(IssueCode code, String message, EObject place, EStructuralFeature feature) {
        info(message, place, feature, code.id());
    }

    /** Returns the sentence about a file that is missing, or whose name cannot be used. */
    static String missing(String name) {
        return FileNames.problem(name)
                .orElse("file \"" + name + "\" is not there or cannot be read; names are relative to the model file");
    }

    /** Checks that a file is there, and is text in its encoding. */
    final Optional<Path> existing(String name, EObject place, EStructuralFeature feature, int index) {
        if (name == null) {
            return Optional.empty();
        }
        Optional<Path> file = files.file(place, name);
        if (file.isEmpty()) {
            error(IssueCode.FILE_MISSING, missing(name), place, feature, index);
        }
        Optional<TextProblem> problem = file.flatMap(TextProblem::of);
        problem.ifPresent(found -> error(IssueCode.NOT_UTF_8, found.place(), found.message(), place, feature));
        return problem.isPresent() ? Optional.empty() : file;
    }

    /** Returns whether a time, a rate or a size is within the limits of an experiment. Sums of larger numbers overflow. */
    static boolean meant(Quantity quantity) {
        BigDecimal most =
                switch (Dimension.of(quantity.getUnit())) {
                    case TIME -> LONGEST_TIME;
                    case RATE -> HIGHEST_RATE;
                    case SIZE -> LARGEST_SIZE;
                    default -> null;
                };
        return most == null || Measure.of(quantity).value().abs().compareTo(most) <= 0;
    }

    /** Checks that a quantity has a dimension. */
    final boolean has(Dimension dimension, Quantity quantity, String what) {
        if (quantity == null || quantity.getValue() == null) {
            return false;
        }
        if (Dimension.of(quantity.getUnit()) == dimension) {
            if (meant(quantity)) {
                return true;
            }
            tooMuch(quantity, what);
            return false;
        }
        error(
                IssueCode.UNIT_MISMATCH,
                what + " is " + text(quantity) + ", but must be " + dimension.description(),
                quantity,
                null);
        return false;
    }

    /** Reports a quantity that is not {@linkplain #meant meant}. */
    final void tooMuch(Quantity quantity, String what) {
        String most =
                switch (Dimension.of(quantity.getUnit())) {
                    case TIME -> "8760 h, a year";
                    case SIZE -> "1048576 GiB";
                    default -> "1000000 /s";
                };
        error(
                IssueCode.TOO_MUCH,
                what + " is " + text(quantity) + ", which is above the limit; write at most " + most,
                quantity,
                null);
    }

    /** Checks that a quantity has a dimension and is above zero. */
    final void positive(Dimension dimension, Quantity quantity, String what) {
        if (has(dimension, quantity, what) && Measure.of(quantity).sign() <= 0) {
            error(IssueCode.NOT_POSITIVE, what + " is " + text(quantity) + ", but must be above 0", quantity, null);
        }
    }

    /** Checks that a quantity has a dimension and is not below zero. */
    final void notNegative(Dimension dimension, Quantity quantity, String what) {
        if (has(dimension, quantity, what) && Measure.of(quantity).sign() < 0) {
            error(IssueCode.NOT_POSITIVE, what + " is " + text(quantity) + ", but must not be below 0", quantity, null);
        }
    }

    /** Checks that a number is at least one, and not more than an experiment could have. */
    final void atLeastOne(Integer number, String what, EObject place, EStructuralFeature feature) {
        if (number != null && number > MOST_COUNT) {
            error(
                    IssueCode.TOO_MUCH,
                    what + " is " + number + ", which is above the limit; write at most " + MOST_COUNT,
                    place,
                    feature);
        }
        if (number != null && number < 1) {
            error(IssueCode.NOT_POSITIVE, what + " is " + number + ", but must be at least 1", place, feature);
        }
    }

    /** Checks that a precision is a share. */
    final void precision(Quantity precision) {
        if (has(Dimension.RATIO, precision, "precision")) {
            double share = Measure.of(precision).ratio();
            if (!(share > 0 && share <= 1)) {
                error(
                        IssueCode.PERCENT_RANGE,
                        "precision is " + text(precision) + ", but must be above 0 % and at most 100 %",
                        precision,
                        null);
            }
        }
    }

    /** Checks that a number can be that of a TCP port. */
    final void port(Integer number, String what, EObject place, EStructuralFeature feature) {
        if (number != null && (number < 1 || number > 65535)) {
            error(IssueCode.PORT_RANGE, what + " is " + number + ", but must be from 1 to 65535", place, feature);
        }
    }
}
