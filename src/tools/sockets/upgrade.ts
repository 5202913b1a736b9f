import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { ApiError } from '../../ground/errors.ts';
import { validate } from '../../ground/shapes/validate.ts';
import type { RequestContext } from '../../operations/context.ts';
import { readQuery } from '../../operations/input.ts';
import { UsualAnswer } from '../answers/usual-headers.ts';
import { Connection } from '../realtime/connection.ts';
import { trySubscribe } from '../realtime/conversation.ts';
import { maxFrameBytes } from '../realtime/limits.ts';
import { admitToken, enter, type SocketDeps } from './admission.ts';

/** Also behind the prefix of a tenant, which is cut off later: what leads nowhere is refused then. */
const paths = ['/v1/realtime', '/v1/graphql'];
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
  paths.some((path) => url.split('?')[0]?.endsWith(path));

/** Whether a request has come as one that wants to become a WebSocket. */
export const isUpgrade = (req: IncomingMessage): boolean => heads.has(req);

/**
 * Sends requests that want to become a WebSocket through the listener of all others, so that they are checked, refused
 * and logged like them. `openSocket` ends that: the handler of the path calls it.
 */
export function acceptUpgrades(
  server: Server,
  listener: (req: IncomingMessage, res: UsualAnswer) => void,
): void {
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const res = new UsualAnswer(req);
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

/**
 * Answers the handshake of requests that want to become WebSockets.
 * @param protocol the subprotocol that is spoken; the client may offer others beside it
 */
export function handshakes(log: Logger, protocol?: string) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    closeTimeout: 2_000,
    ...(protocol && { handleProtocols: (offered) => offered.has(protocol) && protocol }),
  } as ConstructorParameters<typeof WebSocketServer>[0]);
  return {
    /** @returns the bytes behind the headers, for `open` @throws 426 for a plain request, 400 */
    check(req: IncomingMessage): Buffer {
      const head = heads.get(req);
      if (!head) throw upgradeRequired();
      checkHandshake(req);
      return head;
    },
    /** The request leaves HTTP, unless its client has left already. */
    open(
      { req, res, ctx, head }: Leaving,
      opened: (ws: WebSocket, socket: IncomingMessage['socket']) => void,
    ): void {
      const { socket } = req;
      if (socket.destroyed) return;
      res.detachSocket(socket);
      res.emit('upgraded');
      log.info(
        {
          request_id: ctx.requestId,
          method: 'GET',
          path: req.url?.split('?')[0],
          status: 101,
          tenant: ctx.tenant,
          ip: ctx.ip,
        },
        'request',
      );
      server.handleUpgrade(req, socket, head, (ws) => opened(ws, socket));
    },
  };
}

interface Leaving {
  req: IncomingMessage;
  res: ServerResponse;
  ctx: RequestContext;
  head: Buffer;
}

/** GET /v1/realtime: @throws 426 for a plain request, 400, 401, 403, 404 or 429 for one that is not let in */
export function openSocket(deps: SocketDeps) {
  const { realtime: hub, log } = deps.services;
  const { check, open } = handshakes(log);

  return async (req: IncomingMessage, res: ServerResponse, ctx: RequestContext): Promise<void> => {
    const head = check(req);
    const query = validate(Query, readQuery(req.url?.split('?')[1] ?? ''), 'query');
    if (query.tenant_id === undefined)
      throw new ApiError(
        'TENANT_REQUIRED',
        'Say which tenant this is for: ?tenant_id= with its id or slug.',
      );
    const caller = await deps.callers.withToken(req, ctx, req.url?.split('?')[1] ?? '', true);
    const who = await enter(deps, caller, ctx);
    hub.checkRoom(who.tenant, who.credential, false);
    open({ req, res, ctx, head }, (ws, socket) => {
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
