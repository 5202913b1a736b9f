import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OsUser } from '../db/embedded/os-user.ts';
import { readWhole } from './destination.ts';
import { BackupError } from './errors.ts';
import type { WalFile } from './layout.ts';
import { segmentBytes, segmentStart, startOfSegment } from './lsn.ts';
import { storedBytes, type UnpackJob } from './unpack-base.ts';

/** Segments that lie ready before PostgreSQL asks for them, and those that are kept after: it may ask twice. */
const ahead = 32;
const behind = 32;
const lookMs = 50;

/** A segment and the files that it is made of: itself, or the parts of the last one. */
interface Source {
  segment: string;
  files: WalFile[];
}

/**
 * The segments from a place on, each once.
 * @throws BackupError where one is missing in between
 */
export function segmentsFrom(start: bigint, wal: readonly WalFile[]): Source[] {
  const bySegment = Map.groupBy(wal, ({ segment }) => segment);
  const sources: Source[] = [];
  let expected = segmentStart(start);
  let isOpen = false;
  for (const [segment, files] of [...bySegment].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const at = startOfSegment(segment);
    if (at < expected) continue;
    if (at > expected || isOpen)
      throw new BackupError(
        `WAL is missing before ${files[0]?.key}: nothing after it can be restored.`,
      );
    const whole = files.find(({ offset }) => offset === undefined);
    sources.push({ segment, files: whole ? [whole] : files });
    expected += BigInt(segmentBytes);
    // A segment of which only parts are there is the last one.
    isOpen = !whole;
  }
  return sources;
}

/** The bytes of a segment. The rest of the last one is filled with zeros: PostgreSQL takes only whole segments, and ends there. */
export async function segmentOf(job: UnpackJob, { files }: Source): Promise<Buffer> {
  try {
    return await joined(job, files);
  } catch (error) {
    // A running server has put the segment in the place of its parts since they were listed.
    const whole = await wholeInPlaceOf(job, files);
    if (!whole) throw error;
    return joined(job, [whole]);
  }
}

async function wholeInPlaceOf(
  { destination }: UnpackJob,
  files: readonly WalFile[],
): Promise<WalFile | undefined> {
  const [part] = files;
  if (part?.offset === undefined) return undefined;
  const key = part.key.replace(/\.[0-9A-F]{8}\.part/, '.zst');
  for await (const { key: found } of destination.list(`${dirname(key)}/`))
    if (found === key) return { ...part, key, offset: undefined };
  return undefined;
}

async function joined(job: UnpackJob, files: readonly WalFile[]): Promise<Buffer> {
  const bytes = Buffer.alloc(segmentBytes);
  let end = 0;
  for (const { key, offset = 0 } of files.toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))) {
    if (offset > end) throw new BackupError(`WAL is missing before ${key}: a part of its segment.`);
    const piece = await readWhole(storedBytes(job, { key }));
    if (offset + piece.length > segmentBytes)
      throw new BackupError(`${key} is damaged: it is too long.`);
    piece.copy(bytes, offset);
    end = Math.max(end, offset + piece.length);
  }
  return bytes;
}

/** Decrypted WAL in a folder that PostgreSQL can read, a bounded part of it at a time. */
export class StagedWal {
  /** For restore_command: waits for the segment unless there are no more. Every history is missing: a chain has one timeline. */
  readonly command: string;
  private readonly folder: string;
  private readonly user: OsUser | undefined;
  private readonly job: UnpackJob;
  private readonly sources: readonly Source[];

  constructor(
    job: UnpackJob,
    sources: readonly Source[],
    folder: string,
    user: OsUser | undefined,
  ) {
    this.job = job;
    this.sources = sources;
    this.folder = folder;
    this.user = user;
    const at = `'${folder.replaceAll("'", "'\\''")}'`;
    this.command =
      `case %f in *.*) exit 1;; esac; until [ -f ${at}/%f ]; do ` +
      `if [ -f ${at}/end ] && ! [ -f ${at}/%f ]; then exit 1; fi; sleep 0.05; done; ` +
      `: > ${at}/%f.taken; cp ${at}/%f "%p"`;
  }

  /** Stages segments as they are taken, until all are there. @throws what is wrong with one of them */
  async stage(signal: AbortSignal): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.own(this.folder);
    for (const [index, source] of this.sources.entries()) {
      await this.room(index, signal);
      if (signal.aborted) return;
      await this.put(source.segment, await segmentOf(this.job, source));
    }
    await this.put('end', Buffer.of());
  }

  /** Waits until not too many lie ready, and removes those that are not asked for any more. */
  private async room(index: number, signal: AbortSignal): Promise<void> {
    if (index < ahead) return;
    for (; !signal.aborted; await sleep(lookMs)) {
      const taken = await this.lastTaken();
      if (index - taken < ahead) {
        const old = this.sources[taken - behind];
        if (old) await rm(join(this.folder, old.segment), { force: true });
        return;
      }
    }
  }

  private async lastTaken(): Promise<number> {
    const names = new Set(await readdir(this.folder));
    return this.sources.findLastIndex(({ segment }) => names.has(`${segment}.taken`));
  }

  private async put(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.folder, name);
    await writeFile(`${path}.new`, bytes, { mode: 0o600 });
    await this.own(`${path}.new`);
    await rename(`${path}.new`, path);
  }

  private async own(path: string): Promise<void> {
    if (this.user) await chown(path, this.user.uid, this.user.gid);
  }
}
