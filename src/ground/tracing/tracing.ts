import { randomUUID } from 'node:crypto';

/** Facts about a span. Never bodies, parameters, query strings or tokens: a collector is read by many. */
export type Attributes = Record<string, string | number | undefined>;

/** A part of a trace that has not ended. */
export interface Span {
  set(attributes: Attributes): void;
  /** Marks it as failed, by the code of the error: messages may contain values of tenants. */
  fail(error: unknown): void;
  /** @param name in place of the one that it began with */
  end(name?: string): void;
}

/** Traces of this process: see otlp.ts. */
export interface Tracer {
  /** Runs a request, in a span if it is sampled. @param traceparent of a caller that may decide that; else chance does */
  request(traceparent: string | undefined, work: (span?: Span) => void): void;
  /** Runs queued work, in a span if it is sampled; that begins when its cause is known, or when another begins within it. */
  task<T>(kind: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Links the queued work that runs here to the request that caused it, which also decides whether it is sampled. */
  causedBy(root: string): void;
  /** Begins a span within the one that is under way here; undefined where none is. */
  begin(name: string, attributes: Attributes): Span | undefined;
  /** A root of causes by which queued work finds the request that is under way here; undefined where none is sampled. */
  newRoot(): string | undefined;
  /** The header for calls to others, where it may be sent. */
  traceparent(): string | undefined;
}

let tracer: Tracer | undefined;

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT: then nothing of OpenTelemetry is loaded. */
export const tracing = (): Tracer | undefined => tracer;

export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Does a part of what is under way in a span of its own. Without a trace it only does it. */
export async function inSpan<T>(
  name: string,
  attributes: () => Attributes,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  const span = tracer?.begin(name, attributes());
  if (!span) return work();
  try {
    return await work(span);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** The beginning of a chain of causes, a UUID. */
export const newRoot = (): string => tracer?.newRoot() ?? randomUUID();
