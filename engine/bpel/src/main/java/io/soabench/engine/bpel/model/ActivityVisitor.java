package io.soabench.engine.bpel.model;

/**
 * A visitor with a method for each kind of activity (WS-BPEL 2.0, chapters 10 to 12). A kind that is added has to be
 * dealt with wherever there is a visitor.
 *
 * @param <R> what is made of an activity
 */
public interface ActivityVisitor<R> {
    /** {@code receive}. */
    R visit(ReceiveNode node);

    /** {@code reply}. */
    R visit(ReplyNode node);

    /** {@code invoke}. */
    R visit(InvokeNode node);

    /** {@code assign}. */
    R visit(AssignNode node);

    /** {@code validate}. */
    R visit(ValidateNode node);

    /** {@code throw}. */
    R visit(ThrowNode node);

    /** {@code rethrow}. */
    R visit(RethrowNode node);

    /** {@code wait}. */
    R visit(WaitNode node);

    /** {@code empty}. */
    R visit(EmptyNode node);

    /** {@code exit}. */
    R visit(ExitNode node);

    /** {@code sequence}. */
    R visit(SequenceNode node);

    /** {@code if}. */
    R visit(IfNode node);

    /** {@code while}. */
    R visit(WhileNode node);

    /** {@code repeatUntil}. */
    R visit(RepeatUntilNode node);

    /** {@code forEach}. */
    R visit(ForEachNode node);

    /** {@code pick}. */
    R visit(PickNode node);

    /** {@code flow}. */
    R visit(FlowNode node);

    /** {@code scope}, or what is one without saying so, see {@link ScopeNode}. */
    R visit(ScopeNode node);

    /** {@code compensate}. */
    R visit(CompensateNode node);

    /** {@code compensateScope}. */
    R visit(CompensateScopeNode node);
}
