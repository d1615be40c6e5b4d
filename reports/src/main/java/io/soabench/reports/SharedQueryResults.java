package io.soabench.reports;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.h2.tools.SimpleResultSet;

/**
 * The results of queries that several readers share. The formats of a report have the same queries, in about the same order. The first
 * reader gets a result from the database; the others get it from memory, where it stays until each has had it. A reader that is far behind
 * queries the database again for results that had no room.
 *
 * <p>Each reader has a connection of its own, for its thread alone; connections may be used at the same time. Queries must depend on
 * nothing that a reader changes.
 */
final class SharedQueryResults {

    /** Maximum number of rows that wait for readers; one of a chart has some 200 bytes. */
    private static final int ROOM = 100_000;

    /** The key of the maximum number of rows among the parameters, which are counted from one. */
    private static final int MOST_ROWS = 0;

    /** A query with the values of its parameters by their places. */
    private record Question(String sql, Map<Integer, Object> values) {}

    /** The result of a query. */
    private record Answer(List<Column> columns, List<Object[]> rows) {

        ResultSet read() {
            SimpleResultSet result = new SimpleResultSet();
            for (Column column : columns) {
                result.addColumn(column.label(), column.type(), column.typeName(), column.precision(), column.scale());
            }
            rows.forEach(result::addRow);
            return result;
        }
    }

    /** The place where readers fetch a result; it is empty when the database gave none. */
    private static final class Place {

        private final CompletableFuture<Optional<Answer>> answer = new CompletableFuture<>();
        private int waiting;
        private int rows;

        private Place(int waiting) {
            this.waiting = waiting;
        }
    }

    private record Column(String label, int type, String typeName, int precision, int scale) {}

    private final int readers;
    private final int room;
    private final Map<Question, Place> places = new HashMap<>();
    private int kept;

    /**
     * Creates shared results.
     *
     * @param readers number of readers, each with a connection of its own
     */
    SharedQueryResults(int readers) {
        this(readers, ROOM);
    }

    /**
     * Creates shared results with limited memory.
     *
     * @param room maximum number of rows that may wait for readers
     */
    SharedQueryResults(int readers, int room) {
        this.readers = readers;
        this.room = room;
    }

    /**
     * Returns the connection of one reader. It answers prepared queries from memory where it can, and passes everything else to the given
     * one.
     */
    Connection of(Connection connection) {
        return proxy(Connection.class, (method, arguments) -> {
            Object result = call(connection, method, arguments);
            return result instanceof PreparedStatement statement && arguments.length == 1
                    ? shared((String) arguments[0], statement)
                    : result;
        });
    }

    private PreparedStatement shared(String sql, PreparedStatement statement) {
        Map<Integer, Object> values = new TreeMap<>();
        return proxy(PreparedStatement.class, (method, arguments) -> {
            String name = method.getName();
            if (name.equals("executeQuery") && arguments == null) {
                return answer(new Question(sql, Map.copyOf(values)), statement);
            }
            if (name.equals("clearParameters")) {
                values.clear();
            } else if (name.equals("setMaxRows")) {
                values.put(MOST_ROWS, arguments[0]);
            } else if (name.startsWith("set") && arguments.length == 2 && arguments[0] instanceof Integer place) {
                values.put(place, name.equals("setNull") ? name : arguments[1]);
            }
            return call(statement, method, arguments);
        });
    }

    private ResultSet answer(Question question, PreparedStatement statement) throws SQLException {
        Place own = new Place(readers - 1);
        Place place = come(question, own);
        if (place != own) {
            Optional<Answer> known = place.answer.join();
            return known.isPresent() ? known.get().read() : ask(statement).read();
        }
        Optional<Answer> answer = Optional.empty();
        try {
            answer = Optional.of(ask(statement));
            return answer.get().read();
        } finally {
            keep(question, own, answer);
            own.answer.complete(answer);
        }
    }

    private Answer ask(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            ResultSetMetaData about = rows.getMetaData();
            List<Column> columns = new ArrayList<>();
            for (int i = 1; i <= about.getColumnCount(); i++) {
                columns.add(new Column(
                        about.getColumnLabel(i),
                        about.getColumnType(i),
                        about.getColumnTypeName(i),
                        about.getPrecision(i),
                        about.getScale(i)));
            }
            List<Object[]> all = new ArrayList<>();
            while (rows.next()) {
                Object[] row = new Object[columns.size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getObject(i + 1);
                }
                all.add(row);
            }
            return new Answer(columns, all);
        }
    }

    /** Returns the place of the result; the given one when this reader is the first. */
    private synchronized Place come(Question question, Place first) {
        Place place = places.get(question);
        if (place == null) {
            if (first.waiting > 0) {
                places.put(question, first);
            }
            return first;
        }
        place.waiting--;
        if (place.waiting == 0) {
            leave(question, place);
        }
        return place;
    }

    private synchronized void keep(Question question, Place place, Optional<Answer> answer) {
        if (places.get(question) != place) {
            return;
        }
        int rows = answer.map(each -> each.rows().size()).orElse(room);
        if (kept + rows < room) {
            place.rows = rows;
            kept += rows;
        } else {
            leave(question, place);
        }
    }

    private void leave(Question question, Place place) {
        places.remove(question);
        kept -= place.rows;
    }

    /** Returns the number of rows that wait for readers. */
    synchronized int kept() {
        return kept;
    }

    /** The action of a method of a wrapped object. */
    private interface Call {

        Object of(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        InvocationHandler handler = (proxy, method, arguments) -> call.of(method, arguments);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
