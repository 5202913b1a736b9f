import type { Logger } from 'pino';
import { BodyThreads, type ThreadLimits } from './computing/body-threads.ts';
import { leavingRoom } from './concurrency/rules.ts';
import { Turns } from './concurrency/turns.ts';
import type { Config } from './config.ts';
import { AccessTokens } from './credentials/access-token.ts';
import { Box } from './credentials/box.ts';
import { type PasswordCost, Passwords } from './credentials/passwords.ts';
import { RefreshTokens } from './credentials/refresh-token.ts';
import { SessionTokens } from './credentials/session.ts';
import { SigningKeys } from './credentials/signing-keys.ts';
import type { Gateway } from './db/call.ts';
import { TenantLogins } from './db/tenant-logins.ts';
import { beginLook } from './groups/dashboards/look.ts';
import { FileSigner } from './groups/files/signature.ts';
import { VariantMaker } from './groups/files/variants/maker.ts';
import { OAuthClients } from './groups/oauth/clients.ts';
import { OperatorGraphql } from './groups/platform/graphql/operator-graphql.ts';
import { Causes } from './http/causation.ts';
import type { Services } from './operations/services.ts';
import { OutboundHold } from './outbound/hold.ts';
import { outboundOf } from './outbound/safe-fetch.ts';
import { Hub } from './realtime/hub.ts';
import type { RealtimeLimits } from './realtime/limits.ts';
import { functionTurns, places } from './sandbox/places.ts';
import { Sandbox } from './sandbox/sandbox.ts';
import { type DiskRoom, endlessRoom } from './storage/disk-room.ts';
import { storageOf } from './storage/open.ts';
import type { Wakeups } from './worker/wakeups.ts';

/** Calls of functions that wait, of one tenant, and how long. */
const waitingCalls = { maxOfTenant: 4, waitMs: 10_000 };
/** The thread that reads large bodies. */
const bodyThread = new URL('./computing/body-thread.ts', import.meta.url);
/** Imports and exports that are read or written in this process at the same time; of one tenant one. */
const transfersAtOnce = 2;

/** Overrides of the default services. */
export interface ServiceParts {
  /** Limits of sockets and streams. */
  realtime?: Partial<RealtimeLimits> | undefined;
  /** Of the disk of the embedded PostgreSQL; endless for any other. */
  room?: DiskRoom | undefined;
  /** For tests, which hash the same few passwords all the time. */
  passwordCost?: PasswordCost | undefined;
  /** Of the threads that read large bodies. */
  threads?: ThreadLimits | undefined;
}

/**
 * Creates the services that handlers use, once per process.
 * @param apiUrl the address of the database as insula_api
 */
export function createServices(
  config: Config,
  gateway: Gateway,
  log: Logger,
  wakeups: Wakeups,
  apiUrl: string,
  { realtime: limits, room = endlessRoom, passwordCost, threads }: ServiceParts = {},
): Services {
  const box = new Box(config.encryptionKey);
  const signingKeys = new SigningKeys(gateway, box);
  const accessTokens = new AccessTokens(config, signingKeys);
  const refreshTokens = new RefreshTokens(config.encryptionKey);
  const outbound = outboundOf(config, new OutboundHold(() => gateway.outboundHeld()));
  const tenantLogins = new TenantLogins(apiUrl, config.encryptionKey, (tenant, verifier) =>
    gateway.sqlLogin(tenant, verifier),
  );
  return {
    config,
    gateway,
    log,
    box,
    bodyThreads: new BodyThreads(bodyThread, config, threads),
    outbound,
    room,
    causes: new Causes(config.encryptionKey),
    storage: storageOf(config, room),
    fileSigner: new FileSigner(config.encryptionKey),
    variants: new VariantMaker(),
    wakeups,
    sandbox: new Sandbox(places),
    functionTurns: functionTurns(waitingCalls),
    transfers: new Turns({
      atOnce: transfersAtOnce,
      mayBegin: leavingRoom,
      maxOfTenant: 20,
      maxWaiting: 200,
      waitMs: 30_000,
      refusal: 'Too many imports and exports of this tenant are under way.',
      name: 'transfers',
    }),
    realtime: new Hub({
      gateway,
      wakeups,
      log,
      limits,
      beginLook: beginLook({ gateway, tenantLogins }),
    }),
    tenantLogins,
    operatorGraphql: new OperatorGraphql(apiUrl),
    oauthClients: new OAuthClients(outbound, box),
    passwords: new Passwords(undefined, passwordCost),
    signingKeys,
    accessTokens,
    refreshTokens,
    sessionTokens: new SessionTokens(accessTokens, refreshTokens),
  };
}
