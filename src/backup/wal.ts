import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenChain } from './chain.ts';
import { type Destination, once } from './destination.ts';
import { type Chain, partKey, segmentKey } from './layout.ts';
import { postgresTime, segmentBytes, segmentName, segmentStart } from './lsn.ts';
import { type Packing, packed, packedName } from './packing.ts';
import { type Replication, submit, WalQuery } from './replication.ts';

/** PostgreSQL ends a connection that it has not heard from for a minute. */
const confirmMs = 1_000;
/** Full segments that wait to be stored; then PostgreSQL has to keep what follows. */
const maxWaiting = 3;

/** A segment as it is filled. */
interface Segment {
  start: bigint;
  bytes: Buffer;
  filled: number;
  /** Up to where it is stored in parts. */
  stored: number;
  parts: string[];
}

export interface WalJob {
  destination: Destination;
  packing: Packing;
  partSeconds: number;
  /** Called every few seconds while no WAL waits to be stored. */
  onCaughtUp: () => void;
}

/**
 * Receives the WAL of a chain and stores it: segments, and every few seconds what is new of the open one. It begins at the
 * start of a segment, so parts of an earlier run are covered by those of this one.
 */
export class WalReceiver {
  private readonly segments: Segment[] = [];
  private readonly job: WalJob;
  private readonly chain: Chain;
  private readonly query: WalQuery;
  private stored: bigint;
  private wake: () => void = () => {};
  private isPaused = false;
  private isOver = false;
  private readonly left: readonly string[];

  constructor({ chain, from, parts }: OpenChain, job: WalJob) {
    this.chain = chain;
    this.left = parts;
    this.job = job;
    this.stored = from;
    this.query = new WalQuery(
      from,
      chain.timeline,
      (start, bytes) => this.take(start, bytes),
      () => this.confirm(),
    );
  }

  /**
   * Runs until the connection is lost, something cannot be stored, or it is told to stop: then it stores what has come.
   * @throws the reason
   */
  async run({ client, broken }: Replication, signal: AbortSignal): Promise<void> {
    submit(client, this.query);
    const timer = setInterval(() => this.confirm(), confirmMs);
    const stop = () => this.wake();
    signal.addEventListener('abort', stop);
    const storing = this.storeAll(signal);
    try {
      await Promise.race([
        broken,
        this.query.done.then(() => Promise.reject(new Error('PostgreSQL sends no more WAL'))),
        storing,
      ]);
      await this.storePart();
    } finally {
      this.isOver = true;
      this.wake();
      // The next attempt writes the same files.
      await storing.catch(() => {});
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  private take(start: bigint, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const position = start + BigInt(at);
      const segment = this.segmentAt(position);
      const offset = Number(position - segment.start);
      if (offset !== segment.filled) {
        this.query.abort(new Error('WAL has come with a gap'));
        return;
      }
      const piece = bytes.subarray(at, at + segmentBytes - offset);
      piece.copy(segment.bytes, offset);
      segment.filled += piece.length;
      at += piece.length;
    }
    if (this.segments.length > maxWaiting && !this.isPaused) {
      this.isPaused = true;
      this.query.pause();
    }
    if (this.segments[0]?.filled === segmentBytes) this.wake();
  }

  private segmentAt(position: bigint): Segment {
    const last = this.segments.at(-1);
    const start = segmentStart(position);
    if (last?.start === start) return last;
    const made = { start, bytes: Buffer.alloc(segmentBytes), filled: 0, stored: 0, parts: [] };
    this.segments.push(made);
    return made;
  }

  private async storeAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isOver) {
      const [first] = this.segments;
      if (first?.filled === segmentBytes) await this.storeSegment(first);
      else {
        await this.pause(signal);
        if (this.isOver) return;
        await this.storePart();
        const [open] = this.segments;
        if (!open || open.filled === open.stored) this.job.onCaughtUp();
      }
    }
  }

  /** Until the next part is due, or a segment is full. */
  private async pause(signal: AbortSignal): Promise<void> {
    const full = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    if (signal.aborted || this.isOver) return;
    const ending = new AbortController();
    const due = sleep(this.job.partSeconds * 1000, undefined, { signal: ending.signal });
    await Promise.race([full, due.catch(() => {})]);
    ending.abort();
  }

  private async storeSegment(segment: Segment): Promise<void> {
    const { destination, packing } = this.job;
    const name = segmentName(this.chain.timeline, segment.start);
    const key = packedName(segmentKey(this.chain.id, name), packing);
    await destination.write(key, packed(once(segment.bytes), packing));
    this.segments.shift();
    if (this.isPaused) {
      this.isPaused = false;
      this.query.resume();
    }
    this.advance(segment.start + BigInt(segmentBytes));
    const left = this.left.filter((part) => part.includes(`/${name}.`));
    await destination.remove([...new Set([...segment.parts, ...left])]);
  }

  private async storePart(): Promise<void> {
    const [segment] = this.segments;
    if (!segment || segment.filled === segment.stored || segment.filled === segmentBytes) return;
    const { destination, packing } = this.job;
    const [from, to] = [segment.stored, segment.filled];
    const name = segmentName(this.chain.timeline, segment.start);
    const key = packedName(partKey(this.chain.id, name, from), packing);
    await destination.write(key, packed(once(segment.bytes.subarray(from, to)), packing));
    segment.parts.push(key);
    segment.stored = to;
    this.advance(segment.start + BigInt(to));
  }

  private advance(to: bigint): void {
    this.stored = to;
    this.confirm();
  }

  private confirm(): void {
    this.query.confirm(this.stored, postgresTime(Date.now()));
  }
}
