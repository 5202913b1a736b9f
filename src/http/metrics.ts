import type { ServerResponse } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connections } from '../db/connections.ts';
import type { RequestContext } from './context.ts';
import { clientGone } from './request-log.ts';

/** Prometheus metrics of this process: requests by operation and status, the connection pool, Node itself. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests: Histogram<'operation' | 'status'>;

  constructor(connections: Connections) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'insula_http_request_seconds',
      help: 'Time to answer, by operation and status',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
      registers,
    });
    watchConnections(connections, registers);
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

/** Connections by line, who waits for a turn, and for how long. */
function watchConnections(connections: Connections, registers: Registry[]): void {
  const lines = Object.entries(connections.lines);
  new Gauge({
    name: 'insula_db_connections',
    help: 'Connections to the database, by line: requests, patient work, the house',
    labelNames: ['line', 'state'],
    registers,
    collect() {
      for (const [line, { pool }] of lines) {
        this.set({ line, state: 'total' }, pool.totalCount);
        this.set({ line, state: 'idle' }, pool.idleCount);
      }
    },
  });
  new Gauge({
    name: 'insula_db_waiting',
    help: 'Statements that wait for their turn, by line',
    labelNames: ['line'],
    registers,
    collect() {
      for (const [line, { turns }] of lines) this.set({ line }, turns.waiting);
    },
  });
  const waits = new Histogram({
    name: 'insula_db_wait_seconds',
    help: 'How long statements waited for their turn, by line',
    labelNames: ['line'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers,
  });
  const byLine = new Map(lines.map(([line]) => [line, waits.labels(line)]));
  connections.onTurn((line, seconds) => byLine.get(line)?.observe(seconds));
}
