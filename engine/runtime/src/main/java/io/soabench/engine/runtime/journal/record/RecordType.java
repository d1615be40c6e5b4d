package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.journal.codec.MalformedRecordException;

/** The types of records, with their numbers in a journal. The number of a type is never used for another one. */
public enum RecordType {
    /** An instance was started by a message. */
    STARTED(1),
    /** A message reached a running instance. */
    MESSAGE(2),
    /** A partner answered. */
    ANSWERED(3),
    /** A call of a partner failed. */
    FAILED(4),
    /** An alarm became due. */
    RANG(5),
    /** An instance was ended from outside. */
    TERMINATED(6),
    /** A decision was taken that does not follow from other records. */
    DECIDED(7),
    /** A reply was posted to the address that its request named. */
    POSTED(8),
    /** An instance ended. */
    ENDED(9),
    /** The state of an instance was recorded, which replaces the records before. */
    SNAPSHOT(10),
    /** The records of an instance were copied from an older segment. */
    HISTORY(11),
    /** A version of a process was deployed. */
    DEPLOYED(12),
    /** A version of a process was undeployed. */
    UNDEPLOYED(13),
    /** An engine was started. */
    ENGINE(14),
    /** A request with a key was done. */
    ANSWER(15);

    private static final RecordType[] BY_NUMBER = new RecordType[Byte.MAX_VALUE];

    static {
        for (RecordType type : values()) {
            BY_NUMBER[type.number] = type;
        }
    }

    private final byte number;

    RecordType(int number) {
        this.number = (byte) number;
    }

    /** Returns the number in a journal. */
    public byte number() {
        return number;
    }

    /**
     * Returns the type with a number.
     *
     * @throws MalformedRecordException if there is none
     */
    public static RecordType of(byte number) throws MalformedRecordException {
        RecordType type = number < 0 || number == Byte.MAX_VALUE ? null : BY_NUMBER[number];
        if (type == null) {
            throw new MalformedRecordException("The record has the unknown type " + number + ".");
        }
        return type;
    }
}
