import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { limitOf } from '../../db/time-limits.ts';
import { ApiError } from '../../ground/errors.ts';
import type { RequestContext } from '../../operations/context.ts';
import { kindOf, mutates, worksInNode } from '../../operations/route.ts';
import { sendError } from '../../tools/answers/envelope.ts';
import type { Metrics } from './metrics.ts';
import { pathOf } from './request-log.ts';

const lookMs = 1_000;
/**
 * How much longer than its statement a request may take: turns of heavy calls (15 s) and of connections (5 s), a new
 * connection (5 s), a database that does not answer (5 s), each for the rate and for the work.
 */
const waitsMs = 60_000;
/** The same for work of Node, which calls others: a chat calls its model several times, for two minutes each. */
const handlerMs = 600_000;
/** Sockets that are silent for longer are closed: see `defaultTimeouts`. */
const longestMs = 650_000;

/** A request under way. */
interface Pending {
  req: IncomingMessage;
  res: ServerResponse;
  ctx: RequestContext;
  /** Ends what is done for it. */
  leave(reason: unknown): void;
  /** When its body had come. */
  since: number;
}

export interface OverdueDeps {
  log: Logger;
  metrics: Metrics;
  /** For the log: the places that are held and waited for. */
  standing(): object;
  /** How long any request may take, where that is not what it is everywhere; in milliseconds. */
  limitMs?: number | undefined;
}

/**
 * Answers what nothing else has answered: a request whose time is up by every limit that holds for it has been lost,
 * by a fault of this program. It gets 504, the log shows where it was, and `insula_request_stuck_total` counts it.
 */
export class Overdue {
  private readonly deps: OverdueDeps;
  private readonly pending = new Set<Pending>();
  private readonly count: (operation: string) => void;
  /** While requests are under way. */
  private timer: NodeJS.Timeout | undefined;

  constructor(deps: OverdueDeps) {
    this.deps = deps;
    this.count = deps.metrics.counter(
      'insula_request_stuck_total',
      'Requests that nothing had answered when all their limits had passed, by operation',
      'operation',
    );
  }

  /** Watches a request. @returns ends it: the request has its answer, or needs none */
  watch(request: Omit<Pending, 'since'>): () => void {
    const pending = { ...request, since: performance.now() };
    this.pending.add(pending);
    this.timer ??= setInterval(() => this.look(), lookMs).unref();
    return () => this.pending.delete(pending);
  }

  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    if (this.pending.size === 0) this.end();
    const now = performance.now();
    for (const one of this.pending) {
      // Bodies have limits of their own, and what has begun is on its way.
      if (!one.req.complete) one.since = now;
      else if (one.res.headersSent) this.pending.delete(one);
      else if (now - one.since > this.limitOf(one)) this.giveUp(one, now - one.since);
    }
  }

  private limitOf({ ctx: { route, kind } }: Pending): number {
    if (this.deps.limitMs !== undefined) return this.deps.limitMs;
    const waits =
      route && (route.isTransaction || route.fileHandler || worksInNode(route))
        ? handlerMs
        : waitsMs;
    return Math.min(longestMs, waits + (route ? limitOf[kind ?? kindOf(route)] : 0));
  }

  private giveUp(pending: Pending, ms: number): void {
    this.pending.delete(pending);
    const { req, res, ctx, leave } = pending;
    const operation = ctx.route?.id ?? 'other';
    this.count(operation);
    const { bytesRead, bytesWritten, destroyed } = req.socket;
    this.deps.log.error(
      {
        request_id: ctx.requestId,
        method: req.method,
        path: pathOf(req.url ?? ''),
        operation,
        tenant: ctx.tenant,
        stage: ctx.stage ?? 'none',
        ms: Math.round(ms),
        socket: { bytesRead, bytesWritten, destroyed },
        ...this.deps.standing(),
      },
      'a request has had no answer',
    );
    const error = lost(ctx, ms);
    sendError(res, error, ctx);
    leave(error);
  }
}

function lost({ route }: RequestContext, ms: number): ApiError {
  const isChange = route && mutates(route);
  const whatToDo = isChange
    ? 'Whether it was done is not known: look, or repeat it with the same Idempotency-Key'
    : 'Repeat it';
  const error = new ApiError(
    'TIMEOUT',
    `This request had no answer after ${Math.round(ms / 1000)} seconds. ${whatToDo}.`,
  );
  return isChange ? error.inDoubt() : error;
}
