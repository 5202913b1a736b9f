import { hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import type { Safely } from '../db/call.ts';
import { ApiError } from './errors.ts';
import { readQuery } from './input.ts';
import { countHeader } from './raw-headers.ts';
import { mutates, type Route } from './route.ts';

const keyPattern = /^[\x20-\x7e]{1,255}$/;

/**
 * Whether a change is to be tried only (`?dry_run=true` or `Prefer: handling=dry-run`), or made once for its
 * `Idempotency-Key`. Of the two the dry run goes first: nothing of it stays, so there is nothing to repeat.
 * @returns undefined for a plain change, and for what only reads
 * @throws 400 for a key or a dry_run that is neither
 */
export function readSafely(
  route: Route,
  req: IncomingMessage,
  search: string,
): { dry_run: true } | { key: string } | undefined {
  const key = route.method === 'GET' ? undefined : readKey(req);
  if (!mutates(route)) return undefined;
  if (wantsDryRun(req, search)) return { dry_run: true };
  return key === undefined ? undefined : { key };
}

/** The header of the IETF's draft "The Idempotency-Key HTTP Header Field"; quotes around the key are part of it. */
function readKey(req: IncomingMessage): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (
    typeof key === 'string' &&
    keyPattern.test(key) &&
    countHeader(req.rawHeaders, 'idempotency-key') === 1
  )
    return key;
  throw ApiError.invalid(
    'Idempotency-Key',
    'invalid_key',
    'must be given once, with 1 to 255 printable ASCII characters',
  );
}

/** RFC 7240: preferences are separated by commas, and those that are not known are ignored. */
function wantsDryRun(req: IncomingMessage, search: string): boolean {
  const given = search === '' ? undefined : readQuery(search).dry_run;
  if (given !== undefined && given !== 'true' && given !== 'false')
    throw ApiError.invalid('dry_run', 'invalid_value', 'must be one of true, false');
  return given === undefined
    ? (req.headers.prefer?.toString().split(',') ?? []).some((preference) =>
        /^\s*handling\s*=\s*"?dry-run"?\s*(;|$)/i.test(preference),
      )
    : given === 'true';
}

/**
 * How the gateway is to make a change. An answer that holds a secret is kept for its Idempotency-Key encrypted, with
 * a key that the database has only while it works on it.
 * @param tenant undefined under /admin
 */
export function sealed(
  safely: Safely,
  hasSecret: boolean,
  { encryptionKey }: Config,
  tenant = 'platform',
): Safely {
  if (!('key' in safely) || !hasSecret) return safely;
  const purpose = `idempotency ${safely.key}`;
  const seal = Buffer.from(hkdfSync('sha256', encryptionKey, tenant, purpose, 32)).toString('hex');
  return { ...safely, seal };
}
