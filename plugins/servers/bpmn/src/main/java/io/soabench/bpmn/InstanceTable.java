package io.soabench.bpmn;

import io.soabench.front.FrontRefused;
import io.soabench.front.InstanceLines;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import javax.sql.DataSource;

/**
 * The table {@code ACT_HI_PROCINST}, in which Activiti and the engines that descend from it keep the begin and end of each instance. It is read by
 * one statement; the engine itself would make an object with twenty fields of each row.
 */
final class InstanceTable {

    private static final String NEWEST_FIRST =
            "select PROC_DEF_ID_, START_TIME_, END_TIME_ from ACT_HI_PROCINST order by START_TIME_ desc";

    private static final int ROWS_AT_ONCE = 10_000;

    private InstanceTable() {}

    /**
     * Adds the instances, the last begun first, until no further one is taken.
     *
     * @throws FrontRefused when the database does not answer
     */
    static void read(DataSource source, InstanceLines lines) throws FrontRefused {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(NEWEST_FIRST)) {
            // Rows come in parts only within a transaction.
            connection.setAutoCommit(false);
            statement.setFetchSize(ROWS_AT_ONCE);
            try (ResultSet rows = statement.executeQuery()) {
                boolean wanted = true;
                while (wanted && rows.next()) {
                    Timestamp end = rows.getTimestamp(3);
                    wanted = lines.add(
                            rows.getString(1), rows.getTimestamp(2).getTime(), end == null ? -1 : end.getTime());
                }
            }
            connection.rollback();
        } catch (SQLException e) {
            throw new FrontRefused("the history of instances cannot be read: " + e.getMessage(), e);
        }
    }
}
