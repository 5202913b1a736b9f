/**
 * A computation that a tenant's input can make large: a function of a module. It runs in a process that can be ended,
 * never in the one that answers requests: see compute.ts. Each is declared where it is used.
 */
export interface Job<Given extends unknown[], Made> {
  /** Of the exported function. */
  name: string;
  /** The address of its module. */
  module: string;
  /** How long it may compute, in milliseconds. */
  cpuMs: number;
  /** How large its answer may be: the parent has to read it in its own thread. */
  maxBytes: number;
  /** For the compiler: no job has it. */
  work?(...given: Given): Made;
}

// biome-ignore lint/suspicious/noExplicitAny: what each takes is its own
export type AnyWork = (...given: any[]) => unknown;

const usual = { cpuMs: 8_000, maxBytes: 16 * 1024 * 1024 };

/** @typeParam Work the function: the type that its module gives the name */
export const job = <Work extends AnyWork>(
  name: string,
  module: URL,
  bounds: Partial<typeof usual> = {},
): Job<Parameters<Work>, Awaited<ReturnType<Work>>> => ({
  ...usual,
  ...bounds,
  name,
  module: module.href,
});
