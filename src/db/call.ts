import type pg from 'pg';
import type { Rider } from './company.ts';
import type { CompanyName, Connections, Query } from './connections.ts';
import { timedOut } from './errors.ts';
import { JsonBytes, JsonText } from './json-text.ts';
import type { CountedHour, Standing } from './meters.ts';
import { newId } from './new-id.ts';
import { type Kind, limitOf, readMs } from './time-limits.ts';

/** How a change is to be made: plainly, tried and undone, or once only for a key. Read by app.run_change. */
export interface Change {
  dry_run?: true;
  key?: string;
  /** The key that encrypts a kept answer. */
  seal?: string;
  /** The fingerprint of the input, including secrets that a handler seals before the database sees them. */
  mac?: string;
  /** Only `mac` identifies the input: everything that is sent to the database was made from it. */
  is_whole?: true;
}

/** The caller, by its token. */
export type Bearer =
  /** An API key; `hash` is the sha256 of its secret, in hex. */
  | { handle: string; hash: string }
  /** A user's access token, its signature checked. */
  | { session: string; user: string }
  | { public: true };

/** The credential that the gateway authenticates: built by operations/caller.ts, checked by auth.authenticate. */
export type Credential = Bearer & {
  scope: string;
  /** The permission that the roles of a user must include. */
  permission: string;
  /** The user whose eyes an admin looks through. */
  as_user?: string;
  request_id: string;
  ip: string;
  user_agent?: string;
  /** How many automations and webhooks have led to the call. */
  causation_depth?: number;
  /** Where that chain began, a UUID; of an operation that changes something. */
  root?: string;
  tenant_hints?: string[];
  /** Of an operation that changes something. */
  change?: Change;
};

/** The caller of /admin and /owner, for the journal; the platform key itself was checked by the doorway. */
export interface PlatformCaller {
  /** Not the operator, but the public: an open operation. */
  public?: true;
  request_id: string;
  ip: string;
  user_agent?: string;
  /** Of an operation that changes something. */
  root?: string;
  change?: Change;
}

/** The kind of a call's work, and its tenant and caller. */
export interface Waiting {
  /** Decides how long it may take, and which connections it may use; a change by default. */
  kind?: Kind;
  /** Of patient work: how long this one may take, in milliseconds. */
  limitMs?: number | undefined;
  /** Ends the call, wherever it is: the client left. */
  signal?: AbortSignal | undefined;
  /** The calls that it may share a statement with. */
  rides?: CompanyName | undefined;
  /** See `growsWithData` of a route. */
  grows?: boolean | undefined;
}

const pingMs = 2_000;
const sizeMs = 10_000;
/** No tenant: what belongs to none is kept under it. */
const nowhere = 'platform';
/** Characters of JSON: from here on a call is work of several milliseconds. */
const largeInput = 10_000;
/** The first characters of a search, which tell what it is like; those that differ only later count as the same. */
const longestShape = 400;

/** The only way from the API process to the database: one function call, one transaction, json text back. */
export class Gateway {
  private readonly connections: Connections;
  private readonly readMs: number;

  /** @param longestReadMs how long a read may take, where that is not what it is everywhere */
  constructor(connections: Connections, longestReadMs = readMs) {
    this.connections = connections;
    this.readMs = longestReadMs;
  }

  /**
   * Runs `api.<operation>` for a tenant, when its turn has come.
   * @throws 429 CONCURRENCY_LIMITED, 504 TIMEOUT, the reason of the signal, and whatever the database says
   * @returns the answer as json text, `{"$headers":…,"data":…}` or `{"$refuse":…}` included
   */
  async call(
    tenant: string,
    credential: Credential,
    operation: string,
    args: object,
    { kind = 'write', limitMs, signal, rides, grows = kind === 'read' }: Waiting = {},
  ): Promise<string> {
    const input = inputOf(args);
    const query: Rider = {
      name: 'call',
      text: 'select gateway.call($1, $2, $3, $4) as body',
      values: [tenant, JSON.stringify(credential), operation, input],
    };
    const errand = {
      line: kind === 'patient' ? ('patient' as const) : ('requests' as const),
      tenant,
      caller: callerOf(credential),
      signal,
      limitMs: kind === 'read' ? this.readMs : limitMs,
      isLarge: kind !== 'patient' && input.length > largeInput,
      isRead: kind === 'read',
      grows,
      rides,
      pace:
        grows || rides
          ? { own: `${tenant} ${operation} ${shapeOf(args, rides)}`, operation }
          : undefined,
    };
    try {
      return await this.connections.call(query, errand);
    } catch (error) {
      throw timedOut(error, kind, Math.min(errand.limitMs ?? limitOf[kind], limitOf[kind]));
    }
  }

  /**
   * Runs `platform.<operation>`, in the tenant that it is about, or makes. Without one, it looks at several, or changes what
   * belongs to none.
   */
  async callPlatform(
    caller: PlatformCaller,
    operation: string,
    args: object,
    {
      tenant,
      signal,
      isRead = false,
    }: { tenant?: string | undefined; signal?: AbortSignal | undefined; isRead?: boolean } = {},
  ): Promise<string> {
    const values = [JSON.stringify(caller), operation, JSON.stringify(args)];
    const place = tenant ?? (caller.change ? nowhere : undefined);
    const query: Query = place
      ? {
          name: 'call_platform_tenant',
          text: 'select gateway.call_platform_tenant($1, $2, $3, $4) as body',
          values: [place, ...values],
        }
      : {
          name: 'call_platform',
          text: 'select gateway.call_platform($1, $2, $3) as body',
          values,
        };
    const asker = caller.public ? 'strangers' : 'operator';
    return this.connections.run(query, { line: 'house', tenant: asker, signal, isRead });
  }

  /** The id of a tenant to be made. @param key the Idempotency-Key of the request: the same id for the same key */
  async newTenantId({ public: isPublic }: PlatformCaller, key?: string): Promise<string> {
    const id = newId('ten');
    if (!key) return id;
    return this.ask({
      name: 'tenant_id_claim',
      text: 'select gateway.tenant_id_claim($1, $2, $3, $4) as body',
      values: [nowhere, isPublic ? 'public' : 'platform', key, id],
    });
  }

  /** Events after a place in a tenant's journal, for all listeners: app.realtime_feed. */
  async feed(tenant: string, args: object): Promise<string> {
    const query = {
      name: 'feed',
      text: 'select gateway.feed($1, $2) as body',
      values: [tenant, JSON.stringify(args)],
    };
    return this.ask(query, tenant);
  }

  /**
   * `{"key": n|null, "tenant": n|null}`: requests per minute, or null when there is no key with this secret.
   * @param handle null for what is not called with a key
   */
  async limits(
    tenant: string,
    handle: string | null,
    secretHash: string | null,
  ): Promise<string | null> {
    const query = {
      name: 'limits',
      text: 'select gateway.limits($1, $2, $3) as body',
      values: [tenant, handle, secretHash],
    };
    return this.ask(query, tenant);
  }

  /** Whether its tenants live on several nodes. */
  get isCluster(): boolean {
    return this.connections.isCluster;
  }

  /** Lets a tenant's own login in with the password of this verifier: see tenant-logins.ts. */
  async sqlLogin(tenant: string, verifier: string): Promise<void> {
    const query = {
      name: 'sql_login',
      text: 'select gateway.sql_login($1, $2)::text as body',
      values: [tenant, verifier],
    };
    await this.ask(query, tenant);
  }

  /** The id of the tenant that an id, a slug or a custom domain names, or null. */
  async tenantFind(name: string): Promise<string | null> {
    return this.ask({
      name: 'tenant_find',
      text: 'select gateway.tenant_find($1) as body',
      values: [name],
    });
  }

  /** The keys of access tokens as json, the one that signs first. */
  async signingKeys(): Promise<string> {
    return this.ask({
      name: 'signing_keys',
      text: 'select gateway.signing_keys() as body',
      values: [],
    });
  }

  /** Makes a key the one that signs in place of `replaces`, unless another process was first. @returns all keys */
  async signingKeyAdd(
    kid: string,
    publicJwk: object,
    privateKey: string,
    replaces: string | null,
  ): Promise<string> {
    return this.ask({
      name: 'signing_key_add',
      text: 'select gateway.signing_key_add($1, $2, $3, $4) as body',
      values: [kid, JSON.stringify(publicJwk), privateKey, replaces],
    });
  }

  /** Writes when keys and sessions were last used: `[{tenant_id, handle | session, used_at, ip}]`. */
  async keysUsed(uses: object[]): Promise<void> {
    await this.ask({
      name: 'keys_used',
      text: 'select gateway.keys_used($1) as body',
      values: [JSON.stringify(uses)],
    });
  }

  /**
   * Adds what a process has counted of calls to the meters of tenants, each batch of a writer once.
   * @returns where the tenants with a limit stand in this month
   */
  async metersAdd(
    writer: string,
    batch: number,
    hours: CountedHour[],
  ): Promise<{ month: string; standings: Standing[] }> {
    const answer = await this.ask({
      name: 'meters_add',
      text: 'select gateway.meters_add($1, $2, $3) as body',
      values: [writer, batch, JSON.stringify(hours)],
    });
    return JSON.parse(answer);
  }

  /** The amounts of waiting work of all tenants, numbers only: app.metrics, as json text. */
  async metrics(): Promise<string> {
    return this.connections.look({
      name: 'metrics',
      text: 'select gateway.metrics() as body',
      values: [],
      query_timeout: pingMs,
    });
  }

  /** How the database and its workers are: app.vitals, as json text. */
  async vitals(): Promise<string> {
    return this.connections.look({
      name: 'vitals',
      text: 'select gateway.vitals() as body',
      values: [],
      query_timeout: pingMs,
    });
  }

  /** In bytes. It looks at each file of the database. */
  async databaseSize(): Promise<number> {
    const bytes = await this.connections.look({
      name: 'database_size',
      text: 'select gateway.database_size() as body',
      values: [],
      query_timeout: sizeMs,
    });
    return Number(bytes);
  }

  /** Whether nothing may leave the installation for now. */
  async outboundHeld(): Promise<boolean> {
    const text = 'select gateway.outbound_held()::text as body';
    return (await this.ask({ name: 'outbound_held', text, values: [] })) === 'true';
  }

  /** Whether the database answers, and with `held` that nothing may leave the installation: in one question. */
  async ping(): Promise<'ok' | 'held'> {
    const held = await this.connections.look({
      name: 'ping',
      text: 'select gateway.outbound_held()::text as body where gateway.ping() is not null',
      values: [],
      query_timeout: pingMs,
    });
    return held === 'true' ? 'held' : 'ok';
  }

  /** How the nodes of a cluster are: `ok`, or how many do not answer. @returns undefined on one PostgreSQL */
  async nodesReady(): Promise<string | undefined> {
    if (!this.connections.isCluster) return undefined;
    return this.connections.look({
      name: 'nodes_ready',
      text: 'select gateway.nodes_ready() as body',
      values: [],
      query_timeout: pingMs,
    });
  }

  /** A query of the server itself: about a tenant, or for all. Nothing that a request asks for is done by it. */
  private ask(query: Query, tenant = ''): Promise<string> {
    return this.connections.run(query, { line: 'house', tenant, isRead: true });
  }
}

/** The gateway for the rest of a process: operations are run by src/operations only. */
export type House = Omit<Gateway, 'call' | 'callPlatform'>;

/**
 * For a process that starts: holds what leaves the installation, where it is told to.
 * @returns whether it is held
 */
export async function holdOutbound(client: pg.Client, isWanted: boolean): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'select gateway.outbound_hold($1) as held',
    [isWanted],
  );
  return rows[0]?.held ?? false;
}

function inputOf(args: object): string | Buffer {
  if (args instanceof JsonBytes) return args.bytes;
  return args instanceof JsonText ? args.text : JSON.stringify(args);
}

/** The line in which a caller waits: visitors of a tenant share one. */
function callerOf(credential: Credential): string {
  if ('handle' in credential) return credential.handle;
  return 'user' in credential ? credential.user : '';
}

/**
 * The properties that make calls of an operation alike: the object type or the collection, and for a search its
 * conditions and order without their values. One may be quick where another is slow.
 */
function shapeOf(args: object, rides: CompanyName | undefined): string {
  if (args instanceof JsonBytes) return args.kin;
  const { collection = '', limit: _, cursor, ...others } = args as Record<string, unknown>;
  const { object_type_id: type = collection, ...rest } = others;
  if (rides !== 'search') return String(type);
  const shape = JSON.stringify(rest, (key, value) => (key === 'value' ? undefined : value));
  return `${type} ${shape.slice(0, longestShape)} ${cursor === undefined ? '' : 'on'}`;
}
