import type { RouteDocs } from './route-docs.ts';

export type Scope = 'read' | 'write' | 'schema' | 'files' | 'auth' | 'ai' | 'sql' | '*';
/** Callers that no scope describes: a signed-in user; anyone, in a tenant; anyone; the operator. */
export type Audience = 'user' | 'public' | 'open' | 'platform';

/** Scopes of the operator's keys; none that ends in `:write` implies another. */
export const platformScopes = [
  '*',
  'tenants:read',
  'tenants:write',
  'backups:read',
  'backups:write',
  'restore',
  'impersonate',
  'infra:read',
  'infra:write',
  'flags',
  'settings',
  'audit',
  'metrics',
  'owner:read',
  'owner:write',
  'keys',
] as const;
export type PlatformScope = (typeof platformScopes)[number];

export interface AddressLimit {
  name: string;
  points: number;
  seconds: number;
}

/**
 * How an operation learns its tenant, where neither a token nor the request in general says it:
 * - `from`: the input of a public operation leads to it, by a secret (`tenantOfSecret`) or by an address.
 * - `by`: a function of the schema platform answers `{tenant_id}` for an operation of the operator; it goes into its input as
 *   well.
 * - `address`: app.tenant_addresses knows the path of a public operation, under the domain that was asked or under
 *   BASE_URL's. No token is looked at, and unknown parameters of the query are passed over.
 * - `operator`: the path names a tenant, and the record is the operator's: it runs under the word platform.
 * - `made`: the operation makes the tenant. Its id is known before it is called.
 */
export type TenantSource =
  | { from(args: Record<string, unknown>): string | undefined }
  | { by: string }
  | 'address'
  | 'operator'
  | 'made';

/** The callers of an operation, its tenant and its rate. */
export interface RouteCaller {
  /**
   * The scope that an API key needs, or the audience: `user` a signed-in user only; `public` anyone who names a tenant,
   * `open` anyone, without a tenant; `platform` a platform key.
   */
  scope: Scope | Audience;
  /**
   * The scope that a platform key needs, where `scope` is `platform`; without one, `*`. `by_field`: of GraphQL, whose
   * operation checks it for each field.
   */
  platformScope?: PlatformScope | 'by_field';
  /** The permission that the roles of a user need, if the scope does not determine it: see `permissionOf`. */
  permission?: string;
  /** Refused (403) to a session in which an operator impersonates a user: docs/operate/impersonation.md. */
  notImpersonated?: true;
  tenant?: TenantSource;
  /** A public operation that a user's access token may go on with, such as the second factor. */
  takesToken?: boolean;
  /**
   * A public operation that is mostly called with a token: anyone who names no tenant is asked for one (401), not for the
   * tenant (400).
   */
  asksForToken?: boolean;
  /** The scope that a public operation requires of a token, where what its URL carries would do as well. */
  scopeWithToken?: Scope;
  /** The token may stand in the query, for clients that cannot send headers: EventSource. */
  takesQueryToken?: boolean;
  /** Limits calls per address, in addition to the limits of keys and tenants. Operations of one name count together. */
  limit?: AddressLimit;
  /** A tenant that has used up the calls of its month may still call it: it looks at what it has used, or pays. */
  isBeyondPlan?: true;
}

/** Operations of the schema platform: they run without a tenant. */
export const isPlatform = ({ scope }: Pick<RouteCaller, 'scope'>): boolean =>
  scope === 'platform' || scope === 'open';

/** Whether the path of an operation says its tenant. */
export const hasOwnAddress = ({ tenant }: Pick<RouteCaller, 'tenant'>): boolean =>
  tenant === 'address';

/** The function that says the tenant of a public operation by its input, if there is one. */
export const tenantFromOf = ({ tenant }: Pick<RouteCaller, 'tenant'>) =>
  typeof tenant === 'object' && 'from' in tenant ? tenant.from : undefined;

/** The function of the schema platform that says the tenant of an operation, if there is one. */
export const tenantByOf = ({ tenant }: Pick<RouteCaller, 'tenant'>): string | undefined =>
  typeof tenant === 'object' && 'by' in tenant ? tenant.by : undefined;

/**
 * Whether it is refused to a tenant that has used up the calls of its month; what is called without a token is not, nor what
 * `isBeyondPlan`.
 */
export const countsAgainstPlan = (
  route: Pick<RouteCaller, 'scope' | 'tenant' | 'isBeyondPlan'>,
): boolean => !isPlatform(route) && !hasOwnAddress(route) && !route.isBeyondPlan;

const permissions: Partial<Record<RouteCaller['scope'], string>> = {
  read: 'objects:read',
  write: 'objects:write',
  files: 'files:write',
};

/**
 * The permission that the roles of a user need: for data by its scope, for everything that a tenant manages by the name
 * of its group, such as `keys:manage`.
 */
export function permissionOf(route: RouteCaller & Pick<RouteDocs, 'path'>): string {
  const known = route.permission ?? permissions[route.scopeWithToken ?? route.scope];
  return known ?? `${route.path.split('/')[2]?.replaceAll('-', '_')}:manage`;
}

/** The rights that a caller needs for an operation, as the database checks them of a credential and of a step. */
export interface Needs {
  scope: RouteCaller['scope'];
  permission: string;
  /** Without it, the database refuses sessions in which an operator impersonates a user. */
  impersonable?: true | undefined;
}

/** The rights that a caller needs for a route, whichever way its operation is reached. */
export const needsOf = (route: RouteCaller & Pick<RouteDocs, 'path'>): Needs => ({
  scope: route.scope,
  permission: permissionOf(route),
  // Named in any case: spread over the credential of another operation, it takes the place of what that has.
  impersonable: route.notImpersonated ? undefined : true,
});

/**
 * Marks rows that change something: refused to an impersonated session. @returns the same rows, as `uncompressed`
 * @param but the ids of those that are open to it
 */
export const notImpersonated = <Row extends RouteCaller & Pick<RouteDocs, 'id' | 'method'>>(
  rows: Row[],
  but: readonly string[] = [],
): Row[] => {
  for (const row of rows)
    if (row.method !== 'GET' && !but.includes(row.id)) row.notImpersonated = true;
  return rows;
};
