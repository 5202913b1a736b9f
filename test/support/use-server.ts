import { beforeAll, inject } from 'vitest';
import { createTenant, type TenantClient } from './api.ts';
import { type ServerParts, startTestServer, type TestServer } from './server.ts';
import { startOnSharedDatabase } from './shared-database.ts';

/**
 * A server for this file, on the database that the files of this process share: for files that look at nothing but
 * their own tenants. Data that other files have left there is a neighbour, which no test may notice.
 * @param env as `startTestServer` takes it; without it, the server believes the addresses that `anotherAddress` gives
 * @returns an object that is filled before the first test
 */
export const useServer = (
  env: NodeJS.ProcessEnv = { TRUSTED_PROXIES: 'loopback' },
  parts?: ServerParts,
): TestServer =>
  filled(
    () => startOnSharedDatabase(env, parts),
    (server) => server.close(),
  );

/** The ways of a call to the database: in a statement of its own, or in one with calls of another tenant. */
export const waysOfCalls: ReadonlyArray<readonly [string, ServerParts]> = [
  ['alone', {}],
  // On a cluster, calls of two tenants share no statement.
  ...(inject('server').isCluster ? [] : [['in company', { isInCompany: true }] as const]),
];

/**
 * A server for this file, on a database of its own: for files that look at the whole database, change it, have a
 * worker, or measure.
 * @returns an object that is filled before the first test
 */
export const useOwnDatabase = (env?: NodeJS.ProcessEnv, parts?: ServerParts): TestServer =>
  filled(
    () => startTestServer(env, parts),
    (server) => server.close(),
  );

/** A new tenant of the file’s server, which its tests share. */
export const useTenant = (
  server: TestServer,
  options?: Parameters<typeof createTenant>[1],
): TenantClient => filled(() => createTenant(server, options));

/** An object that has no members before the hooks of the file have run this far. */
function filled<T extends object>(make: () => Promise<T>, end?: (made: T) => Promise<void>): T {
  const target = {} as T;
  beforeAll(async () => {
    const made = await make();
    Object.assign(target, made);
    // After all other hooks of the file.
    return () => end?.(made);
  });
  return target;
}
