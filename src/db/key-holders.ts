import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { version } from '../ground/machine/version.ts';
import { fingerprintOf, OtherKeyError } from './encryption-key.ts';

/** The schema of the role that asks. */
type Asker = 'gateway' | 'worker';

/** The keys of a process, as it announces them: app.key_holder_seen. */
export interface KeyHolder {
  process_id: string;
  host: string;
  pid: number;
  version: string;
  /** Fingerprints: of the key that it seals with, and of all that it opens with. */
  seals: string;
  opens: string[];
}

interface Seen {
  missing?: string[] | null;
  unknown_to?: string;
  resealing?: string;
}

/** This process, with its keys. */
export function keyHolderOf(config: Config): KeyHolder {
  const opens = encryptionKeysOf(config).map(fingerprintOf);
  return {
    ...{ process_id: randomUUID(), host: hostname(), pid: process.pid, version },
    ...{ seals: opens[0] as string, opens },
  };
}

/**
 * Announces a process before it seals anything: from then on no other one starts without its key.
 * @param client insula_api
 * @throws OtherKeyError if it lacks a key that is in force, or would seal with one that other processes do not have
 */
export async function announceKeys(client: pg.Client, holder: KeyHolder): Promise<void> {
  const { missing, unknown_to, resealing } = await seen(client, 'gateway', {
    ...holder,
    is_start: true,
  });
  if (missing)
    throw new OtherKeyError(
      `This process lacks an ENCRYPTION_KEY that is in force: its fingerprint is ${missing.join(', ')}. Secrets may be sealed with it. ` +
        'Add it to ENCRYPTION_KEY_ALSO, or let a reseal end first: POST /admin/migrations {"type": "reseal"}.',
    );
  if (unknown_to)
    throw new OtherKeyError(
      `ENCRYPTION_KEY (fingerprint ${holder.seals}) is new, and not known to ${unknown_to}: what this process seals could not be ` +
        'read there. Restart those with it in ENCRYPTION_KEY_ALSO first. A process that was killed counts for 40 seconds.',
    );
  if (resealing)
    throw new OtherKeyError(
      `Secrets are being sealed with another ENCRYPTION_KEY (fingerprint ${resealing}) than the one of this process ` +
        `(${holder.seals}). Set that one, with this one in ENCRYPTION_KEY_ALSO, or cancel the migration.`,
    );
}

/** Says that a process lives. @returns the fingerprints of keys that it lacks by now */
export async function keysSeen(
  from: Pick<pg.Pool, 'query'>,
  asker: Asker,
  holder: KeyHolder,
): Promise<string[]> {
  return (await seen(from, asker, holder)).missing ?? [];
}

/** Says that a process has stopped. */
export async function keysGone(
  from: Pick<pg.Pool, 'query'>,
  asker: Asker,
  { process_id }: KeyHolder,
): Promise<void> {
  await from.query(`select ${asker}.key_holder_gone($1)`, [process_id]);
}

async function seen(
  from: Pick<pg.Pool, 'query'>,
  asker: Asker,
  holder: KeyHolder & { is_start?: true },
): Promise<Seen> {
  // As text, because pools of the API do not read JSON.
  const { rows } = await from.query<{ seen: string }>(
    `select ${asker}.key_holder_seen($1)::text as seen`,
    [JSON.stringify(holder)],
  );
  return JSON.parse(rows[0]?.seen ?? '{}');
}
