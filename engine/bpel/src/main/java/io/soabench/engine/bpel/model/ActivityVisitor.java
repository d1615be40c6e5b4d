package io.soabench.engine.bpel.model;

/**
 * A visitor with a method for each kind of activity (WS-BPEL 2.0, chapters 10 to 12). The compiler checks that each
 * visitor handles each kind.
 *
 * @param <R> the result for one activity
 */
public interface ActivityVisitor<R> {
    /** Visits a {@code receive}. */
    R visit(ReceiveNode node);

    /** Visits a {@code reply}. */
    R visit(ReplyNode node);

    /** Visits an {@code invoke}. */
    R visit(InvokeNode node);

    /** Visits an {@code assign}. */
    R visit(AssignNode node);

    /** Visits a {@code validate}. */
    R visit(ValidateNode node);

    /** Visits a {@code throw}. */
    R visit(ThrowNode node);

    /** Visits a {@code rethrow}. */
    R visit(RethrowNode node);

    /** Visits a {@code wait}. */
    R visit(WaitNode node);

    /** Visits an {@code empty}. */
    R visit(EmptyNode node);

    /** Visits an {@code exit}. */
    R visit(ExitNode node);

    /** Visits a {@code sequence}. */
    R visit(SequenceNode node);

    /** Visits an {@code if}. */
    R visit(IfNode node);

    /** Visits a {@code while}. */
    R visit(WhileNode node);

    /** Visits a {@code repeatUntil}. */
    R visit(RepeatUntilNode node);

    /** Visits a {@code forEach}. */
    R visit(ForEachNode node);

    /** Visits a {@code pick}. */
    R visit(PickNode node);

    /** Visits a {@code flow}. */
    R visit(FlowNode node);

    /** Visits a {@code scope}, explicit or implicit, see {@link ScopeNode}. */
    R visit(ScopeNode node);

    /** Visits a {@code compensate}. */
    R visit(CompensateNode node);

    /** Visits a {@code compensateScope}. */
    R visit(CompensateScopeNode node);
}
