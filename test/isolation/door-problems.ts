import type { Verdict } from './ask.ts';

/** The credentials of a caller. */
export type Credential = 'key' | 'session' | 'nobody';

export interface Problem {
  name: string;
  /** The way to make it: of the tenant, of the user and session or key that call, or headers of the request. */
  tenant?: string;
  user?: string;
  session?: string;
  key?: string;
  headers?: Record<string, string>;
  expected: Partial<Record<Credential, Verdict>>;
}

/** The refusals, by their reasons. */
export const refusals = {
  suspended: [403, 'TENANT_SUSPENDED'],
  address: [403, 'IP_NOT_ALLOWED'],
  token: [401, 'INVALID_TOKEN'],
  session: [401, 'SESSION_REVOKED'],
  banned: [403, 'USER_BANNED'],
  level: [403, 'INSUFFICIENT_AAL'],
  mismatch: [403, 'TENANT_MISMATCH'],
} satisfies Record<string, Verdict>;
const same = (verdict: Verdict) => ({ key: verdict, session: verdict, nobody: verdict });

/** Possible problems of a caller or its tenant. `elsewhere` is the slug of another tenant. */
export const problems: Problem[] = [
  {
    name: 'a suspended tenant',
    tenant: `status = 'suspended', deleted_at = null`,
    expected: same(refusals.suspended),
  },
  {
    name: 'a deleted tenant',
    tenant: `status = 'deleted', deleted_at = now()`,
    expected: { key: refusals.token, session: refusals.token, nobody: [404, 'TENANT_NOT_FOUND'] },
  },
  {
    name: 'a tenant that is being loaded',
    tenant: `status = 'provisioning', deleted_at = null`,
    expected: { key: refusals.token, session: refusals.token, nobody: [404, 'TENANT_NOT_FOUND'] },
  },
  {
    name: 'an address that the tenant does not allow',
    tenant: `ip_allowlist = '{192.0.2.0/24}'`,
    expected: same(refusals.address),
  },
  {
    name: 'the name of another tenant',
    headers: { 'x-tenant-id': 'elsewhere' },
    expected: same(refusals.mismatch),
  },
  {
    name: 'a revoked key',
    key: 'revoked_at = now()',
    expected: { key: refusals.token },
  },
  {
    name: 'an expired key',
    key: 'expires_at = now()',
    expected: { key: refusals.token },
  },
  {
    name: 'an address that the key does not allow',
    key: `ip_allowlist = '{192.0.2.0/24}'`,
    expected: { key: refusals.address },
  },
  {
    name: 'a key without the scope',
    key: `scopes = '{auth}'`,
    expected: { key: [403, 'INSUFFICIENT_SCOPE'] },
  },
  {
    name: 'a revoked session',
    session: 'revoked_at = now()',
    expected: { session: refusals.session },
  },
  {
    name: 'an expired session',
    session: 'expires_at = now()',
    expected: { session: refusals.session },
  },
  {
    name: 'a session longer than the tenant allows',
    session: `created_at = now() - interval '2 days'`,
    tenant: `session_duration = interval '1 day'`,
    expected: { session: refusals.session },
  },
  {
    name: 'a user who is banned for good',
    user: 'banned_at = now()',
    expected: { session: refusals.banned },
  },
  {
    name: 'a user who is banned for a time',
    user: `banned_at = now(), banned_until = now() + interval '1 hour'`,
    expected: { session: refusals.banned },
  },
  {
    name: 'a user whose ban has ended',
    user: `banned_at = now(), banned_until = now()`,
    expected: {},
  },
  {
    name: 'a role that needs a second factor',
    tenant: `mfa_roles = '{user,owner,listener}'`,
    expected: { session: refusals.level },
  },
];
