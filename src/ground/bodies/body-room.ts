import type { IncomingMessage } from 'node:http';
import type { RoomLimits } from '../config/config.ts';
import { ApiError } from '../errors.ts';

/** Those that may hold no more of a room than half of it, all together: addresses, of which one person may have many. */
const strangers = 'address ';
/** The holder of what comes with the platform key. */
export const operator = 'operator';
/** A body of no more than headers may have finds room beside any others. */
const smallBytes = 16 * 1024;
const defaultWaitMs = 1_000;
/** Bodies of one holder that wait. */
const maxWaiting = 100;

interface Waiting {
  bytes: number;
  begin(): void;
  refuse(error: unknown): void;
}

class Holder {
  held = 0;
  readonly waiting: Waiting[] = [];
}

/**
 * Room for the bodies of requests. A holder that has filled its share waits a moment, and is refused before its body is read;
 * the last quarter is for holders that have nothing in it, so that none finds it full because of a few others.
 */
export class BodyRoom {
  private readonly limits: RoomLimits;
  private readonly holders = new Map<string, Holder>();
  private total = 0;
  private ofStrangers = 0;

  constructor(limits: RoomLimits) {
    this.limits = limits;
  }

  /** Bytes that are held. */
  get held(): number {
    return this.total;
  }

  /** @throws 429 CONCURRENCY_LIMITED, or the reason of the signal */
  async take(name: string, bytes: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const holder = this.holderOf(name);
    if (holder.waiting.length > 0 || !this.fits(name, holder, bytes))
      await this.wait(name, holder, bytes, signal);
    else this.add(name, holder, bytes);
  }

  /** The same for more of a body that is being read, which cannot wait. @throws 429 CONCURRENCY_LIMITED */
  grow(name: string, bytes: number): void {
    const holder = this.holderOf(name);
    if (!this.fits(name, holder, bytes)) {
      this.forgetIdle(name, holder);
      throw this.refusal(name, holder, bytes);
    }
    this.add(name, holder, bytes);
  }

  /** The same for an answer: what was changed already is answered whether there is room or not. */
  holdAnswer(name: string, bytes: number, mayRefuse: boolean): void {
    if (mayRefuse) this.grow(name, bytes);
    else this.add(name, this.holderOf(name), bytes);
  }

  /** Puts to another holder's account what one holds, however much that is then. */
  move(from: string, to: string, bytes: number): void {
    if (bytes === 0) return;
    this.add(to, this.holderOf(to), bytes);
    this.give(from, bytes);
  }

  give(name: string, bytes: number): void {
    if (bytes === 0) return;
    const holder = this.holderOf(name);
    this.add(name, holder, -bytes);
    this.forgetIdle(name, holder);
    this.letIn();
  }

  private holderOf(name: string): Holder {
    let holder = this.holders.get(name);
    if (!holder) {
      holder = new Holder();
      this.holders.set(name, holder);
    }
    return holder;
  }

  private forgetIdle(name: string, { held, waiting }: Holder): void {
    if (held === 0 && waiting.length === 0) this.holders.delete(name);
  }

  private add(name: string, holder: Holder, bytes: number): void {
    holder.held += bytes;
    this.total += bytes;
    if (name.startsWith(strangers)) this.ofStrangers += bytes;
  }

  private fits(name: string, { held }: Holder, bytes: number): boolean {
    const { ofOne, ofAll } = this.limits;
    const isStranger = name.startsWith(strangers);
    if (isStranger && this.ofStrangers + bytes > ofAll / 2) return false;
    // A single body may be larger than a share: a file to import.
    if (held === 0) return this.total + bytes <= ofAll;
    return held + bytes <= ofOne && this.total + bytes <= (ofAll / 4) * 3;
  }

  private wait(
    name: string,
    holder: Holder,
    bytes: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (holder.waiting.length >= maxWaiting) throw this.refusal(name, holder, bytes);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const waiting: Waiting = {
        bytes,
        begin: () => {
          settle();
          resolve();
        },
        refuse: (error) => {
          settle();
          holder.waiting.splice(holder.waiting.indexOf(waiting), 1);
          this.forgetIdle(name, holder);
          reject(error);
          // The one behind it may be smaller.
          this.letIn();
        },
      };
      const leave = () => waiting.refuse(signal?.reason);
      const { waitMs = defaultWaitMs } = this.limits;
      const timer = setTimeout(() => waiting.refuse(this.refusal(name, holder, bytes)), waitMs);
      signal?.addEventListener('abort', leave);
      holder.waiting.push(waiting);
    });
  }

  /** Those that hold least come first. */
  private letIn(): void {
    const all = [...this.holders].filter(([, { waiting }]) => waiting.length > 0);
    for (const [name, holder] of all.sort(([, a], [, b]) => a.held - b.held)) {
      for (let next = holder.waiting[0]; next; next = holder.waiting[0]) {
        if (!this.fits(name, holder, next.bytes)) break;
        holder.waiting.shift();
        this.add(name, holder, next.bytes);
        next.begin();
      }
    }
  }

  private refusal(name: string, { held }: Holder, bytes: number): ApiError {
    const { ofOne } = this.limits;
    const isOwn = held > 0 && held + bytes > ofOne;
    const who =
      name === operator
        ? 'The operator'
        : name.startsWith(strangers)
          ? 'This address'
          : 'This tenant';
    const why = isOwn
      ? `${who} has ${megabytes(held)} MB of large requests and answers under way, and may have ${megabytes(ofOne)}`
      : 'The server has too many large requests and answers under way';
    return new ApiError(
      'CONCURRENCY_LIMITED',
      `${why}. Wait for answers before you send the next one, or send less at a time.`,
      { retry_after: 1, details: { reason: 'body_bytes', max_bytes: ofOne } },
    ).by('bytes');
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** The name of a holder that is no tenant. */
export const strangerAt = (address: string): string => strangers + address;

/** A request's share of the room for bodies, and the tenant or address that it counts for. */
export class BodyPlace {
  private readonly room: BodyRoom;
  private readonly signal: AbortSignal;
  private holder: string;
  private held = 0;
  /** Read so far, of a body without a declared length. */
  private read = 0;
  private isOver = false;

  /** @param address which it is held against, until `belongTo` names its sender */
  constructor(room: BodyRoom, address: string, signal: AbortSignal) {
    this.room = room;
    this.holder = strangerAt(address);
    this.signal = signal;
  }

  /** A tenant's, or the operator's. */
  belongTo(holder: string): void {
    this.room.move(this.holder, holder, this.held);
    this.holder = holder;
  }

  /** Takes room for a body whose length is known, before it is read. @throws 429, or the reason of the signal */
  async take(bytes: number): Promise<void> {
    if (bytes <= smallBytes) return;
    const { holder } = this;
    await this.room.take(holder, bytes, this.signal);
    this.held += bytes;
    if (this.isOver) this.end();
  }

  /** Counts bytes as they come. @throws 429 */
  count(bytes: number): void {
    this.read += bytes;
    const more = this.read - smallBytes - this.held;
    if (more <= 0) return;
    this.room.grow(this.holder, more);
    this.held += more;
  }

  end(): void {
    this.isOver = true;
    this.room.give(this.holder, this.held);
    this.held = 0;
  }
}

const places = new WeakMap<IncomingMessage, BodyPlace>();

/** Where the bytes of a request's body are counted; undefined for what is no request of the API. */
export const placeOf = (req: IncomingMessage): BodyPlace | undefined => places.get(req);

/** @returns what is to be ended when the request has been handled */
export function openPlace(
  req: IncomingMessage,
  room: BodyRoom,
  address: string,
  signal: AbortSignal,
): BodyPlace {
  const place = new BodyPlace(room, address, signal);
  places.set(req, place);
  return place;
}
