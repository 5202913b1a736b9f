import type { ServerResponse } from 'node:http';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestContext } from './context.ts';
import { clientGone } from './request-log.ts';

/** Prometheus metrics of this process: requests by operation and status, the connection pool, Node itself. */
export class Metrics {
  readonly registry: Registry;
  private readonly requests: Histogram<'operation' | 'status'>;

  constructor(pool: pg.Pool) {
    this.registry = processMetrics(pool);
    const registers = [this.registry];
    this.requests = new Histogram({
      name: 'insula_http_request_seconds',
      help: 'Time to answer, by operation and status',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
      registers,
    });
  }

  /** Numbers that are asked for when somebody looks, by the values of a label. */
  gauges(name: string, help: string, label: string, count: () => Record<string, number>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [value, number] of Object.entries(count())) this.set({ [label]: value }, number);
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

/** What any process has: Node itself, and a pool of connections. */
export function processMetrics(pool: pg.Pool): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'insula_db_connections',
    help: 'Connections to the database, those in use, and work that waits for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return registry;
}
