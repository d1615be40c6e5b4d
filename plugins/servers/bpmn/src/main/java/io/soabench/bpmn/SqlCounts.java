package io.soabench.bpmn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.MethodExecutionContext;
import net.ttddyy.dsproxy.listener.MethodExecutionListener;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/**
 * Counters of a database: statements, commits, rollbacks. They show whether an engine stores any state: an instance
 * that runs in one transaction may write nothing at all. Safe for use by many threads.
 */
final class SqlCounts implements QueryExecutionListener, MethodExecutionListener {

    private final LongAdder selects = new LongAdder();
    private final LongAdder changes = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder rollbacks = new LongAdder();

    /** Returns a wrapper of a data source, whose statements and transactions these counters count. */
    DataSource counted(DataSource source) {
        return ProxyDataSourceBuilder.create(source)
                .listener(this)
                .methodListener(this)
                .build();
    }

    @Override
    public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
        // A statement counts when it has run.
    }

    @Override
    public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
        for (QueryInfo query : queries) {
            int rows = Math.max(1, query.getParametersList().size());
            if (query.getQuery().regionMatches(true, 0, "select", 0, "select".length())) {
                selects.add(rows);
            } else {
                changes.add(rows);
            }
        }
    }

    @Override
    public void beforeMethod(MethodExecutionContext call) {
        // A commit counts when it has happened.
    }

    @Override
    public void afterMethod(MethodExecutionContext call) {
        if (call.getThrown() != null) {
            return;
        }
        switch (call.getMethod().getName()) {
            case "commit" -> commits.increment();
            case "rollback" -> rollbacks.increment();
            default -> {
                // Nothing else ends a transaction.
            }
        }
    }

    /** Returns the counts by name. */
    Map<String, Object> counts() {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("sqlSelects", selects.sum());
        counts.put("sqlChanges", changes.sum());
        counts.put("sqlCommits", commits.sum());
        counts.put("sqlRollbacks", rollbacks.sum());
        return counts;
    }
}
