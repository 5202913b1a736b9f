/** The messages between a parent process and a child of the sandbox; all of a tenant's data is text. */

/** One execution, in an instance of the engine that nothing was run in before. */
export interface RunMessage {
  type: 'run';
  id: number;
  code: string;
  /** JSON texts. */
  input: string;
  context: string;
  timeoutMs: number;
  memoryMb: number;
}

/** Whether code can be compiled; it is not run. */
export interface CheckMessage {
  type: 'check';
  id: number;
  code: string;
}

/** The result of a call that the code has made. */
export interface AnswerMessage {
  type: 'answer';
  id: number;
  call: number;
  isGood: boolean;
  /** JSON: what is answered, or `{status, code, message}`. */
  text: string;
}

/** A piece of computing, with what its function is given: see src/computing/job.ts. */
export interface ComputeMessage {
  type: 'compute';
  id: number;
  job: { name: string; module: string; maxBytes: number };
  given: readonly unknown[];
}

export type ToChild = RunMessage | CheckMessage | AnswerMessage | ComputeMessage;

/** An error in code. */
export interface CodeFault {
  message: string;
  line: number | null;
}

export type CallKind = 'api' | 'fetch' | 'db';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type ToParent =
  | { type: 'ready' }
  | { type: 'call'; id: number; call: number; kind: CallKind; text: string }
  | { type: 'log'; id: number; level: LogLevel; text: string }
  | { type: 'checked'; id: number; fault: CodeFault | null }
  /** The result of a job, as v8 serializes it. */
  | { type: 'computed'; id: number; output: Buffer }
  | { type: 'succeeded'; id: number; output: string }
  | { type: 'failed'; id: number; error: string }
  | { type: 'timeout'; id: number }
  /** The engine is not to be used again. */
  | { type: 'broken'; id: number; error: string };

export const limits = {
  /** Calls of ctx.api, ctx.db, ctx.fetch and ctx.emit in one run. */
  calls: 100,
  /** Characters of what goes in or out: the input, the output, one call and its answer. */
  text: 1024 * 1024,
  /** Characters of all log lines of a run. */
  logs: 64 * 1024,
  logLines: 1000,
} as const;
