import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express from 'express';
import type { Config } from '../config.ts';
import type { Gateway } from '../db/call.ts';
import { bearerToken, requirePlatformKey } from '../http/credential.ts';
import { ApiError } from '../http/errors.ts';
import type { Metrics } from '../http/metrics.ts';
import { openApiDocument } from '../http/openapi.ts';
import { version } from '../version.ts';
import { docsPage, landingPage } from './html.ts';

interface PageDeps {
  config: Config;
  gateway: Gateway;
  metrics: Metrics;
  state: { isClosing: boolean };
}

const rapidocFolder = dirname(createRequire(import.meta.url).resolve('rapidoc/package.json'));
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
const docsPolicy = `${pagePolicy}; script-src 'self'; connect-src 'self'`;

/** What is public and needs no tenant: landing page, health, documentation; and /metrics for the platform key. */
export function installPages(
  app: express.Express,
  { config, gateway, metrics, state }: PageDeps,
): void {
  const serverSentPage = (res: express.Response, policy: string, html: string) =>
    res.set('Content-Security-Policy', policy).type('html').send(html);

  app.get('/', async (_req, res) => {
    serverSentPage(res, pagePolicy, landingPage(config, (await isReady(gateway, state)).ready));
  });
  app.get('/health', (_req, res) => {
    sendStatus(res, 200, {
      status: 'ok',
      service: 'insula',
      version,
      timestamp: new Date().toISOString(),
      region: config.region,
      uptime: `${Math.floor(process.uptime())}s`,
    });
  });
  app.get('/ready', async (_req, res) => {
    const { ready, checks } = await isReady(gateway, state);
    if (!ready) res.set('Retry-After', '1');
    sendStatus(res, ready ? 200 : 503, {
      status: ready ? 'ready' : 'unavailable',
      service: 'insula',
      timestamp: new Date().toISOString(),
      checks,
    });
  });
  app.get('/docs', (_req, res) => {
    serverSentPage(res, docsPolicy, docsPage());
  });
  app.get('/docs/openapi.json', (_req, res) => {
    res.set('Cache-Control', 'no-cache').json(openApiDocument(config.baseUrl));
  });
  app.use(
    '/docs/assets',
    express.static(join(rapidocFolder, 'dist'), { index: false, maxAge: '1d' }),
  );
  app.use(
    '/docs/assets',
    express.static(join(import.meta.dirname, 'assets'), { index: false, maxAge: '1h' }),
  );
  app.get('/metrics', async (req, res) => {
    requirePlatformKey(bearerToken(req), config.platformAdminKey);
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.get('/v1/realtime', () => {
    throw new ApiError(
      'UPGRADE_REQUIRED',
      'This path speaks WebSocket only.',
      {},
      { Upgrade: 'websocket' },
    );
  });
}

function sendStatus(res: express.Response, status: number, data: object): void {
  res.status(status).json({ success: status < 400, data, request_id: res.locals.ctx.requestId });
}

async function isReady(gateway: Gateway, state: { isClosing: boolean }) {
  const checks = { process: state.isClosing ? 'shutting down' : 'ok', database: 'ok' };
  try {
    await gateway.ping();
  } catch {
    checks.database = 'unavailable';
  }
  return { ready: checks.process === 'ok' && checks.database === 'ok', checks };
}
