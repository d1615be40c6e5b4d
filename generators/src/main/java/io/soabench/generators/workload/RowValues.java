package io.soabench.generators.workload;

import java.util.List;

/**
 * The content of the records that requests of a workload are filled from, for the tables that stock JMeter elements
 * read.
 */
public interface RowValues {

    /** The values of a workload without records. */
    RowValues NONE = new RowValues() {
        @Override
        public List<String> columns() {
            return List.of();
        }

        @Override
        public List<String> of(int chunk, int row) {
            return List.of();
        }
    };

    /** Returns the names of all columns. */
    List<String> columns();

    /**
     * Returns the values of a request, as they stand in XML; an empty one for each column that its records do not have.
     *
     * @param chunk index in the list of all chunks of the workload
     * @param row see {@link WorkloadSimulation.Sink}
     */
    List<String> of(int chunk, int row);
}
