import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { leavingRoom } from '../ground/concurrency/rules.ts';
import { Turns, tooMany } from '../ground/concurrency/turns.ts';
import { type EncryptionKeys, keysIn } from '../ground/config/keys.ts';
import { connected } from './client.ts';
import { withAnyPassword } from './passwords.ts';
import { scramVerifier } from './roles.ts';
import { rolePassword, tenantRole, tenantUrl, withoutOptions } from './urls.ts';

/** Connections of this process, of all tenants together; idle ones are closed for those that are needed. */
const maxConnections = 4;
const idleMs = 30_000;
/** No such role, no such password: it has not been made yet, or for another ENCRYPTION_KEY. */
const noLogin = new Set(['28000', '28P01']);
const refusal = 'Too many SQL statements of this tenant are under way.';

/** Lets the login of a tenant in with the password of a SCRAM verifier; creates it if necessary. */
type EnsureLogin = (tenant: string, verifier: string) => Promise<unknown>;

/** How the logins are reached where tenants live on several nodes: each at the node of its tenant. */
export interface LoginsOfCluster {
  isCluster(): boolean;
  /** The nodes are not reached. */
  isFar(): boolean;
  urlAt(tenant: string, url: string): Promise<string>;
}

interface Idle {
  tenant: string;
  /** The address that it leads to. */
  url: string;
  client: pg.Client;
  timer: NodeJS.Timeout;
}

/**
 * Connections on which a tenant's own SQL runs, as a login of its own. Row-level security goes by the name that was
 * logged in with, which nothing that a statement does can change; a role or a setting could be changed by a function
 * inside a SELECT.
 */
export class TenantLogins {
  private readonly url: string;
  private readonly keys: EncryptionKeys;
  private readonly ensure: EnsureLogin;
  private readonly cluster: LoginsOfCluster | undefined;
  /** The one that was used last at the end. */
  private idle: Idle[] = [];
  private isClosed = false;
  private readonly turns = new Turns({
    atOnce: maxConnections,
    mayBegin: leavingRoom,
    maxOfTenant: 100,
    maxWaiting: 400,
    waitMs: 10_000,
    refusal,
    name: 'sql',
  });

  constructor(
    url: string,
    keys: Buffer | EncryptionKeys,
    ensure: EnsureLogin,
    cluster?: LoginsOfCluster,
  ) {
    this.url = url;
    this.cluster = cluster;
    this.keys = keysIn(keys);
    this.ensure = ensure;
  }

  get isCluster(): boolean {
    return this.cluster?.isCluster() ?? false;
  }

  /** Tenants live on nodes that this process does not reach: there is no SQL. */
  get isFar(): boolean {
    return this.cluster?.isFar() ?? false;
  }

  /** How many connections are open without being used. */
  get idleCount(): number {
    return this.idle.length;
  }

  /** How many connections are in use, including those whose statement still runs although its caller has been answered. */
  get held(): number {
    return this.turns.held;
  }

  /**
   * A connection of the tenant for as long as `work` takes. One that broke, or that `work` says is spent, is closed, and its
   * place is taken until PostgreSQL has closed it as well: a statement that nothing ends may outlive its caller's patience.
   */
  use<T>(
    tenant: string,
    work: (client: pg.Client, spend: () => void) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const holding = async () => {
        const url = (await this.cluster?.urlAt(tenant, this.url)) ?? this.url;
        const client = this.takeIdle(tenant, url) ?? (await this.connect(tenant, url));
        let isSpent = false;
        client.once('end', () => {
          isSpent = true;
        });
        await work(client, () => {
          isSpent = true;
        }).then(resolve, reject);
        if (isSpent && !this.isClosed) await closed(client);
        if (isSpent || this.isClosed) await client.end().catch(() => {});
        else this.keep(tenant, url, client);
      };
      this.turns.take(holding, { tenant, signal }).catch(reject);
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { idle } = this;
    this.idle = [];
    await Promise.all(idle.map(closeIdle));
  }

  private takeIdle(tenant: string, url: string): pg.Client | undefined {
    const found = this.idle.findLast((other) => other.tenant === tenant && other.url === url);
    if (!found) return undefined;
    this.forget(found);
    return found.client;
  }

  private keep(tenant: string, url: string, client: pg.Client): void {
    const entry: Idle = {
      tenant,
      url,
      client,
      timer: setTimeout(() => {
        this.forget(entry);
        void closeIdle(entry);
      }, idleMs).unref(),
    };
    client.removeAllListeners('end');
    client.once('end', () => this.forget(entry));
    this.idle.push(entry);
  }

  private forget(entry: Idle): void {
    clearTimeout(entry.timer);
    entry.client.removeAllListeners('end');
    this.idle = this.idle.filter((other) => other !== entry);
  }

  /** Of the places, one is the caller's; what is idle beyond the others goes, the longest unused first. */
  private async connect(tenant: string, url: string): Promise<pg.Client> {
    while (this.idle.length + this.turns.held > maxConnections) {
      const oldest = this.idle[0];
      if (!oldest) break;
      this.forget(oldest);
      await closeIdle(oldest);
    }
    try {
      return await this.logIn(tenant, url);
    } catch (error) {
      const { code = '', message } = error as pg.DatabaseError;
      // The limit of this role, which all processes share. That of the server names none.
      if (code === '53300' && message.includes(tenantRole(tenant)))
        throw tooMany(refusal).by('sql');
      if (!noLogin.has(code)) throw error;
      const password = rolePassword(this.keys[0], tenantRole(tenant));
      await this.ensure(tenant, scramVerifier(password));
      return this.logIn(tenant, url);
    }
  }

  private async logIn(tenant: string, url: string): Promise<pg.Client> {
    const settings = {
      application_name: 'insula sql',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    };
    const client = await withAnyPassword(
      tenantUrl(withoutOptions(url), tenant, this.keys),
      (connectionString) => connected(connectionString, settings),
    );
    // The bounded functions come before those of pg_catalog: sql/75_bounded.sql.
    await client.query('set search_path = bounded, pg_catalog');
    return client;
  }
}

/** When both sides have closed it: pg itself would break off a connection with a statement under way. */
async function closed(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (!stream.closed) await once(stream, 'close');
}

const closeIdle = ({ client, timer }: Idle): Promise<void> => {
  clearTimeout(timer);
  return client.end().catch(() => {});
};
