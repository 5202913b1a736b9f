import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type pg from 'pg';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';
import type { Connections, LineName } from '../../db/connections.ts';
import { counters } from '../../ground/machine/counters.ts';
import type { RequestContext } from '../../operations/context.ts';
import { build } from '../../pulse/build.ts';
import { addLoopLag } from './loop-lag.ts';
import { clientGone } from './request-log.ts';

/** Prometheus metrics of this process: requests by operation and status, the connection pool, Node itself. */
export class Metrics {
  readonly registry: Registry;
  private readonly requests: Histogram<'operation' | 'status'>;

  constructor(connections: Connections) {
    const lines = Object.entries(connections.lines);
    this.registry = processMetrics(
      Object.fromEntries(lines.map(([line, { pool }]) => [line, pool])),
    );
    const registers = [this.registry];
    this.requests = new Histogram({
      name: 'insula_http_request_seconds',
      help: 'Time to answer, by operation and status',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
      registers,
    });
    watchTurns(connections, registers);
  }

  /** Numbers that are asked for on demand, by the values of a label. */
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

  /** Events by the value of a label. @returns counts one */
  counter(name: string, help: string, label: string): (value: string) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] });
    return (value) => counter.inc({ [label]: value });
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

const load = createRequire(import.meta.url);

let node: Metric[] | undefined;

/**
 * Metrics of Node about this process. Watched once, however many servers a process has: each watch is a timer and an
 * observer of the garbage collector, which nothing ends.
 */
function ofNode(): Metric[] {
  if (!node) {
    const registry = new Registry();
    // A timer of 10 ms that never rests: addLoopLag has the same metrics without it.
    for (const part of collectDefaultMetrics.metricsList)
      if (part !== 'eventLoopLag') load(`prom-client/lib/metrics/${part}`)(registry, {});
    addLoopLag(registry);
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    node = names.flatMap((name) => registry.getSingleMetric(name) ?? []);
  }
  return node;
}

/** Metrics of any process: Node itself, and pools of connections, each by the name of its line. */
export function processMetrics(pools: Record<string, pg.Pool>): Registry {
  const registry = new Registry();
  for (const metric of [...ofNode(), ...counters]) registry.registerMetric(metric);
  addBuild(registry);
  new Gauge({
    name: 'insula_db_connections',
    help: 'Connections to the database, by line: requests, patient work, the house, a worker',
    labelNames: ['line', 'state'],
    registers: [registry],
    collect() {
      for (const [line, pool] of Object.entries(pools)) {
        this.set({ line, state: 'total' }, pool.totalCount);
        this.set({ line, state: 'idle' }, pool.idleCount);
        this.set({ line, state: 'used' }, pool.totalCount - pool.idleCount);
      }
    },
  });
  return registry;
}

function addBuild(registry: Registry): void {
  new Gauge({
    name: 'insula_build_info',
    help: 'Always 1: which version runs, of which commit, and the newest migration that it knows',
    labelNames: ['version', 'commit', 'migration'],
    registers: [registry],
    async collect() {
      this.set({ ...(await build()) }, 1);
    },
  });
}

/** Counts the statements that wait for a turn at the database, by line, and measures for how long. */
function watchTurns(connections: Connections, registers: Registry[]): void {
  const lines = Object.keys(connections.lines) as LineName[];
  new Gauge({
    name: 'insula_db_waiting',
    help: 'Statements waiting for their turn, by line',
    labelNames: ['line'],
    registers,
    collect() {
      for (const line of lines) this.set({ line }, connections.waiting(line));
    },
  });
  const waits = new Histogram({
    name: 'insula_db_wait_seconds',
    help: 'How long statements waited for their turn, by line',
    labelNames: ['line'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers,
  });
  const byLine = new Map(lines.map((line) => [line, waits.labels(line)]));
  connections.onTurn((line, seconds) => byLine.get(line)?.observe(seconds));
  const together = new Histogram({
    name: 'insula_db_company',
    help: 'Calls that shared one statement, by kind: quick ones, searches',
    labelNames: ['kind'],
    buckets: [1, 2, 4, 8, 16],
    registers,
  });
  connections.onTrip((kind, size) => together.observe({ kind }, size));
}
