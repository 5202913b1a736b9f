import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/config.ts';
import { spansDropped } from '../machine/counters.ts';
import { version } from '../machine/version.ts';
import { type Attributes, type Span, type Tracer, useTracer } from './tracing.ts';

/** So many spans wait for the collector; more are dropped. */
const mostWaiting = 2_048;
const exportMs = 5_000;

/** The span that is under way here, or the queued work that has not decided whether it has one. */
interface Under {
  span?: OtelSpan | undefined;
  /** It continues the trace of a caller. */
  isForeign?: boolean;
  begin?: ((link?: Link) => OtelSpan) | undefined;
}

/** Starts tracing in this process. @returns ends it, and sends what waits */
export function startTracing({
  endpoint,
  serviceName,
  ratio,
  propagates,
}: TracingConfig): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
  });
  const provider = new TracerProvider({
    // Chance, or the caller, has decided before a span begins: those that are not sampled cost nothing.
    sampler: new AlwaysOnSampler(),
    idGenerator: ids(),
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [bounded(exporter)],
  });
  useTracer(tracerOf(provider, { ratio, propagates }));
  return async () => {
    useTracer(undefined);
    // A collector that is away has lost them, which is counted.
    await provider.shutdown().catch(() => {});
  };
}

function tracerOf(
  provider: TracerProvider,
  { ratio, propagates }: Pick<TracingConfig, 'ratio' | 'propagates'>,
): Tracer {
  const otel = provider.getTracer('insula', version);
  const under = new AsyncLocalStorage<Under>();
  const isChosen = () => Math.random() < ratio;
  const spanHere = (): OtelSpan | undefined => {
    const here = under.getStore();
    if (here?.begin) {
      const { begin } = here;
      here.begin = undefined;
      if (isChosen()) here.span = begin();
    }
    return here?.span;
  };
  return {
    request(traceparent, work) {
      const parent = parsed(traceparent);
      if (parent ? parent.traceFlags !== TraceFlags.SAMPLED : !isChosen()) {
        work();
        return;
      }
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      const span = otel.startSpan('request', { kind: SpanKind.SERVER }, context);
      under.run({ span, isForeign: parent !== undefined }, () => work(spanOf(span)));
    },
    async task(kind, attributes, work) {
      const startTime = new Date();
      const begin = (link?: Link) =>
        otel.startSpan(
          'worker.task',
          {
            ...{ kind: SpanKind.CONSUMER, startTime, links: link ? [link] : [] },
            attributes: { ...attributes, 'insula.kind': kind },
          },
          ROOT_CONTEXT,
        );
      return under.run({ begin }, async () => {
        try {
          return await work();
        } catch (error) {
          const span = spanHere();
          if (span) spanOf(span).fail(error);
          throw error;
        } finally {
          spanHere()?.end();
        }
      });
    },
    causedBy(root) {
      const here = under.getStore();
      if (!here?.begin || !isSampledRoot(root)) return;
      here.span = here.begin(linkTo(root));
      here.span.setAttribute('insula.root', root);
      here.begin = undefined;
    },
    begin(name, attributes) {
      const parent = spanHere();
      if (!parent) return undefined;
      const context: Context = trace.setSpan(ROOT_CONTEXT, parent);
      return spanOf(otel.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context));
    },
    newRoot() {
      const here = under.getStore();
      if (!here?.span) return undefined;
      const root = here.isForeign ? foreignRoot() : uuidOf(here.span.spanContext().traceId);
      here.span.setAttribute('insula.root', root);
      return root;
    },
    traceparent() {
      const span = propagates ? spanHere() : undefined;
      if (!span) return undefined;
      const { traceId, spanId } = span.spanContext();
      return `00-${traceId}-${spanId}-01`;
    },
  };
}

function spanOf(span: OtelSpan): Span {
  return {
    set(attributes: Attributes) {
      span.setAttributes(attributes);
    },
    fail(error) {
      const { code } = error as { code?: unknown };
      span.setAttribute('error.type', typeof code === 'string' ? code : (error as Error).name);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end(name) {
      if (name !== undefined) span.updateName(name);
      span.end();
    },
  };
}

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const isZero = (id: string) => /^0+$/.test(id);

/** W3C Trace Context. */
function parsed(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = pattern.exec(traceparent ?? '') ?? [];
  if (isZero(traceId) || isZero(spanId) || flags === '') return undefined;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return { traceId, spanId, traceFlags, isRemote: true };
}

/*
 * A root of causes is a UUID, which everything that follows from a request carries (docs/inside/worker.md). Of a sampled
 * request it has the version 8. If the trace began with that request, it is the id of the trace, whose second half is the id
 * of the request's span (variant 8); in the trace of another it is random (variant b).
 */

const hex = () => randomUUID().replaceAll('-', '');

function ids(): IdGenerator {
  let spanId = '';
  return {
    generateSpanId() {
      spanId = `8${hex().slice(17)}`;
      return spanId;
    },
    // The SDK asks for it right after that of the span.
    generateTraceId() {
      const random = hex();
      return `${random.slice(0, 12)}8${random.slice(13, 16)}${spanId}`;
    },
  };
}

const uuidOf = (traceId: string) =>
  traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const foreignRoot = () => randomUUID().replace(/^(.{14}).(.{4})./, '$18$2b');

const isSampledRoot = (root: string) => root[14] === '8';

function linkTo(root: string): Link | undefined {
  if (root[19] !== '8') return undefined;
  const traceId = root.replaceAll('-', '');
  return { context: { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED } };
}

/** Sends spans in batches; those that the collector does not take are dropped and counted, and nothing waits for it. */
function bounded(exporter: SpanExporter): SpanProcessor {
  let waiting = 0;
  const counting: SpanExporter = {
    export(spans, done) {
      exporter.export(spans, (result) => {
        waiting -= spans.length;
        if (result.code !== 0) spansDropped.inc(spans.length);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
  const batches = new BatchSpanProcessor({
    ...{ exporter: counting, maxQueueSize: mostWaiting, exportTimeoutMillis: exportMs },
    scheduledDelayMillis: 1_000,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (waiting >= mostWaiting) {
        spansDropped.inc();
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    shutdown: () => batches.shutdown(),
    forceFlush: () => batches.forceFlush(),
  };
}
