import type pg from 'pg';
import { inSpan, tracing } from '../ground/tracing/tracing.ts';
import type { Rider } from './company.ts';
import type { CompanyName, Connections, Query } from './connections.ts';
import { timedOut } from './errors.ts';
import { JsonBytes, JsonText } from './json-text.ts';
import { newId } from './new-id.ts';
import { Questions } from './questions.ts';
import { type Kind, limitOf, readMs } from './time-limits.ts';

/** How a change is to be made: plainly, tried and undone, or once only for a key. Read by app.run_change. */
export interface Change {
  dry_run?: true;
  key?: string;
  /** The key that encrypts a kept answer. */
  seal?: string;
  /** The fingerprint of the input, including secrets that a handler seals before the database sees them. */
  mac?: string;
  /** The same of other keys, while ENCRYPTION_KEY is replaced. */
  others?: { seal?: string; mac?: string }[];
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
  /** A session in which an operator impersonates a user may do it as well. */
  impersonable?: true | undefined;
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

/** A call that was refused to a platform key, for the operator's audit log: app.platform_audit_refusal. */
export interface RefusedCall {
  actor_id: string;
  actor_label: string;
  tenant_id?: string;
  operation: string;
  after: { code: string; required?: string };
  ip: string;
  user_agent: string | undefined;
  request_id: string;
}

/** The caller of /admin and /owner, for the journal; the platform key itself was checked by the doorway. */
export interface PlatformCaller {
  /** Not the operator, but the public: an open operation. */
  public?: true;
  /** The platform key, if it is not PLATFORM_ADMIN_KEY. */
  operator?: { id: string; label: string };
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

/** No tenant: what belongs to none is kept under it. */
const nowhere = 'platform';
/** Characters of JSON: from here on a call is work of several milliseconds. */
const largeInput = 10_000;
/** The first characters of a search, which tell what it is like; those that differ only later count as the same. */
const longestShape = 400;

/** The only way from the API process to the database: one function call, one transaction, json text back. */
export class Gateway extends Questions {
  private readonly readMs: number;

  /** @param longestReadMs how long a read may take, where that is not what it is everywhere */
  constructor(connections: Connections, longestReadMs = readMs) {
    super(connections);
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
      return await traced(operation, tenant, (onTurn) =>
        this.connections.call(query, { ...errand, onTurn }),
      );
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
    const query: Query =
      place !== undefined
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
    return traced(operation, tenant, (onTurn) =>
      this.connections.run(query, { line: 'house', tenant: asker, signal, isRead, onTurn }),
    );
  }

  /** The id of a tenant to be made. @param key the Idempotency-Key of the request: the same id for the same key */
  async newTenantId({ public: isPublic, operator }: PlatformCaller, key?: string): Promise<string> {
    const id = newId('ten');
    if (!key) return id;
    return this.ask({
      name: 'tenant_id_claim',
      text: 'select gateway.tenant_id_claim($1, $2, $3, $4) as body',
      values: [nowhere, isPublic ? 'public' : (operator?.id ?? 'platform'), key, id],
    });
  }

  /** Notes that a call was refused to a platform key. */
  async platformRefused(refused: RefusedCall): Promise<void> {
    const text = 'select gateway.platform_refused($1)::text as body';
    const values = [JSON.stringify(refused)];
    await this.connections.run(
      { name: 'platform_refused', text, values },
      { line: 'house', tenant: '', isRead: false },
    );
  }
}

/** The answer of gateway.installation_look: see app.installation_look. */
export interface InstallationLook {
  /** null: SELF_SERVE decides. */
  self_serve: boolean | null;
  read_only: boolean;
  maintenance: { message: string; until: string | null } | null;
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

/** Runs a call in a span, which shows how long it has waited for its turn. */
function traced(
  operation: string,
  tenant: string | undefined,
  work: (onTurn?: () => void) => Promise<string>,
): Promise<string> {
  if (!tracing()) return work();
  const attributes = () => ({ 'insula.operation': operation, 'insula.tenant_id': tenant });
  return inSpan('gateway.call', attributes, (span) => {
    const since = performance.now();
    return work(span && (() => span.set({ 'insula.wait_ms': performance.now() - since })));
  });
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
  const { collection = '', object_type_id: type = collection } = args as Record<string, unknown>;
  if (rides !== 'search') return String(type);
  const shape = outlineOf(args, 'cursor' in args ? 'on' : '', unlike);
  return `${type} ${shape.slice(0, longestShape)}`;
}

/** Members that say nothing of how long a search takes, or are said otherwise. */
const unlike = new Set(['collection', 'object_type_id', 'limit', 'cursor', 'value']);

/** The names and values in a piece of JSON, but for values that are searched for; no more of it than counts. */
function outlineOf(node: object, before: string, without?: ReadonlySet<string>): string {
  let text = before;
  for (const [name, value] of Object.entries(node)) {
    if (text.length > longestShape) break;
    if (name === 'value' || without?.has(name)) continue;
    text += ` ${name}:`;
    text +=
      typeof value === 'object' && value !== null
        ? `${outlineOf(value, '{')}}`
        : JSON.stringify(value);
  }
  return text;
}
