import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import { toApiError } from '../../db/errors.ts';
import { poolOf } from '../../db/passwords.ts';
import { closePool } from '../../db/pools.ts';
import type { Config } from '../../ground/config/config.ts';
import { encryptionKeysOf, environmentKeysOf } from '../../ground/config/keys.ts';
import { ApiError } from '../../ground/errors.ts';
import { version } from '../../ground/machine/version.ts';
import { Causes } from '../../operations/causation.ts';
import { createContext, type RequestContext } from '../../operations/context.ts';
import { RateLimits } from '../../operations/limits.ts';
import { PlatformKeys } from '../../operations/platform-keys.ts';
import { lanesText, type WorkerStanding } from '../../pulse/standing.ts';
import { sendError } from '../../tools/answers/envelope.ts';
import { listen } from '../http/listen.ts';
import { processMetrics } from '../http/metrics.ts';
import { addQueueMetrics } from '../http/queue-metrics.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { addVitalMetrics, disksOf, sizeMs } from '../http/vital-metrics.ts';
import type { Worker } from './worker.ts';

const pingMs = 2_000;

export interface WorkerPort {
  /** Says on /ready that the worker ends. */
  stop(): Promise<void>;
  cut(): Promise<void>;
  /** The last thing: until then it is asked how the worker is. */
  close(): Promise<void>;
}

type Answer = (req: IncomingMessage, ctx: RequestContext) => Promise<Page>;

interface Page {
  status: number;
  type: string;
  body: string;
}

/**
 * Serves the port of a worker without API, METRICS_PORT: /health, /ready, and /metrics for the platform key. Without
 * that variable it listens nowhere.
 */
export async function startWorkerPort(
  config: Config,
  worker: Pick<Worker, 'pool' | 'stuck' | 'lanes'>,
  log: Logger,
  standing: WorkerStanding = { worker },
): Promise<WorkerPort> {
  const port = config.metricsPort;
  const nothing = async () => {};
  if (port === undefined) return { stop: nothing, cut: nothing, close: nothing };
  const state = { isClosing: false };
  // Connections of its own: if the lanes hold all of the worker's, it has to report exactly that.
  const looks = poolOf({
    ...worker.pool.options,
    max: 2,
    connectionTimeoutMillis: pingMs,
    application_name: 'insula worker, looks',
  });
  looks.on('error', (err) => log.debug({ err }, 'lost a connection'));
  looks.on('connect', (client) => client.on('error', () => {}));
  const pages = pagesOf(config, standing, worker, looks, state);
  const headers = securityHeaders();
  const causes = new Causes(encryptionKeysOf(config));
  // Nothing here takes so long that it is worth ending for a client who has left.
  const { signal } = new AbortController();
  const server = createServer((req, res) => {
    const ctx = createContext(req, req.socket.remoteAddress ?? '', signal, causes);
    res.setHeaders(headers);
    res.setHeader('X-Request-Id', ctx.requestId);
    answer(pages, req, ctx).then(
      ({ status, type, body }) => res.writeHead(status, { 'Content-Type': type }).end(body),
      (error) => sendError(res, toApiError(error), ctx),
    );
  });
  await listen(server, { host: config.host, port }, 'METRICS_PORT');
  log.info({ port: (server.address() as AddressInfo).port }, 'the worker serves its metrics');
  return {
    async stop() {
      state.isClosing = true;
    },
    cut: nothing,
    async close() {
      server.close();
      server.closeAllConnections();
      await closePool(looks);
    },
  };
}

function pagesOf(
  config: Config,
  standing: WorkerStanding,
  worker: Pick<Worker, 'pool' | 'stuck' | 'lanes'>,
  looks: pg.Pool,
  state: { isClosing: boolean },
): Record<string, Answer> {
  const registry = processMetrics({ worker: worker.pool });
  const ask = async (text: string, patienceMs = pingMs, values: string[] = []) => {
    const { rows } = await looks.query<{ body: object | null }>({
      ...{ text, values },
      query_timeout: patienceMs,
    } as object as pg.QueryConfig);
    return rows[0]?.body;
  };
  addQueueMetrics(registry, async () =>
    JSON.stringify(await ask('select worker.metrics() as body')),
  );
  addVitalMetrics(registry, {
    vitals: async () => JSON.stringify(await ask('select worker.vitals() as body')),
    size: async () => Number(await ask('select worker.database_size() as body', sizeMs)),
    disks: disksOf(config),
    standing,
  });
  // Of addresses only: no key of a tenant is good here.
  const limits = new RateLimits({ limits: async () => null });
  const platformKeys = new PlatformKeys({
    ...{ environmentKeys: environmentKeysOf(config), limits },
    find: async (hash, ip) => {
      const found = await ask('select worker.platform_key($1, $2) as body', pingMs, [hash, ip]);
      return found ? JSON.stringify(found) : null;
    },
  });
  return {
    '/health': async (_req, { requestId }) =>
      page(200, requestId, {
        status: 'ok',
        service: 'insula worker',
        version,
        timestamp: new Date().toISOString(),
        uptime: `${Math.floor(process.uptime())}s`,
      }),
    '/ready': async (_req, { requestId }) => {
      const database = await ask('select 1 as body').then(
        () => 'ok',
        () => 'unavailable',
      );
      const lanes = lanesText(worker.stuck());
      const isReady = database === 'ok' && lanes === 'ok' && !state.isClosing;
      return page(isReady ? 200 : 503, requestId, {
        status: isReady ? 'ready' : 'unavailable',
        service: 'insula worker',
        timestamp: new Date().toISOString(),
        checks: { process: state.isClosing ? 'shutting down' : 'ok', database, lanes },
      });
    },
    '/metrics': async (req, ctx) => {
      await platformKeys.require(req, ctx, 'metrics');
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    },
  };
}

async function answer(
  pages: Record<string, Answer>,
  req: IncomingMessage,
  ctx: RequestContext,
): Promise<Page> {
  const path = (req.url ?? '').split('?')[0] ?? '';
  const make = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (!make)
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      'A worker serves /health, /ready and /metrics only. Ask the API for anything else.',
    );
  if (req.method !== 'GET' && req.method !== 'HEAD')
    throw new ApiError(
      'METHOD_NOT_ALLOWED',
      `${path} accepts only GET.`,
      {},
      { Allow: 'GET, HEAD' },
    );
  return make(req, ctx);
}

const page = (status: number, requestId: string, data: object): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ success: status < 400, data, request_id: requestId }),
});
