import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../ground/config/config.ts';
import { sealed, unsealed } from '../snapshot/seal.ts';
import type { Storage } from '../storage/storage.ts';
import { type Destination, openDestination } from './destination.ts';
import { sealedName } from './packing.ts';

const folder = 'files/';
const dayMs = 86_400_000;
/** Keys that are asked for at once. */
const page = 500;

/**
 * Stores bytes at BACKUP_TO that are about to leave the storage: earlier moments still name them. Bytes that are there already are
 * written once more, and kept from then on.
 * @throws while the destination is away
 */
export async function keepFiles(
  config: Config,
  storage: Storage,
  keys: readonly string[],
): Promise<void> {
  const { backup } = config;
  if (!backup) return;
  const { recipients } = backup;
  const destination = await openDestination(backup.to);
  for (const key of keys) {
    // A process that was killed has removed it.
    if (!(await storage.has(key))) continue;
    const bytes = await storage.open(key);
    if (recipients.length === 0) await destination.write(`${folder}${key}`, bytes);
    else await destination.write(`${folder}${key}${sealedName}`, sealed(bytes, { recipients }));
  }
}

/** Removes those of a tenant that is deleted. */
export async function dropFilesOf(destination: Destination, tenant: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of destination.list(`${folder}${tenant}/`)) keys.push(key);
  await destination.remove(keys);
}

/** Those that no moment of so many days names. */
export async function expiredFiles(
  destination: Destination,
  retentionDays: number,
  now: number,
): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key, modifiedAt } of destination.list(folder))
    if (now - modifiedAt > retentionDays * dayMs) keys.push(key);
  return keys;
}

/** Bytes that a restore has brought back. */
export interface FetchedFiles {
  restored: number;
  /** They could not be read; the log says why. */
  failed: number;
}

/** Puts bytes back that a restored database names, and the storage has no more. */
export async function fetchFiles(
  client: Pick<pg.Client, 'query'>,
  source: KeptFrom & { log: Logger },
  storage: Storage,
): Promise<FetchedFiles> {
  const fetched: FetchedFiles = { restored: 0, failed: 0 };
  const ask = async (names: readonly string[]) => {
    const { rows } = await client.query<{ key: string; size: string }>(
      `select b.storage_key as key, b.size_bytes as size from app.blobs b
       where b.storage_key = any ($1)`,
      [names.map(keyOf)],
    );
    const named = new Map(names.map((name) => [keyOf(name), name]));
    for (const { key, size } of rows) {
      if (await storage.has(key)) continue;
      try {
        await fetchOne(source, storage, { key, name: named.get(key) as string, size });
        fetched.restored += 1;
      } catch (err) {
        fetched.failed += 1;
        source.log.warn({ err, key }, 'the bytes of a file could not be brought back');
      }
    }
  };
  const names: string[] = [];
  for await (const { key } of source.destination.list(folder)) {
    names.push(key);
    if (names.length === page) await ask(names.splice(0));
  }
  if (names.length > 0) await ask(names);
  return fetched;
}

/** The key in the storage. */
const keyOf = (name: string): string =>
  name.slice(folder.length, name.endsWith(sealedName) ? -sealedName.length : undefined);

/** Where kept bytes are read. */
export interface KeptFrom {
  destination: Destination;
  identities: readonly string[];
}

async function fetchOne(
  from: KeptFrom,
  storage: Storage,
  { key, name, size }: { key: string; name: string; size: string },
): Promise<void> {
  const exactBytes = Number(size);
  const put = await storage.put(key.split('/')[0] as string, await keptBytes(from, name), {
    maxBytes: exactBytes,
    exactBytes,
  });
  await storage.move(put.key, key);
}

/** The bytes of a kept file. @throws where they are not there, or there is no identity for them */
export async function keptBytes(
  { destination, identities }: KeptFrom,
  name: string,
): Promise<Readable> {
  const stored = await destination.read(name);
  if (!stored) throw new Error(`${name} is missing`);
  return name.endsWith(sealedName)
    ? Readable.from(unsealed(stored, { identities: [...identities] }))
    : stored;
}

/** The names of the kept files of a tenant, by their keys in the storage. */
export async function keptNames(
  destination: Destination,
  tenant: string,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { key: name } of destination.list(`${folder}${tenant}/`))
    names.set(keyOf(name), name);
  return names;
}
