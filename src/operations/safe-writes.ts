import { hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Box } from '../credentials/box.ts';
import type { Change } from '../db/call.ts';
import { countHeader } from '../ground/bodies/raw-headers.ts';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { ApiError } from '../ground/errors.ts';
import { readQuery } from './input.ts';
import { canBeTried, hasOwnAddress, mutates, type Route } from './route.ts';

const keyPattern = /^[\x20-\x7e]{1,255}$/;

/**
 * How a change is to be made: tried only (`?dry_run=true` or `Prefer: handling=dry-run`), once for its
 * `Idempotency-Key`, or plainly. Of the two the dry run goes first: nothing of it stays, so there is nothing to repeat.
 * @returns undefined for what only reads
 * @throws 400 for a key or a dry_run that is neither, or for a dry run of what cannot be tried
 */
export function readChange(route: Route, req: IncomingMessage, search: string): Change | undefined {
  const key = route.method === 'GET' ? undefined : readKey(req);
  if (!mutates(route) && !route.isUntried) return undefined;
  const isDry = wantsDryRun(req, search, hasOwnAddress(route));
  if (isDry && (route.isUntried || !canBeTried(route))) throw cannotBeTried();
  if (!canBeTried(route)) return undefined;
  if (isDry) return { dry_run: true };
  return key === undefined ? {} : { key };
}

/** The header of the IETF's draft "The Idempotency-Key HTTP Header Field"; quotes around the key are part of it. */
export function readKey(req: IncomingMessage): string | undefined {
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

/** Of a dry run of what would happen all the same. */
export const cannotBeTried = (): ApiError =>
  ApiError.invalid(
    'dry_run',
    'not_offered',
    'cannot be used here: this cannot be tried without doing it',
  );

/**
 * Whether a request is a dry run. RFC 7240: preferences are separated by commas, and those that are not known are ignored.
 * @param isLoose other parameters may be anything: others have added them to an address
 */
export function wantsDryRun(req: IncomingMessage, search: string, isLoose = false): boolean {
  if (isLoose && new URLSearchParams(search).getAll('dry_run').includes('true')) return true;
  const given = search === '' || isLoose ? undefined : readQuery(search).dry_run;
  if (given !== undefined && given !== 'true' && given !== 'false')
    throw ApiError.invalid('dry_run', 'invalid_value', 'must be one of true, false');
  return given === undefined
    ? (req.headers.prefer?.toString().split(',') ?? []).some((preference) =>
        /^\s*handling\s*=\s*"?dry-run"?\s*(;|$)/i.test(preference),
      )
    : given === 'true';
}

/** The facts that a change with an Idempotency-Key is known by, beside its input. */
export interface Proof {
  /** Its answer holds a secret. */
  hasSecret?: boolean | undefined;
  /** The input as it was given, where Node works on it: see useOf. */
  use?: string | Uint8Array | undefined;
  /** Undefined under /admin. */
  tenant?: string | undefined;
}

/**
 * Adds to a change with a key what only this server can calculate: the key that encrypts its kept answer, which the database has only
 * while it works on the change, and a fingerprint of its input. While ENCRYPTION_KEY is replaced, those of the other keys
 * as well: the same request may have been kept under them.
 */
export function prove(
  change: Change,
  { config, box }: { config: Config; box: Box },
  { hasSecret, use, tenant = 'platform' }: Proof,
): void {
  const { key } = change;
  if (key === undefined) return;
  const seals = hasSecret ? encryptionKeysOf(config).map((one) => sealOf(key, one, tenant)) : [];
  const macs = use === undefined ? [] : box.macs(tenant, 'idempotent input', use);
  const [first = {}, ...others] = Array.from(
    { length: Math.max(seals.length, macs.length) },
    (_, n) => ({
      ...(seals[n] !== undefined && { seal: seals[n] }),
      ...(macs[n] !== undefined && { mac: macs[n] }),
    }),
  );
  Object.assign(change, first, others.length > 0 && { others });
}

function sealOf(key: string, encryptionKey: Buffer, tenant: string): string {
  const seal = hkdfSync('sha256', encryptionKey, tenant, `idempotency ${key}`, 32);
  return Buffer.from(seal).toString('hex');
}
