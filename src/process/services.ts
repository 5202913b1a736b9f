import type { Logger } from 'pino';
import { AccessTokens } from '../credentials/access-token.ts';
import type { PasswordCost } from '../credentials/passwords.ts';
import { RefreshTokens } from '../credentials/refresh-token.ts';
import type { SealingRight } from '../credentials/sealing-right.ts';
import { SessionTokens } from '../credentials/session.ts';
import { SigningKeys } from '../credentials/signing-keys.ts';
import type { Gateway } from '../db/call.ts';
import { leavingRoom } from '../ground/concurrency/rules.ts';
import { Turns } from '../ground/concurrency/turns.ts';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { BodyThreads, type ThreadLimits } from '../operations/body-threads.ts';
import { KnownHosts } from '../operations/known-hosts.ts';
import { Operations } from '../operations/operations.ts';
import { Refusals } from '../operations/refusals.ts';
import type { BringsApiServices, GroupServices, Services } from '../operations/services.ts';
import type { Wakeups } from '../pulse/wakeups.ts';
import { type DiskRoom, endlessRoom } from '../storage/disk-room.ts';
import { functionTurns } from '../tools/functions/places.ts';
import { Hub } from '../tools/realtime/hub.ts';
import type { RealtimeLimits } from '../tools/realtime/limits.ts';
import { operationServices } from '../tools/services/operation-services.ts';

/** Calls of functions that wait, of one tenant, and how long. */
const waitingCalls = { maxOfTenant: 4, waitMs: 10_000 };
/** The thread that reads large bodies. */
const bodyThread = new URL('./body-thread.ts', import.meta.url);
/** Imports and exports that are read or written in this process at the same time; of one tenant one. */
const transfersAtOnce = 2;

/** Overrides of the default services. */
export interface ServiceParts {
  /** Limits of sockets and streams. */
  realtime?: Partial<RealtimeLimits> | undefined;
  /** Of the disk of the embedded PostgreSQL; endless for any other. */
  room?: DiskRoom | undefined;
  /** Of the process; left out, it never ends. */
  sealingRight?: SealingRight | undefined;
  /** For tests, which hash the same few passwords all the time. */
  passwordCost?: PasswordCost | undefined;
  /** Of the threads that read large bodies. */
  threads?: ThreadLimits | undefined;
}

interface Ground {
  groups: BringsApiServices[];
  config: Config;
  gateway: Gateway;
  log: Logger;
  wakeups: Wakeups;
  /** The address of the database as insula_api. */
  apiUrl: string;
}

/** Creates the services that handlers use, once per process. */
export function createServices(
  { groups, config, gateway, log, wakeups, apiUrl }: Ground,
  { realtime: limits, room = endlessRoom, passwordCost, threads, sealingRight }: ServiceParts = {},
): Services {
  const ways = {
    url: apiUrl,
    lookOutbound: (since: string | null) => gateway.outboundLook(since),
    lookInstallation: () => gateway.installationLook(),
    lookRoutes: (stamp: string | null) => gateway.routesLook(stamp),
    ensureLogin: (tenant: string, verifier: string) => gateway.sqlLogin(tenant, verifier),
    cluster: {
      isCluster: () => gateway.isCluster,
      isFar: () => gateway.isFar,
      urlAt: (tenant: string, url: string) => gateway.urlAt(tenant, url),
    },
  };
  const shared = operationServices(config, ways, groups, { room, passwordCost, sealingRight });
  const brought: GroupServices = Object.assign(
    {},
    ...groups.map(({ apiServices }) => apiServices?.(shared, apiUrl)),
  );
  const operations = new Operations(gateway);
  const signingKeys = new SigningKeys(gateway, shared.box);
  const accessTokens = new AccessTokens(config, signingKeys);
  const refreshTokens = new RefreshTokens(encryptionKeysOf(config));
  const { beginLook } = brought;
  return {
    ...shared,
    ...brought,
    gateway,
    knownHosts: new KnownHosts(config, shared.routeTable, (since) => gateway.slugsLook(since)),
    operations,
    refusals: new Refusals(gateway, log),
    log,
    bodyThreads: new BodyThreads(bodyThread, config, threads),
    room,
    wakeups,
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
    realtime: new Hub({ gateway, operations, wakeups, log, limits, beginLook }),
    signingKeys,
    accessTokens,
    refreshTokens,
    sessionTokens: new SessionTokens(accessTokens, refreshTokens),
    async end() {
      for (const part of [shared.tenantLogins, ...Object.values(brought)])
        if ('close' in part) await (part as { close(): Promise<void> }).close();
    },
  };
}
