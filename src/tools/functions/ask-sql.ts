/** A statement with its parameters, as code gives them: not checked yet. */
export interface SqlRequest {
  sql?: unknown;
  params?: unknown;
}

/** Aborts when the code that asked is out of time. @param deadline by performance.now() */
export const untilDeadline = (deadline: number): AbortSignal =>
  AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now())));
