import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import { SealingRight } from '../credentials/sealing-right.ts';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { version } from '../ground/machine/version.ts';
import { fingerprintOf, lackedKey, OtherKeyError } from './encryption-key.ts';

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
  /** With `missing`: a key that it lacks keeps the process from going on. */
  refused?: true;
  missing?: string[] | null;
  retired?: string;
  unknown_to?: string;
  resealing?: string;
}

/** This process, with its keys. */
export function keyHolderOf(
  config: Pick<Config, 'encryptionKey' | 'encryptionKeyAlso'>,
): KeyHolder {
  const opens = encryptionKeysOf(config).map(fingerprintOf);
  return {
    ...{ process_id: randomUUID(), host: hostname(), pid: process.pid, version },
    ...{ seals: opens[0] as string, opens },
  };
}

/**
 * Announces a process before it seals anything: from then on no other one starts without its key.
 * @throws OtherKeyError if it lacks a key that is in force, or would seal with one that other processes do not have
 */
export async function announceKeys(
  from: Pick<pg.Pool, 'query'>,
  asker: Asker,
  holder: KeyHolder,
): Promise<void> {
  const refusal = refusalOf(await seen(from, asker, { ...holder, is_start: true }), holder);
  if (refusal) throw new OtherKeyError(refusal);
}

/** Answers of app.key_holder_seen in words; undefined if the process may go on. */
function refusalOf(
  { refused, missing, retired, unknown_to, resealing }: Seen,
  { seals }: KeyHolder,
): string | undefined {
  if (refused) return lackedKey(missing ?? []).message;
  if (retired)
    return (
      `The ENCRYPTION_KEY of this process (fingerprint ${retired}) was taken out of force by a reseal while the process stood still or ` +
      'could not reach the database. It ends before it seals another secret: start it again with the key of the other processes.'
    );
  if (unknown_to)
    return (
      `ENCRYPTION_KEY (fingerprint ${seals}) is new, and not known to ${unknown_to}: what this process seals could not be ` +
      'read there. Restart those with it in ENCRYPTION_KEY_ALSO first. A process that was killed counts for 40 seconds.'
    );
  if (resealing)
    return (
      `Secrets are being sealed with another ENCRYPTION_KEY (fingerprint ${resealing}) than the one of this process ` +
      `(${seals}). Set that one, with this one in ENCRYPTION_KEY_ALSO, or cancel the migration.`
    );
  return undefined;
}

/**
 * Says that a process lives, which renews its right to seal.
 * @returns the fingerprints of keys that it lacks by now
 * @throws OtherKeyError if it was not heard of for a while, and may not go on with its keys
 */
export async function keysSeen(
  from: Pick<pg.Pool, 'query'>,
  asker: Asker,
  { holder, right }: { holder: KeyHolder; right: SealingRight },
): Promise<string[]> {
  const asked = SealingRight.now();
  const answer = await seen(from, asker, holder);
  const refusal = refusalOf(answer, holder);
  if (refusal) throw new OtherKeyError(refusal);
  right.renew(asked);
  return answer.missing ?? [];
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
