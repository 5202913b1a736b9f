import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express from 'express';
import { z } from 'zod';
import type { Box } from '../../credentials/box.ts';
import { challengeAnswer, challengePath } from '../../credentials/host-proof.ts';
import type { SigningKeys } from '../../credentials/signing-keys.ts';
import type { House } from '../../db/call.ts';
import type { Config } from '../../ground/config/config.ts';
import { ApiError } from '../../ground/errors.ts';
import { version } from '../../ground/machine/version.ts';
import { eventTypes } from '../../ground/shapes/event-types.ts';
import { validate } from '../../ground/shapes/validate.ts';
import { checkNoQuery, readQuery } from '../../operations/input.ts';
import type { KnownHosts } from '../../operations/known-hosts.ts';
import { answerOtherMethod } from '../../operations/other-methods.ts';
import { bareHost } from '../../operations/own-host.ts';
import type { PlatformKeys } from '../../operations/platform-keys.ts';
import type { RouteGroup } from '../../operations/route.ts';
import type { WorkerStanding } from '../../pulse/standing.ts';
import type { DiskRoom } from '../../storage/disk-room.ts';
import type { Storage } from '../../storage/storage.ts';
import { compressPages } from '../../tools/answers/compress.ts';
import type { openSocket } from '../../tools/sockets/upgrade.ts';
import type { Metrics } from '../http/metrics.ts';
import { graphqlPage, ruruAssets, ruruFolder } from './graphql.ts';
import { sendOpenApi } from './openapi-text.ts';
import { docsPage, landingPage } from './own-pages.ts';
import { readinessCheck } from './readiness.ts';

interface PageDeps {
  platformKeys: PlatformKeys;
  config: Config;
  groups: RouteGroup[];
  gateway: House;
  metrics: Metrics;
  signingKeys: SigningKeys;
  knownHosts: KnownHosts;
  box: Box;
  storage: Storage;
  room: DiskRoom;
  state: { isClosing: boolean };
  socket: ReturnType<typeof openSocket>;
  standing: WorkerStanding | undefined;
}

const TlsQuestion = z.object({ domain: z.string().min(1).max(300) });

type Answer = (req: express.Request, res: express.Response) => unknown;

const rapidocFolder = dirname(createRequire(import.meta.url).resolve('rapidoc/package.json'));
const rapidoc = join(rapidocFolder, 'dist', 'rapidoc-min.js');
const assets = join(import.meta.dirname, 'assets');
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** RapiDoc styles its shadow tree from inside, and sends what is tried out. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Installs pages that are public and need no tenant: landing page, health, documentation; and /metrics for the platform
 * key.
 */
export function installPages(app: express.Express, deps: PageDeps): void {
  const { config, metrics } = deps;
  const readiness = readinessCheck(
    deps.gateway,
    deps.storage,
    deps.state,
    deps.room,
    deps.standing,
  );
  const takes = (path: string, answer: Answer) =>
    app
      .route(path)
      .get(answer)
      .all((req, res) =>
        answerOtherMethod(req, res, (method) => (method === 'GET' ? {} : undefined)),
      );

  /** A page without parameters. */
  const get = (path: string, answer: Answer) =>
    takes(path, (req, res) => {
      checkNoQuery(req.url.slice(req.path.length + 1));
      return answer(req, res);
    });

  app.use('/docs', compressPages);
  get('/', async (_req, res) => {
    sendPage(res, pagePolicy, landingPage(config, await readiness()));
  });
  get('/health', (_req, res) => {
    sendStatus(res, 200, {
      status: 'ok',
      service: 'insula',
      version,
      timestamp: new Date().toISOString(),
      region: config.region,
      uptime: `${Math.floor(process.uptime())}s`,
    });
  });
  get('/ready', async (_req, res) => {
    const { isReady, checks } = await readiness();
    if (!isReady) res.set('Retry-After', '1');
    sendStatus(res, isReady ? 200 : 503, {
      status: isReady ? 'ready' : 'unavailable',
      service: 'insula',
      timestamp: new Date().toISOString(),
      checks,
    });
  });
  get('/metrics', async (req, res) => {
    await deps.platformKeys.require(req, res.locals.ctx, 'metrics');
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  get('/events/types', (_req, res) => sendStatus(res, 200, eventTypes()));
  takes('/v1/realtime', (req, res) => deps.socket(req, res, res.locals.ctx));
  get('/.well-known/jwks.json', async (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json(await deps.signingKeys.jwks());
  });
  takes('/tls/ask', async (req, res) => {
    const { domain } = validate(TlsQuestion, readQuery(req.url.split('?')[1] ?? ''), 'query');
    if (!(await deps.knownHosts.has(domain)))
      throw new ApiError(
        'NOT_FOUND',
        'No certificate is wanted for this domain: it leads to no active tenant.',
        {
          details: { resource: 'domain' },
        },
      );
    sendStatus(res, 200, { domain });
  });
  takes(`${challengePath}:value`, (req, res) => {
    const { value } = req.params as { value: string };
    res.type('text/plain').send(challengeAnswer(deps.box, bareHost(req.headers.host ?? ''), value));
  });
  get('/docs', (_req, res) => sendPage(res, docsPolicy, docsPage()));
  get('/docs/openapi.json', (req, res) => sendOpenApi(req, res, deps.groups, config.baseUrl));
  const ask = (path: string, endpoint: string) =>
    get(path, async (_req, res) => {
      const { html, policy } = await graphqlPage(endpoint);
      sendPage(res, policy, html);
    });
  ask('/docs/graphql', '/v1/graphql');
  if (config.adminGraphql) ask('/docs/admin-graphql', '/admin/graphql');
  // The same for every form: it finds the form by where it was loaded from.
  takes('/f/:form_id/embed.js', (_req, res) => {
    revalidate(res);
    res.sendFile(join(assets, 'embed.js'));
  });
  const asset = { index: false, redirect: false, setHeaders: revalidate } as const;
  app.use(ruruAssets, express.static(ruruFolder, asset));
  app.use('/docs/assets/rapidoc-min.js', express.static(rapidoc, asset));
  app.use('/docs/assets', express.static(assets, asset));
}

/** Asked for again each time, and sent again only after a change. */
function revalidate(res: express.Response): void {
  res.set('Cache-Control', 'no-cache');
}

function sendPage(res: express.Response, policy: string, html: string): void {
  res.set('Content-Security-Policy', policy).type('html').send(html);
}

function sendStatus(res: express.Response, status: number, data: object): void {
  res.status(status).json({ success: status < 400, data, request_id: res.locals.ctx.requestId });
}
