import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { Box } from '../credentials/box.ts';
import { opensSigningKey } from '../credentials/signing-keys.ts';
import type { Config } from '../ground/config/config.ts';
import {
  type EncryptionKeys,
  encryptionKeysOf,
  keepEncryptionKey,
  keysIn,
} from '../ground/config/keys.ts';
import { readSecret } from '../ground/machine/secrets.ts';
import { DatabaseError } from './client.ts';

/** ENCRYPTION_KEY is not the one of this database. */
export class OtherKeyError extends DatabaseError {
  override name = 'OtherKeyError';
}

const prefix = 'ENCRYPTION_KEY ';

/** A fingerprint that identifies a key without revealing anything of it. */
export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('fingerprint').digest('hex').slice(0, 16);

/** The note in which the server remembers a key: a comment on a role, because the passwords of roles come from it. */
export const noteOf = (key: Buffer): string => prefix + fingerprintOf(key);

/** The fingerprint of the key that this server knows; undefined before the first one. */
export async function knownFingerprint(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `select shobj_description(to_regrole('insula_api')::oid, 'pg_authid') as note`,
  );
  const note: string | null = rows[0].note;
  return note?.startsWith(prefix) ? note.slice(prefix.length) : undefined;
}

/**
 * The key of a process that migrates. One that was made for this start is kept only when the database knows none: what was
 * written before would lie where backups look, and open nothing.
 * @param client the migrating role, under the lock of migrations
 * @throws OtherKeyError when the database knows a key, and this process has none, or lacks one that is in force
 */
export async function settleKey(client: pg.Client, config: Config): Promise<EncryptionKeys> {
  if (!config.made.encryptionKey) {
    await checkInForce(client, encryptionKeysOf(config));
    return encryptionKeysOf(config);
  }
  const known = await knownFingerprint(client);
  const isFree = known === undefined && (await fits(client, encryptionKeysOf(config)));
  // Another process on this DATA_DIR, which began at the same moment, has kept its own.
  const isKeptMeanwhile = readSecret(config.dataDir, 'encryption-key') !== undefined;
  if (!isFree && !isKeptMeanwhile) throw missingKey(known, config.dataDir);
  keepEncryptionKey(config);
  return encryptionKeysOf(config);
}

/** Commands that may seal are checked as a start is: announceKeys. */
async function checkInForce(client: pg.Client, keys: EncryptionKeys): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('app.encryption_keys') is not null as "isThere"`,
  );
  const known = await knownFingerprint(client);
  const ours = keys.map(fingerprintOf);
  // Another key altogether is what checkKey explains.
  if (!rows[0]?.isThere || known === undefined || !ours.includes(known)) return;
  await client.query('set role insula_owner');
  const found = await client.query<{ fingerprint: string }>(
    'select fingerprint from app.encryption_keys order by fingerprint',
  );
  await client.query('reset role');
  const missing = found.rows
    .map(({ fingerprint }) => fingerprint)
    .filter((one) => !ours.includes(one));
  if (missing.length > 0) throw lackedKey(missing);
}

/** @param missing fingerprints of keys in force that a process does not have */
export const lackedKey = (missing: string[]) =>
  new OtherKeyError(
    `This process lacks an ENCRYPTION_KEY that is in force: its fingerprint is ${missing.join(', ')}. Secrets may be sealed with it. ` +
      'Add it to ENCRYPTION_KEY_ALSO, or let a reseal end first: POST /admin/migrations {"type": "reseal"}.',
  );

/**
 * A process with another key than the one that the server remembers would lock out those that run, and could not read what
 * they encrypted: it is refused. So is the first key of a server whose database was sealed with another one.
 * @returns the key that the passwords of roles come from, and whether it is new here, and its note is to be written
 * @throws OtherKeyError
 */
export async function checkKey(
  client: pg.Client,
  keys: Buffer | EncryptionKeys,
): Promise<{ key: Buffer; isNew: boolean }> {
  const known = await knownFingerprint(client);
  const [first] = keysIn(keys);
  const key = keysIn(keys).find((one) => fingerprintOf(one) === known);
  if (key) return { key, isNew: false };
  if (known !== undefined || !(await fits(client, keys))) throw otherKey(first, known);
  return { key: first, isNew: true };
}

/** For a process that may change nothing. @param client insula_api @throws OtherKeyError */
export async function checkApiKey(client: pg.Client, config: Config): Promise<void> {
  const known = await knownFingerprint(client);
  const isOurs = (key: Buffer) => fingerprintOf(key) === known;
  if (known === undefined || encryptionKeysOf(config).some(isOurs)) return;
  throw config.made.encryptionKey
    ? missingKey(known, config.dataDir)
    : otherKey(config.encryptionKey, known);
}

/** Without these no token is made or believed: each sign-in would fail. @param client insula_api @throws OtherKeyError */
export async function checkSigningKeys(
  client: pg.Client,
  keys: Buffer | EncryptionKeys,
): Promise<void> {
  const { rows } = await client.query('select gateway.signing_keys() as keys');
  const box = new Box(keys);
  const areOpen = rows[0].keys.every(({ private_key }: { private_key: string }) =>
    opensSigningKey(box, private_key),
  );
  if (!areOpen) throw otherKey(keysIn(keys)[0], undefined);
}

/** Whether nothing is sealed in this database, or something of it opens with this key. */
async function fits(client: pg.Client, keys: Buffer | EncryptionKeys): Promise<boolean> {
  // Loaded where it is needed: it knows everything that has secrets.
  const { opensSome } = await import('./sealed-rows.ts');
  return opensSome(client, new Box(keys));
}

export const givingUp =
  'If it is lost: "insula secrets give-up" lists what is lost with it, and then gives that up.';

const missingKey = (known: string | undefined, dataDir: string) =>
  new OtherKeyError(
    `ENCRYPTION_KEY is not set and not kept in ${dataDir}/secrets, but this database was set up with one ` +
      `(${known ? `fingerprint ${known}` : 'it holds secrets that are sealed'}). Set it, or restore secrets/encryption-key ` +
      `from the same backup as the database; no new one was kept. ${givingUp}`,
  );

export const otherKey = (key: Buffer, known: string | undefined) =>
  new OtherKeyError(
    `This is another ENCRYPTION_KEY than the one that ${
      known
        ? `this PostgreSQL server was set up with: its fingerprint is ${fingerprintOf(key)}, and the server knows ${known}`
        : `the secrets in this database are sealed with: its fingerprint is ${fingerprintOf(key)}`
    }. Set the same key for every process; while one takes the place of another, the other one is in ENCRYPTION_KEY_ALSO. ${givingUp}`,
  );
