import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
} from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import { parseJsonText } from '../../ground/shapes/json-body.ts';
import type { RequestContext } from '../../operations/context.ts';
import { formatError } from '../../tools/graphql/failures.ts';
import { faultsOf, prepareQuestion } from '../../tools/graphql/prepare.ts';
import { Bucket } from '../../tools/realtime/bucket.ts';
import type { Admitted } from '../../tools/realtime/connection.ts';
import { closeCodeOf } from '../../tools/realtime/hub.ts';
import { enterWithToken, type SocketDeps } from '../../tools/sockets/admission.ts';
import { handshakes } from '../../tools/sockets/upgrade.ts';
import { presentSchema } from './answer.ts';
import { Asker, type Asking } from './asker.ts';
import { Listening } from './listening.ts';
import { Reads } from './reads.ts';
import { routes } from './routes.ts';

/** How long a client may take to say who it is, and how many may be about to at a time. */
const initMs = 3_000;
const mostUnknown = 500;

/** The state of one connection. */
interface Opened {
  ctx: RequestContext;
  /** Of the Authorization header, or of the query. */
  token: string | undefined;
  who?: Admitted;
  listening?: Listening;
  close(code: number, reason: string): void;
}

/**
 * Subscriptions in GraphQL: a WebSocket at /v1/graphql that speaks graphql-transport-ws. The token comes with the handshake or in
 * `connection_init`, as {"Authorization": "Bearer …"}.
 */
export function openGraphqlSocket(deps: SocketDeps) {
  const { realtime: hub, log, operations } = deps.services;
  const { check, open } = handshakes(log, GRAPHQL_TRANSPORT_WS_PROTOCOL);
  let unknown = 0;

  /** The context of a request with the rights of this connection. */
  const askingOf = ({ ctx, who }: Opened, req: IncomingMessage, res: ServerResponse): Asking => {
    const { tenant, credential } = who as Admitted;
    const asked = {
      ...credential,
      scope: 'read',
      permission: 'objects:read',
      impersonable: true as const,
    };
    return {
      route: routes[0] as (typeof routes)[number],
      req,
      res,
      ctx,
      params: {},
      search: '',
      services: deps.services,
      caller: { tenant, bearer: credential, hints: [] },
      credential: asked,
      run: (operation, args) =>
        operations.call({ tenant, credential: asked }, operation, args, { kind: 'read' }),
    };
  };

  return async (req: IncomingMessage, res: ServerResponse, ctx: RequestContext): Promise<void> => {
    const head = check(req);
    const hints = await deps.callers.hints(req, ctx, '');
    if (hub.isClosing || unknown >= mostUnknown)
      throw new ApiError('SERVICE_UNAVAILABLE', 'Connect again in a moment.', { retry_after: 1 });
    open({ req, res, ctx, head }, (ws, socket) => {
      const opened: Opened = {
        ctx,
        token: tokenIn({ Authorization: req.headers.authorization }),
        close: (code, reason) => ws.close(code, reason.slice(0, 120)),
      };
      unknown += 1;
      ws.once('close', () => {
        unknown -= opened.who ? 0 : 1;
      });
      const asking = () => askingOf(opened, req, res);
      const server = makeServer<Record<string, unknown>, Opened>({
        connectionInitWaitTimeout: initMs,
        onConnect: async ({ connectionParams, extra }) => {
          try {
            const token = tokenIn(connectionParams) ?? extra.token;
            if (token === undefined) throw new ApiError('UNAUTHORIZED', 'Send a token.');
            const who = await enterWithToken(deps, token, ctx, hints);
            hub.checkRoom(who.tenant, who.credential, false);
            if (ws.readyState !== ws.OPEN) return false;
            extra.who = who;
            unknown -= 1;
            extra.listening = new Listening(ws, socket, who, hub);
            return true;
          } catch (thrown) {
            const error = toApiError(thrown);
            extra.close(closeCodeOf(error) ?? (error.status === 429 ? 4429 : 4500), error.code);
            return false;
          }
        },
        onSubscribe: async (_, __, payload) => prepared(asking(), payload, opened.listening),
        subscribe: (args) => subscribeTo(args, asking),
        onNext: (_, __, ___, ____, result) => shown(result as ExecutionResult, opened),
        onError: (_, __, ___, errors) => errors.map((error) => formatError(error, log, ctx)),
      });
      speak(ws, opened, (socketOf) => server.opened(socketOf, opened));
    });
  };

  function shown({ errors, ...rest }: ExecutionResult, { ctx }: Opened) {
    return errors ? { ...rest, errors: errors.map((error) => formatError(error, log, ctx)) } : rest;
  }

  /** Carries messages between a WebSocket and the server of the protocol. */
  function speak(
    ws: WebSocket,
    opened: Opened,
    begin: (
      socket: Parameters<ReturnType<typeof makeServer>['opened']>[0],
    ) => ReturnType<ReturnType<typeof makeServer>['opened']>,
  ): void {
    const bucket = new Bucket(hub.limits.burst, hub.limits.perSecond);
    const closed = begin({
      protocol: ws.protocol,
      send: (text) => new Promise((resolve) => ws.send(text, () => resolve())),
      close: (code = 1000, reason = '') => ws.close(code, reason.slice(0, 120)),
      onMessage: (take) =>
        ws.on('message', (data) => {
          if (!bucket.take(Date.now())) return ws.close(4429, 'too many messages');
          const text = String(data);
          if (!isKeepable(text)) return ws.close(4400, 'Invalid message');
          take(text).catch((err) => {
            log.error({ err, tenant: opened.who?.tenant }, 'a message of GraphQL failed');
            ws.close(4500, 'INTERNAL_ERROR');
          });
        }),
    });
    ws.on('error', () => {});
    ws.once('close', (code, reason) => void closed(code, String(reason)));
  }
}

/** Whether a message meets the limits of a request body: variables go to the database as well. */
function isKeepable(message: string): boolean {
  try {
    parseJsonText(message);
    return true;
  } catch {
    return false;
  }
}

/** `{"Authorization": "Bearer …"}`, as pages of GraphQL send it. */
function tokenIn(params: Record<string, unknown> | undefined): string | undefined {
  const held = params?.Authorization ?? params?.authorization;
  return typeof held === 'string' ? /^Bearer (\S{1,8192})$/.exec(held)?.[1] : undefined;
}

/** A subscription with the schema of its tenant; errors for what is wrong with it. */
async function prepared(
  asking: Asking,
  {
    query,
    operationName,
    variables,
  }: { query: string; operationName?: string | null; variables?: Record<string, unknown> | null },
  listening: Listening | undefined,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  try {
    const known = await presentSchema(asking);
    const question = { query, operationName, variables };
    const { document } = prepareQuestion(known, question, 'subscription');
    return {
      schema: known.schema,
      document,
      contextValue: listening,
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    };
  } catch (thrown) {
    return errorsOf(thrown);
  }
}

function errorsOf(thrown: unknown): readonly GraphQLError[] {
  try {
    return faultsOf(thrown).errors ?? [];
  } catch (error) {
    const originalError = error as Error;
    return [new GraphQLError(originalError.message, { originalError })];
  }
}

/** Each event is answered as a request is: with reads of its own. */
async function subscribeTo(
  args: ExecutionArgs,
  asking: () => Asking,
): Promise<AsyncGenerator<ExecutionResult> | ExecutionResult> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const source = events[Symbol.asyncIterator]();
  const answers: AsyncGenerator<ExecutionResult> = {
    async next() {
      const { value, done } = await source.next();
      if (done) return { value: undefined, done };
      const call = asking();
      const reads = new Reads((input) => call.run('graphql_run', input), '');
      const contextValue = new Asker(call, reads.trusting());
      return { value: await execute({ ...args, rootValue: value, contextValue }), done: false };
    },
    async return() {
      await source.return?.();
      return { value: undefined, done: true };
    },
    async throw(reason) {
      await source.return?.();
      throw reason;
    },
    async [Symbol.asyncDispose]() {
      await source.return?.();
    },
    [Symbol.asyncIterator]: () => answers,
  };
  return answers;
}
