package io.soabench.generators.cases;

import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage.Literals;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A check that clients of a case wait longer than its partners need: else every request times out, and the engine would look saturated. */
public final class TimeOutCheck {

    private final CaseSet caseSet;
    private final ModelReading reading;
    private final ProblemCollector problems;
    private final Set<List<Object>> found = new HashSet<>();

    public TimeOutCheck(CaseSet caseSet, ProblemCollector problems) {
        this.caseSet = caseSet;
        this.reading = caseSet.reading();
        this.problems = problems;
    }

    /** Warns once of each partner in each suite that is on average slower than the time-out. */
    public void check(ExpandedCase each) {
        Duration timeOut = reading.settings(each).timeOut();
        caseSet.loaded(each).stream()
                .flatMap(process -> process.partners().stream())
                .flatMap(partner -> reading.service(partner.service()).stream())
                .filter(service -> service.behaviour().responseTime().mean() * 1000 >= timeOut.toMillis())
                .forEach(service -> warn(each.suite(), service, timeOut));
    }

    private void warn(TestSuite suite, MockedService service, Duration timeOut) {
        Service model = service.model();
        if (found.add(List.of(suite, model))) {
            problems.warn(
                    IssueCode.PARTNER_TOO_SLOW,
                    suite,
                    Literals.NAMED_ELEMENT__NAME,
                    "service \"" + service.name() + "\" answers in "
                            + mean(service.behaviour().responseTime().mean()) + " on average, but clients of suite \""
                            + suite.getName() + "\" wait "
                            + time(timeOut.toMillis() / 1000.0)
                            + " only, so that most requests time out whatever the engine does; raise time-out");
        }
    }

    private static String mean(double seconds) {
        return Double.isFinite(seconds) ? time(seconds) : "an infinite time";
    }

    private static String time(double seconds) {
        boolean small = seconds < 1;
        return BigDecimal.valueOf(small ? seconds * 1000 : seconds)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString()
                + (small ? " ms" : " s");
    }
}
