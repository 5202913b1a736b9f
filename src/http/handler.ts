import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Turns } from '../concurrency/turns.ts';
import type { Config } from '../config.ts';
import type { AccessTokens } from '../credentials/access-token.ts';
import type { Box } from '../credentials/box.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { RefreshTokens } from '../credentials/refresh-token.ts';
import type { SessionTokens } from '../credentials/session.ts';
import type { SigningKeys } from '../credentials/signing-keys.ts';
import type { Change, Credential, Gateway } from '../db/call.ts';
import type { FileSigner } from '../groups/files/signature.ts';
import type { VariantMaker } from '../groups/files/variants/maker.ts';
import type { OAuthClients } from '../groups/oauth/clients.ts';
import type { Outbound } from '../outbound/safe-fetch.ts';
import type { Hub } from '../realtime/hub.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { Storage } from '../storage/storage.ts';
import type { Wakeups } from '../worker/wakeups.ts';
import type { Caller } from './caller.ts';
import type { Causes } from './causation.ts';
import type { RequestContext } from './context.ts';
import type { FileTaker } from './multipart.ts';
import type { Route } from './route.ts';
import type { FindRoute } from './transaction.ts';

/** One request to a route, on its way. */
export interface Call {
  route: Route;
  req: IncomingMessage;
  res: ServerResponse;
  ctx: RequestContext;
  params: Record<string, string | undefined>;
  search: string;
}

/** What handlers work with, beside the database. */
export interface Services {
  config: Config;
  gateway: Gateway;
  log: Logger;
  box: Box;
  outbound: Outbound;
  /** Of the disk of the embedded PostgreSQL. */
  room: DiskRoom;
  /** What calls to the outside say of what has led to them. */
  causes: Causes;
  /** Where the bytes of files are, who signs URLs to them, and who makes images of images. */
  storage: Storage;
  fileSigner: FileSigner;
  variants: VariantMaker;
  wakeups: Wakeups;
  /** Where functions run, and whose turn it is. */
  sandbox: Sandbox;
  functionTurns: Turns;
  /** Imports and exports, which take time of this process besides that of the database: tenants in turns. */
  transfers: Turns;
  realtime: Hub;
  oauthClients: OAuthClients;
  passwords: Passwords;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  sessionTokens: SessionTokens;
}

/** A call that TypeScript answers, with the caller's own way to the database. */
export interface HandlerCall extends Call {
  services: Services;
  /** Where the routes are, for a call that is made of others. */
  findRoute: FindRoute;
  /** Checked input (see readArgs); empty for a route with `upload`, which reads its own with `readInput`. */
  args: Record<string, unknown>;
  /** @param taker what becomes of the bytes of a file */
  readInput(taker?: FileTaker<unknown>): Promise<Record<string, unknown>>;
  caller: Caller;
  /** Who that is, for calls that come later than this one. */
  credential: Credential;
  /** How the request wants its change made; undefined for what only reads. */
  change: Change | undefined;
  /**
   * Runs `api.<operation>` as the caller, in a transaction of its own. What the request says of how a change is to be
   * made (dry run, Idempotency-Key) goes for the function of the route alone; `change` says it instead.
   * @returns the answer as json text
   */
  run(operation: string, args: object, change?: Change): Promise<string>;
}

/**
 * What a route does in Node around its calls of the database, never inside one: src/handlers.
 * @returns the answer like that of an SQL function, or undefined when it has been sent
 */
export type Handler = (call: HandlerCall) => Promise<string | undefined>;
