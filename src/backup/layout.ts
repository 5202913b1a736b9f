import { z } from 'zod';
import type { Destination } from './destination.ts';
import { readJson, rootKey, writeJson } from './destination.ts';
import { BackupError } from './errors.ts';
import { lsnOf } from './lsn.ts';
import { sealedName } from './packing.ts';

const format = 'insula-backups/1';

/** A base backup and all WAL after it that belongs together: until a slot is lost, or the database goes back in time. */
export interface Chain {
  id: string;
  /** Of the cluster: the installation. */
  system_identifier: string;
  timeline: number;
  /** How often the database had gone back in time when it began: private.rewinds. */
  rewinds: number;
  /** Where its WAL begins. */
  start_lsn: string;
  started_at: string;
  /** Once another one has begun. */
  ended_at?: string;
}

/** A complete base backup: base.json is written last. */
export interface Base {
  id: string;
  chain: string;
  started_at: string;
  finished_at: string;
  /** The WAL that it needs to be consistent, which it has. */
  start_lsn: string;
  end_lsn: string;
  timeline: number;
  /** As they are stored. */
  tar: { key: string; bytes: number; checksum: string };
  manifest: { key: string; bytes: number; checksum: string };
  encrypted: boolean;
  /** `api`, `command`, `schedule` or `chain`: its first. */
  reason: string;
}

/** A stored piece of WAL: a segment, or what was written to it from an offset on. */
export interface WalFile {
  key: string;
  segment: string;
  /** Undefined for a whole segment. */
  offset: number | undefined;
  storedAt: number;
  size: number;
}

export const chainFolder = (chain: string): string => `chains/${chain}/`;
export const chainKey = (chain: string): string => `${chainFolder(chain)}chain.json`;
export const baseFolder = (chain: string, base: string): string =>
  `${chainFolder(chain)}base/${base}/`;
/** Written last, so that a base backup with it is complete. */
export const baseKey = (chain: string, base: string): string =>
  `${baseFolder(chain, base)}base.json`;
export const walFolder = (chain: string): string => `${chainFolder(chain)}wal/`;
export const segmentKey = (chain: string, segment: string): string =>
  `${walFolder(chain)}${segment}.zst`;
/** Eight hexadecimal digits, so that names are in the order of offsets. */
export const partKey = (chain: string, segment: string, offset: number): string =>
  `${walFolder(chain)}${segment}.${offset.toString(16).toUpperCase().padStart(8, '0')}.part`;

/** Everything that a destination holds. */
export interface Holdings {
  chains: ChainHoldings[];
  /** Why the files in JSON of some chains and base backups cannot be used; the others can. */
  damaged: string[];
  /** Files of base backups without base.json, each with when it was stored. */
  unfinished: Array<{ key: string; modifiedAt: number }>;
}

export interface ChainHoldings {
  chain: Chain;
  /** The oldest first. */
  bases: Base[];
  /** In the order of the WAL. */
  wal: WalFile[];
}

/**
 * Makes a destination that of this installation.
 * @param isKnown whether it has stored something there before
 * @throws BackupError where it belongs to another one, or has lost everything
 */
export async function claim(
  destination: Destination,
  installation: string,
  isKnown: boolean,
): Promise<void> {
  const found = await readRoot(destination);
  if (found === undefined) {
    if (isKnown)
      throw new BackupError(
        `${destination.name} has no ${rootKey} any more: is its disk mounted? To begin there again, remove backup-destination in DATA_DIR and restart.`,
      );
    await writeJson(destination, rootKey, { format, installation_id: installation });
  } else if (found !== installation)
    throw new BackupError(
      `${destination.name} holds the backups of another installation (${found}). Choose another BACKUP_TO for this one (${installation}).`,
    );
}

/** @returns the installation that it belongs to; undefined where it is new */
export async function readRoot(destination: Destination): Promise<string | undefined> {
  const root = await readJson<{ format: string; installation_id: string }>(destination, rootKey);
  if (root === undefined) return undefined;
  if (root.format !== format)
    throw new BackupError(
      `${destination.name}/${rootKey} is not of the format ${format}: it was made by a newer version, or is not of Insula.`,
    );
  return root.installation_id;
}

/** Everything there is, the oldest chain first. */
export async function readHoldings(destination: Destination): Promise<Holdings> {
  const chains = new Map<string, ChainHoldings | undefined>();
  const damaged: string[] = [];
  const orDamaged = (error: unknown): undefined => {
    if (!(error instanceof BackupError)) throw error;
    damaged.push(error.message);
  };
  const chainOf = async (id: string) => {
    if (chains.has(id)) return chains.get(id);
    const chain = await chainAt(destination, id).catch(orDamaged);
    const made = chain && { chain, bases: [], wal: [] };
    chains.set(id, made);
    return made;
  };
  const files: Array<{ key: string; folder: string; modifiedAt: number }> = [];
  const complete = new Set<string>();
  for await (const { key, size, modifiedAt } of destination.list('chains/')) {
    const [, id = '', rest = ''] = /^chains\/([^/]+)\/(.+)$/.exec(key) ?? [];
    if (rest === 'chain.json') await chainOf(id);
    const wal = walFileOf(key, rest, size, modifiedAt);
    const [, base] = /^base\/([^/]+)\//.exec(rest) ?? [];
    if (wal) (await chainOf(id))?.wal.push(wal);
    else if (base) files.push({ key, folder: baseFolder(id, base), modifiedAt });
    if (!base || !rest.endsWith('/base.json')) continue;
    complete.add(baseFolder(id, base));
    const found = await baseAt(destination, id, base).catch(orDamaged);
    if (found) (await chainOf(id))?.bases.push(found);
  }
  const usable = [...chains.values()].filter((chain) => chain !== undefined);
  for (const { bases, wal } of usable) {
    // By place, not by time: the clock may have been set back.
    bases.sort((a, b) => (lsnOf(a.end_lsn) < lsnOf(b.end_lsn) ? -1 : 1));
    wal.sort((a, b) => (a.key < b.key ? -1 : 1));
  }
  // A chain ends when the next one begins, so the one that goes on is the last, whatever the clock said.
  const order = ({ chain }: ChainHoldings) => `${chain.ended_at ?? '~'} ${chain.started_at}`;
  const byTime = usable.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const unfinished = files.filter(({ folder }) => !complete.has(folder));
  return { chains: byTime, damaged, unfinished };
}

const moment = z.iso.datetime({ offset: true });
const lsn = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);

async function chainAt(destination: Destination, id: string): Promise<Chain | undefined> {
  const shape = z.looseObject({
    ...{ id: z.literal(id), system_identifier: z.string(), timeline: z.int(), rewinds: z.int() },
    ...{ start_lsn: lsn, started_at: moment, ended_at: moment.optional() },
  });
  return checked(destination, chainKey(id), shape);
}

/**
 * A base backup as a chain names it. Its files lie beside base.json: with another key, a writer of the destination
 * could have other files read, sent or removed.
 * @returns undefined where it is not there @throws BackupError where base.json is not of this one
 */
export async function baseAt(
  destination: Destination,
  chain: string,
  id: string,
): Promise<Base | undefined> {
  const stored = (name: string) => {
    const key = `${baseFolder(chain, id)}${name}`;
    const bytes = z.int().nonnegative();
    return z.object({ key: z.enum([key, `${key}${sealedName}`]), bytes, checksum: z.string() });
  };
  const shape = z.looseObject({
    ...{ id: z.literal(id), chain: z.literal(chain), encrypted: z.boolean(), timeline: z.int() },
    ...{ started_at: moment, finished_at: moment, start_lsn: lsn, end_lsn: lsn },
    ...{ tar: stored('base.tar.zst'), manifest: stored('manifest.zst') },
  });
  return checked(destination, baseKey(chain, id), shape);
}

/** @throws BackupError that names the member which is not as it should be */
async function checked<T>(
  destination: Destination,
  key: string,
  shape: z.ZodType,
): Promise<T | undefined> {
  const found = await readJson<T>(destination, key);
  const fault = found && shape.safeParse(found).error?.issues[0];
  if (fault)
    throw new BackupError(
      `${destination.name}/${key} cannot be used: ${fault.path.join('.')}: ${fault.message}.`,
    );
  return found;
}

function walFileOf(key: string, rest: string, size: number, storedAt: number): WalFile | undefined {
  const plain = rest.endsWith(sealedName) ? rest.slice(0, -sealedName.length) : rest;
  const [, segment, offset] =
    /^wal\/([0-9A-F]{24})(?:\.zst|\.([0-9A-F]{8})\.part)$/.exec(plain) ?? [];
  if (!segment) return undefined;
  return { key, segment, offset: offset ? Number.parseInt(offset, 16) : undefined, storedAt, size };
}
