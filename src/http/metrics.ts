import type { ServerResponse } from 'node:http';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestContext } from './context.ts';
import { clientGone } from './request-log.ts';

/** Prometheus metrics of this process: requests by operation and status, the connection pool, Node itself. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests: Histogram<'operation' | 'status'>;

  constructor(pool: pg.Pool) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'insula_http_request_seconds',
      help: 'Time to answer, by operation and status',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
      registers,
    });
    new Gauge({
      name: 'insula_db_connections',
      help: 'Connections to the database, and requests that wait for one',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'total' }, pool.totalCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  }

  /** When an answer has ended, or its client has gone. */
  observe(ctx: RequestContext, res: ServerResponse): void {
    const status = res.writableFinished ? res.statusCode : clientGone;
    this.requests.observe(
      { operation: ctx.route?.id ?? 'other', status },
      (performance.now() - ctx.startedAt) / 1000,
    );
  }
}
