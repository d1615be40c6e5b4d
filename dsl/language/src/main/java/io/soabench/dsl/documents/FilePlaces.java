package io.soabench.dsl.documents;

import io.soabench.model.issue.Place;
import java.nio.file.Path;
import java.util.Optional;

/** Places in files other than the model's, encoded for the validator, which knows places of the model only. */
public final class FilePlaces {

    private static final String MARK = "place";

    private FilePlaces() {}

    /** Returns a place as the data of an issue of the validator. */
    public static String[] toData(Place place) {
        return new String[] {
            MARK, place.file().toString(), Integer.toString(place.line()), Integer.toString(place.column())
        };
    }

    /** Returns the place that the data of an issue hold, if they hold one. */
    public static Optional<Place> ofData(String[] data) {
        return data == null || data.length != 4 || !data[0].equals(MARK)
                ? Optional.empty()
                : Optional.of(new Place(Path.of(data[1]), Integer.parseInt(data[2]), Integer.parseInt(data[3])));
    }
}
