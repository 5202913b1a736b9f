import type { Destination } from './destination.ts';
import { readJson, rootKey, writeJson } from './destination.ts';
import { BackupError } from './errors.ts';
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
  const chains = new Map<string, ChainHoldings>();
  const chainOf = async (id: string) => {
    const known = chains.get(id);
    if (known) return known;
    const chain = await readJson<Chain>(destination, chainKey(id));
    const made = chain && { chain, bases: [], wal: [] };
    if (made) chains.set(id, made);
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
    const found = await readJson<Base>(destination, key);
    if (!found) continue;
    (await chainOf(id))?.bases.push(found);
    complete.add(baseFolder(id, base));
  }
  for (const { bases, wal } of chains.values()) {
    bases.sort((a, b) => (a.finished_at < b.finished_at ? -1 : 1));
    wal.sort((a, b) => (a.key < b.key ? -1 : 1));
  }
  const byTime = [...chains.values()].toSorted((a, b) =>
    a.chain.started_at < b.chain.started_at ? -1 : 1,
  );
  return { chains: byTime, unfinished: files.filter(({ folder }) => !complete.has(folder)) };
}

function walFileOf(key: string, rest: string, size: number, storedAt: number): WalFile | undefined {
  const plain = rest.endsWith(sealedName) ? rest.slice(0, -sealedName.length) : rest;
  const [, segment, offset] =
    /^wal\/([0-9A-F]{24})(?:\.zst|\.([0-9A-F]{8})\.part)$/.exec(plain) ?? [];
  if (!segment) return undefined;
  return { key, segment, offset: offset ? Number.parseInt(offset, 16) : undefined, storedAt, size };
}
