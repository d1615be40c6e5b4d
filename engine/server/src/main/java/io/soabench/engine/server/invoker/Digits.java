package io.soabench.engine.server.invoker;

import io.netty.buffer.ByteBuf;

/** A writer of numbers in decimal digits that makes no string. No state. */
public final class Digits {
    private Digits() {}

    /** Writes a number, at least 0, in ASCII digits. */
    public static void write(ByteBuf target, int number) {
        int power = 1;
        while (number / power >= 10) {
            power *= 10;
        }
        int rest = number;
        while (power > 0) {
            target.writeByte('0' + rest / power);
            rest %= power;
            power /= 10;
        }
    }
}
