import { createHmac } from 'node:crypto';
import { type EncryptionKeys, keysIn } from '../ground/config/keys.ts';
import { otherPasswords, withOtherPasswords } from './passwords.ts';

/** Addresses of one database, one for each role that connects. */
export interface DatabaseUrls {
  /** The migrating role, or null where this process was only given `insula_api`. */
  owner: string | null;
  api: string;
  worker: string;
}

/**
 * Derives the addresses of the API and the worker from the one that was configured.
 * Their passwords come from ENCRYPTION_KEY, so every process with the same key can connect and none of
 * them has to hold the owner's password. One that is given for `insula_api` stays. Of several keys the address has the
 * password of the first, and remembers those of the others.
 */
export function databaseUrls(url: string, encryptionKeys: Buffer | EncryptionKeys): DatabaseUrls {
  const isApi = userOf(url) === 'insula_api';
  const keys = keysIn(encryptionKeys);
  return {
    owner: isApi ? null : url,
    api: isApi && hasPassword(url) ? withDerived(url, keys) : derivedUrl(url, 'insula_api', keys),
    worker: derivedUrl(url, 'insula_worker', keys),
  };
}

/** A password that was given is replaced with the key, like those that are derived. */
const withDerived = (url: string, [first, ...also]: EncryptionKeys): string =>
  also.length === 0 || new URL(url).searchParams.has(otherPasswords)
    ? url
    : withOtherPasswords(
        url,
        [first, ...also].map((key) => rolePassword(key, 'insula_api')),
      );

/** The password of a role that logs in: HMAC-SHA256 of its name under ENCRYPTION_KEY, as base64url. */
export function rolePassword(encryptionKey: Buffer, role: string): string {
  return createHmac('sha256', encryptionKey).update(`database role ${role}`).digest('base64url');
}

/** The user that an address names, wherever it names it. */
export function userOf(url: string): string {
  const parsed = new URL(url);
  return parsed.searchParams.get('user') ?? decodeURIComponent(parsed.username);
}

function hasPassword(url: string): boolean {
  const parsed = new URL(url);
  return parsed.password !== '' || parsed.searchParams.has('password');
}

/** The same address with `-c role=…`: everything done there is done, and owned, by that role. */
export function withRole(url: string, role: string): string {
  return withOptions(url, { role });
}

/** The same address with settings for the session (`-c name=value`), added to those it has. */
export function withOptions(url: string, settings: Record<string, string | number>): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options');
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  parsed.searchParams.set('options', [given, ...added].filter(Boolean).join(' '));
  // libpq and pg want %20 where URLSearchParams writes a plus sign.
  return parsed.href.replace(/\?.*/, (query) => query.replaceAll('+', '%20'));
}

/** The same address without settings for the session: those of the role hold. */
export function withoutOptions(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete('options');
  return parsed.href;
}

/** The same address for another database of the same server. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.href;
}

/** The same address at another server. @param server host:port */
export function withServer(url: string, server: string): string {
  const parsed = new URL(url);
  const [, hostname, port] = /^(.*):(\d+)$/.exec(server) ?? [];
  return Object.assign(parsed, { hostname, port }).href;
}

/** The address without its password, for messages. */
export function withoutPassword(url: string): string {
  const parsed = new URL(url);
  if (parsed.password) parsed.password = '***';
  if (parsed.searchParams.has('password')) parsed.searchParams.set('password', '***');
  return withOtherPasswords(parsed.href, []);
}

/** The address of a tenant's own login. */
export const tenantUrl = (
  url: string,
  tenant: string,
  encryptionKeys: Buffer | EncryptionKeys,
): string => derivedUrl(url, tenantRole(tenant), keysIn(encryptionKeys));

function derivedUrl(url: string, role: string, keys: EncryptionKeys): string {
  const [first, ...others] = keys.map((key) => rolePassword(key, role));
  return withOtherPasswords(withUser(url, role, first as string), others);
}

/** The name of a tenant's login. */
export const tenantRole = (tenant: string): string => `insula_${tenant}`;

/** An address without a host (a Unix socket) cannot carry a user there; it takes it as a parameter. */
function withUser(url: string, user: string, password: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete('user');
  parsed.searchParams.delete('password');
  parsed.searchParams.delete(otherPasswords);
  if (parsed.host) {
    parsed.username = user;
    parsed.password = password;
  } else {
    parsed.searchParams.set('user', user);
    parsed.searchParams.set('password', password);
  }
  return parsed.href;
}
