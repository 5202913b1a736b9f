import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Credential } from '../db/call.ts';
import { toApiError } from '../db/errors.ts';
import { ApiError } from '../errors.ts';
import type { Meter } from '../metering/meter.ts';
import type { Rights } from '../realtime/audience.ts';
import { type Admitted, Connection } from '../realtime/connection.ts';
import { trySubscribe } from '../realtime/conversation.ts';
import { maxFrameBytes } from '../realtime/limits.ts';
import { withPermission } from '../realtime/permission.ts';
import type { Services } from '../services.ts';
import type { Caller, Callers } from './caller.ts';
import type { RequestContext } from './context.ts';
import { readQuery } from './input.ts';
import type { KeyUses } from './key-uses.ts';
import type { RateLimits } from './limits.ts';
import { validate } from './validate.ts';

const path = '/v1/realtime';
const keyPattern = /^[+/0-9A-Za-z]{22}==$/;

const Query = z.object({
  token: z.string().optional(),
  tenant_id: z.string().optional(),
  channels: z.string().optional(),
  since: z.string().optional(),
});

/** The bytes that follow the headers of a request that wants to become a WebSocket. */
const heads = new WeakMap<IncomingMessage, Buffer>();

/** Which requests leave HTTP; what else a client may want to upgrade to is not offered, and answered as it is. */
export const wantsWebSocket = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  (url === path || url.startsWith(`${path}?`));

/**
 * Sends requests that want to become a WebSocket through the listener of all others, so that they are checked, refused
 * and logged like them. `openSocket` ends that: the handler of the path calls it.
 */
export function acceptUpgrades(
  server: Server,
  listener: (req: IncomingMessage, res: ServerResponse) => void,
): void {
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    try {
      res.assignSocket(socket as Socket);
    } catch {
      // The answer to an earlier request on this connection is still under way.
      socket.destroy();
      return;
    }
    heads.set(req, head);
    res.once('finish', () => {
      res.detachSocket(socket as Socket);
      socket.end();
      res.emit('close');
    });
    listener(req, res);
  });
}

export interface SocketDeps {
  services: Services;
  callers: Callers;
  limits: RateLimits;
  keyUses: KeyUses;
  meter: Meter;
}

/** GET /v1/realtime: @throws 426 for a plain request, 400, 401, 403, 404 or 429 for one that is not let in */
export function openSocket(deps: SocketDeps) {
  const { realtime: hub, log } = deps.services;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    closeTimeout: 2_000,
  } as ConstructorParameters<typeof WebSocketServer>[0]);

  return async (req: IncomingMessage, res: ServerResponse, ctx: RequestContext): Promise<void> => {
    const head = heads.get(req);
    if (!head) throw upgradeRequired();
    checkHandshake(req);
    const query = validate(Query, readQuery(req.url?.split('?')[1] ?? ''), 'query');
    if (query.tenant_id === undefined)
      throw new ApiError(
        'TENANT_REQUIRED',
        'Say which tenant this is for: ?tenant_id= with its id or slug.',
      );
    const who = await enter(deps, req, ctx);
    hub.checkRoom(who.tenant, who.credential, false);
    const { socket } = req;
    if (socket.destroyed) return;
    res.detachSocket(socket);
    log.info(
      {
        request_id: ctx.requestId,
        method: 'GET',
        path,
        status: 101,
        tenant: ctx.tenant,
        ip: ctx.ip,
      },
      'request',
    );
    server.handleUpgrade(req, socket, head, (ws) => {
      const connection = new Connection(ws, socket, who, {
        hub,
        admit: (token) => admitToken(deps, token, who.credential),
        onError: (err) => log.error({ err, tenant: who.tenant }, 'a message on a socket failed'),
      });
      const since = query.since === undefined ? {} : { since: query.since };
      for (const name of query.channels?.split(',').slice(0, hub.limits.channels) ?? [])
        connection.inOrder(() => trySubscribe(connection, name, since, null));
    });
  };
}

/** Returns who connects, by the token in the header or in the query. */
async function enter(
  deps: SocketDeps,
  req: IncomingMessage,
  ctx: RequestContext,
): Promise<Admitted> {
  const caller = await deps.callers.withToken(req, ctx, req.url?.split('?')[1] ?? '', true);
  ctx.tenant = caller.tenant;
  ctx.headers = await deps.limits.count(caller.key ?? caller, ctx.ip);
  if (!caller.key || deps.limits.knows(caller.key)) deps.meter.check(caller.tenant);
  const credential = {
    ...caller.bearer,
    scope: 'read',
    permission: '',
    request_id: ctx.requestId,
    ip: ctx.ip,
    ...(ctx.userAgent ? { user_agent: ctx.userAgent } : {}),
  } as Credential;
  try {
    const who = await admit(deps, caller, credential, caller.hints);
    deps.keyUses.note(caller, ctx.ip);
    // Opening a socket is one call; what is said on it is none.
    const ms = performance.now() - ctx.startedAt;
    deps.meter.note({ tenant: caller.tenant, operation: 'realtime.connect', status: 101, ms });
    return who;
  } catch (thrown) {
    if ((thrown as { code?: string }).code === 'PT401')
      await deps.limits.countFailure(ctx.ip, caller.key);
    throw await explained(deps, thrown, caller);
  }
}

/** A tenant that does not exist is none that contradicts the token. */
async function explained(deps: SocketDeps, thrown: unknown, { hints }: Caller): Promise<unknown> {
  if (toApiError(thrown).code !== 'TENANT_MISMATCH') return thrown;
  for (const hint of hints)
    if ((await deps.services.gateway.tenantFind(hint)) === null)
      return new ApiError('TENANT_NOT_FOUND', 'There is no such tenant.');
  return thrown;
}

/** For the message `auth` of a socket that is open. */
async function admitToken(deps: SocketDeps, token: string, before: Credential): Promise<Admitted> {
  const { request_id, ip, user_agent } = before;
  const caller = await deps.callers.ofToken(token);
  const common = { scope: 'read', permission: '', request_id, ip };
  const agent = user_agent ? { user_agent } : {};
  return admit(deps, caller, { ...caller.bearer, ...common, ...agent } as Credential, []);
}

async function admit(
  { services }: SocketDeps,
  caller: Caller,
  credential: Credential,
  hints: string[],
): Promise<Admitted> {
  const asked = hints.length > 0 ? { ...credential, tenant_hints: hints } : credential;
  const body = await services.gateway.call(
    caller.tenant,
    withPermission(asked),
    'realtime_access',
    {},
  );
  const { lost: _, ...rights } = JSON.parse(body) as Rights & { lost: string[] };
  const { tenant, expiresAt } = caller;
  return { tenant, credential, rights, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

/** RFC 6455, section 4.2.1 */
function checkHandshake({ headers }: IncomingMessage): void {
  if (headers['sec-websocket-version'] !== '13')
    throw upgradeRequired({ 'Sec-WebSocket-Version': '13' });
  if (!keyPattern.test(headers['sec-websocket-key'] ?? ''))
    throw ApiError.invalid('Sec-WebSocket-Key', 'invalid', 'must be 16 bytes in base64');
}

const upgradeRequired = (more: Record<string, string> = {}) =>
  new ApiError(
    'UPGRADE_REQUIRED',
    'This path accepts WebSocket connections only.',
    {},
    { Upgrade: 'websocket', Connection: 'Upgrade', ...more },
  );
