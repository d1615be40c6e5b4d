package io.soabench.generators.reading;

import io.soabench.contracts.sample.TypePlace;
import io.soabench.contracts.sample.ValueType;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.generators.mocks.AnswerDraw;
import io.soabench.generators.mocks.MockFolder;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.DrawnAnswer;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.MockPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;

/** The values that a service draws, put into its answers. */
public final class DrawnAnswers {

    private static final String NUMBER = "|[+-]?\\d+(\\.\\d*)?";

    private final Service model;
    private final ProblemCollector problems;
    private final Map<String, String> texts;

    private DrawnAnswers(Service model, Map<String, String> answers, ProblemCollector problems) {
        this.model = model;
        this.problems = problems;
        texts = new TreeMap<>(answers);
        texts.keySet().removeIf(path -> path.endsWith(".fault.xml"));
    }

    /** Returns the folder of a service with placeholders in its answers, after problems were added where there is no place for them. */
    public static MockFolder of(Service model, WsdlDefinitions wsdl, MockFolder folder, ProblemCollector problems) {
        if (model.getAnswers().isEmpty()) {
            return folder;
        }
        DrawnAnswers making = new DrawnAnswers(model, folder.answers(), problems);
        WsdlPaths paths = new WsdlPaths(wsdl);
        List<AnswerDraw> draws = new ArrayList<>();
        Set<String> elements = new HashSet<>();
        for (DrawnAnswer answer : model.getAnswers()) {
            List<String> steps = paths.steps(
                    answer.getPath(),
                    IssueCode.ANSWERS_PATH,
                    answer,
                    Literals.DRAWN_ANSWER__PATH,
                    "service \"" + model.getName() + "\", answers",
                    problems);
            if (steps.isEmpty()) {
                continue;
            }
            String last = steps.get(steps.size() - 1);
            String element = last.substring(Math.max(last.indexOf('}'), last.indexOf('@')) + 1);
            if (!elements.add(element)) {
                making.problem(answer, "draws two elements of the name \"" + element + "\"; take one of them out");
            } else if (making.placed(answer, steps, draws.size()) && making.allowed(answer, steps, wsdl.schemas())) {
                draws.add(new AnswerDraw(answer.getPath(), element, answer.getLeast(), answer.getGreatest()));
            }
        }
        return folder.drawing(draws, making.texts);
    }

    private void problem(DrawnAnswer answer, String what) {
        problems.add(
                IssueCode.ANSWERS_PATH,
                answer,
                Literals.DRAWN_ANSWER__PATH,
                "service \"" + model.getName() + "\" " + what);
    }

    /** Returns whether the schema allows the least and the greatest number where they are drawn; true where the type is not known. */
    private boolean allowed(DrawnAnswer answer, List<String> steps, XmlSchemaCollection schemas) {
        Optional<ValueType> type = type(steps, schemas);
        for (long number : new long[] {answer.getLeast(), answer.getGreatest()}) {
            Optional<String> refused = type.flatMap(each -> each.problem(Long.toString(number)));
            if (refused.isPresent()) {
                problem(
                        answer,
                        "draws numbers from " + answer.getLeast() + " to " + answer.getGreatest() + " for \""
                                + answer.getPath() + "\", but " + number + " " + refused.get()
                                + "; draw only numbers that the type allows");
                return false;
            }
        }
        return true;
    }

    private static Optional<ValueType> type(List<String> steps, XmlSchemaCollection schemas) {
        Optional<TypePlace> place = TypePlace.element(schemas, QName.valueOf(steps.get(0)));
        for (String step : steps.subList(1, steps.size())) {
            if (step.startsWith("@")) {
                return place.flatMap(element -> element.attribute(QName.valueOf(step.substring(1))));
            }
            place = place.flatMap(element -> element.child(QName.valueOf(step)));
        }
        return place.flatMap(TypePlace::text);
    }

    /** Returns whether some answer has the element, which holds a number. */
    private boolean placed(DrawnAnswer answer, List<String> steps, int n) {
        boolean found = false;
        for (Map.Entry<String, String> each : texts.entrySet()) {
            Optional<String> changed = placed(each.getValue(), steps);
            if (changed.isPresent()) {
                found = true;
                String before = replaced(each.getValue(), changed.get());
                if (!before.matches(NUMBER)) {
                    problem(
                            answer,
                            "draws a number for \"" + answer.getPath() + "\", which cannot hold one: its default is \""
                                    + before + "\"; name an element that holds numbers");
                    return false;
                }
                each.setValue(changed.get().replace(RequestText.PLACEHOLDER, MockPlan.Draw.placeholder(n)));
            }
        }
        if (!found) {
            problem(
                    answer,
                    "draws \"" + answer.getPath()
                            + "\", but none of its answers has that element in its default form; correct the path");
        }
        return found;
    }

    private static Optional<String> placed(String text, List<String> steps) {
        try {
            return Optional.of(RequestText.withPlaceholder(text, steps));
        } catch (BadRequestDataException e) {
            return Optional.empty();
        }
    }

    /** Returns the value in place of the placeholder. */
    private static String replaced(String before, String after) {
        int start = after.indexOf(RequestText.PLACEHOLDER);
        int end = before.length() - (after.length() - start - RequestText.PLACEHOLDER.length());
        return end <= start ? "" : before.substring(start, end).strip();
    }
}
