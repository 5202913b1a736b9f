import type pg from 'pg';
import { isRefusal, isRetryable } from './errors.ts';

/** How a change is to be made: plainly, tried and undone, or once only for a key. Read by app.run_change. */
export interface Change {
  dry_run?: true;
  key?: string;
  /** What a kept answer is encrypted with. */
  seal?: string;
}

/** Who a token says is calling. */
export type Bearer =
  /** An API key; `hash` is the sha256 of its secret, in hex. */
  | { handle: string; hash: string }
  /** A user's access token, its signature checked. */
  | { session: string; user: string }
  | { public: true };

/** What the gateway authenticates: built by http/caller.ts, checked by auth.authenticate. */
export type Credential = Bearer & {
  scope: string;
  /** What the roles of a user must permit. */
  permission: string;
  /** The user whose eyes an admin looks through. */
  as_user?: string;
  request_id: string;
  ip: string;
  user_agent?: string;
  /** How many automations and webhooks have led to the call. */
  causation_depth?: number;
  tenant_hints?: string[];
  /** Of an operation that changes something. */
  change?: Change;
};

/** Who calls /admin, for the journal; the platform key itself was checked by the doorway. */
export interface PlatformCaller {
  /** Not the operator, but anybody: an open operation. */
  public?: true;
  request_id: string;
  ip: string;
  user_agent?: string;
  /** Of an operation that changes something. */
  change?: Change;
}

/** With a time of its own for the answer, in milliseconds: pg knows it, its types do not. */
interface Query extends pg.QueryConfig {
  query_timeout?: number;
}

const retries = 2;
const patientMs = 600_000;
/** How much later than its own timeout a database that does not answer is given up. */
const graceMs = 5_000;
const pingMs = 2_000;

/** The only way from the API process to the database: one function call, one transaction, json text back. */
export class Gateway {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  /**
   * Runs `api.<operation>` for a tenant.
   * @param isPatient for work that grows with the data (building an index): 10 minutes instead of 15 seconds
   * @returns the answer as json text, `{"$headers":…,"data":…}` or `{"$refuse":…}` included
   */
  async call(
    tenant: string,
    credential: Credential,
    operation: string,
    args: object,
    isPatient = false,
  ): Promise<string> {
    const query = {
      name: 'call',
      text: 'select gateway.call($1, $2, $3, $4) as body',
      values: [tenant, JSON.stringify(credential), operation, JSON.stringify(args)],
    };
    return isPatient ? this.runPatiently(query) : this.run(query);
  }

  /** Runs `platform.<operation>`. */
  async callPlatform(caller: PlatformCaller, operation: string, args: object): Promise<string> {
    return this.run({
      name: 'call_platform',
      text: 'select gateway.call_platform($1, $2, $3) as body',
      values: [JSON.stringify(caller), operation, JSON.stringify(args)],
    });
  }

  /** What came after a place in a tenant's journal, for all who listen: app.realtime_feed. */
  async feed(tenant: string, args: object): Promise<string> {
    return this.run({
      name: 'feed',
      text: 'select gateway.feed($1, $2) as body',
      values: [tenant, JSON.stringify(args)],
    });
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
    return this.run({
      name: 'limits',
      text: 'select gateway.limits($1, $2, $3) as body',
      values: [tenant, handle, secretHash],
    });
  }

  /** The id of the tenant that an id, a slug or a custom domain names, or null. */
  async tenantFind(name: string): Promise<string | null> {
    return this.run({
      name: 'tenant_find',
      text: 'select gateway.tenant_find($1) as body',
      values: [name],
    });
  }

  /** The keys of access tokens as json, the one that signs first. */
  async signingKeys(): Promise<string> {
    return this.run({
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
    return this.run({
      name: 'signing_key_add',
      text: 'select gateway.signing_key_add($1, $2, $3, $4) as body',
      values: [kid, JSON.stringify(publicJwk), privateKey, replaces],
    });
  }

  /** Writes when keys and sessions were last used: `[{tenant_id, handle | session, used_at, ip}]`. */
  async keysUsed(uses: object[]): Promise<void> {
    await this.run({
      name: 'keys_used',
      text: 'select gateway.keys_used($1) as body',
      values: [JSON.stringify(uses)],
    });
  }

  /** What waits in all tenants, as numbers alone: app.metrics, as json text. */
  async metrics(): Promise<string> {
    return this.run({
      name: 'metrics',
      text: 'select gateway.metrics() as body',
      values: [],
      query_timeout: pingMs,
    });
  }

  /** Whether the database answers. */
  async ping(): Promise<string> {
    return this.run({
      name: 'ping',
      text: 'select gateway.ping() as body',
      values: [],
      query_timeout: pingMs,
    });
  }

  private async run(query: Query): Promise<string> {
    return this.onClient((client) => attempt(client, query), isRefusal);
  }

  private async runPatiently(query: Query): Promise<string> {
    const work = async (client: pg.PoolClient) => {
      await client.query(`set statement_timeout = ${patientMs}`);
      const body = await attempt(client, { ...query, query_timeout: patientMs + graceMs });
      await client.query('reset statement_timeout');
      return body;
    };
    return this.onClient(work, () => false);
  }

  /**
   * A refusal is an answer, and leaves its connection as good as it was; pool.query would close it after any error, and
   * the next request would wait for a new one that has to plan everything anew.
   * @param leavesIntact whether a connection can be used again after an error
   */
  private async onClient(
    work: (client: pg.PoolClient) => Promise<string>,
    leavesIntact: (error: unknown) => boolean,
  ): Promise<string> {
    const client = await this.pool.connect();
    try {
      const body = await work(client);
      client.release();
      return body;
    } catch (error) {
      client.release(!leavesIntact(error));
      throw error;
    }
  }
}

async function attempt(client: pg.PoolClient, query: Query): Promise<string> {
  for (let failures = 0; ; failures++) {
    try {
      const { rows } = await client.query<{ body: string }>(query);
      return rows[0]?.body as string;
    } catch (error) {
      if (!isRetryable(error) || failures === retries) throw error;
    }
  }
}
