import type { Connections, Query } from './connections.ts';
import type { CountedHour, Standing } from './meters.ts';

const pingMs = 2_000;
const sizeMs = 10_000;

/** The answer of gateway.outbound_look: whether anything may leave. */
export interface OutboundLook {
  held: boolean;
  /** The moment of the answer, for the next question. */
  at: string;
  /** Tenants whose `outbound` was set since the moment of the question. */
  changed: Record<string, 'on' | 'off'>;
}

/** The answer of gateway.installation_look: see app.installation_look. */
export interface InstallationLook {
  /** null: SELF_SERVE decides. */
  self_serve: boolean | null;
  read_only: boolean;
  maintenance: { message: string; until: string | null } | null;
  /** The status of the shard that all tenants live on. */
  shard: 'active' | 'readonly' | 'offline';
}

/** A host, '' for that of BASE_URL, the beginning of a path, and the tenant that they lead to. */
export type RouteLine = [host: string, prefix: string, tenant: string];

/** The answer of gateway.routes_look: see app.routes_look. */
export interface RoutesLook {
  /** For the next question: while nothing has changed, its answer has nothing else. */
  stamp: string;
  /** Of the operator. */
  routes?: RouteLine[];
  /** Verified domains of tenants. */
  domains?: RouteLine[];
}

/** The answer of gateway.slugs_look: see app.slugs_look. */
export interface SlugsLook {
  /** The moment of the answer, for the next question. */
  at: string;
  /** By tenant, its slug; null for one that is not active. */
  changed: Record<string, string | null>;
}

/** The questions that a process has of its own: keys, meters, settings, whether anything may leave. No operation is run by it. */
export class Questions {
  protected readonly connections: Connections;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /** The platform key with a token, by its SHA-256 in hex, as json text; null for an unknown one: auth.platform_key. */
  async platformKey(hash: string, ip: string): Promise<string | null> {
    const text = 'select gateway.platform_key($1, $2) as body';
    return this.ask({ name: 'platform_key', text, values: [hash, ip] });
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

  /** Of a cluster, this process knows only the coordinator. */
  get isFar(): boolean {
    return this.isCluster && !this.connections.isStraight;
  }

  /** An address of the database, at a tenant's node where this process reaches it. */
  urlAt(tenant: string, url: string): Promise<string> {
    return this.connections.urlAt(tenant, url);
  }

  /** Lets a tenant's own login in with the password of this verifier: see tenant-logins.ts. */
  async sqlLogin(tenant: string, verifier: string): Promise<void> {
    const query = {
      name: 'sql_login',
      // Nothing around the call, or it does not travel to the node.
      text: 'select gateway.sql_login($1, $2) as body',
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

  /** Writes when keys and sessions were last used: `[{tenant_id, handle | session, used_at, ip}]`, of platform keys `[{platform_key, used_at, ip}]`. */
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

  /** Whether anything may leave, with the tenants whose `outbound` was set since a moment. */
  async outboundLook(since: string | null): Promise<OutboundLook> {
    const text = 'select gateway.outbound_look($1)::text as body';
    return JSON.parse(await this.ask({ name: 'outbound_look', text, values: [since] }));
  }

  /** The hosts and prefixes that lead to tenants. @param stamp of the answer before; null for all of it */
  async routesLook(stamp: string | null): Promise<RoutesLook> {
    const text = 'select gateway.routes_look($1)::text as body';
    return JSON.parse(await this.ask({ name: 'routes_look', text, values: [stamp] }));
  }

  /** The slugs of active tenants. @param since the moment of the answer before; null for all of them */
  async slugsLook(since: string | null): Promise<SlugsLook> {
    const text = 'select gateway.slugs_look($1)::text as body';
    return JSON.parse(await this.ask({ name: 'slugs_look', text, values: [since] }));
  }

  /** The settings of the installation that a process keeps in memory. */
  async installationLook(): Promise<InstallationLook> {
    const text = 'select gateway.installation_look()::text as body';
    return JSON.parse(await this.ask({ name: 'installation_look', text, values: [] }));
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
  protected ask(query: Query, tenant = ''): Promise<string> {
    return this.connections.run(query, { line: 'house', tenant, isRead: true });
  }
}
