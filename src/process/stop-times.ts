/**
 * One deadline for everything: within so many milliseconds of the signal the process has ended. The usual delay is a part of
 * it; what a longer one has more is added (`stopMsWith`).
 */
export const stopMs = 25_000;
/** Until then requests and jobs under way may finish; what is left is for the database. */
const drainMs = 16_000;
/** For proxies to notice that /ready answers 503; see SHUTDOWN_DELAY. */
export const usualDelayMs = 5_000;

const beyondUsual = (delayMs: number) => Math.max(0, delayMs - usualDelayMs);

/** How long after the signal a process has ended that still takes requests for `delayMs`. */
export const stopMsWith = (delayMs: number): number => stopMs + beyondUsual(delayMs);

/** How long after the signal such a process cuts off what it still does. */
export const drainMsWith = (delayMs: number): number => drainMs + beyondUsual(delayMs);
