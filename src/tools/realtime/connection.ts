import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { toApiError } from '../../db/errors.ts';
import type { Audience } from './audience.ts';
import { Bucket } from './bucket.ts';
import type { Channel } from './channels.ts';
import { answer } from './conversation.ts';
import type { Feed } from './feed.ts';
import { socketFormat, textFrame } from './formats.ts';
import { closeCodeOf, type Entrant, type Hub } from './hub.ts';
import { checkMessage, idOf, type MessageId, readMessage } from './messages.ts';
import { Backlog, drained, Outbox, type Outlet } from './outlet.ts';
import type { Frame } from './row.ts';
import type { Subscription } from './subscription.ts';

/** A channel that a client listens to on its socket. */
export interface Listened {
  channel: Channel;
  /** None for a room or a dashboard. */
  subscription?: Subscription;
}

/** Returns the caller behind a token, if the database admits it. */
export type Admit = (token: string) => Promise<Admitted>;

export interface Admitted extends Entrant {
  /** When an access token ends, in milliseconds; of keys it is known when they are checked. */
  expiresAt?: number;
}

export interface ConnectionDeps {
  hub: Hub;
  admit: Admit;
  /** Of an unexpected error. */
  onError(error: unknown): void;
}

/** One WebSocket: messages of its client are handled in order, events go out at once. */
export class Connection implements Outlet {
  readonly id = `conn_${randomUUID().replaceAll('-', '')}`;
  readonly format = socketFormat;
  readonly ended: Promise<void>;
  readonly deps: ConnectionDeps;
  readonly listened = new Map<string, Listened>();
  audience!: Audience;
  feed!: Feed;
  isClosed = false;
  private readonly ws: WebSocket;
  private readonly socket: Duplex;
  private readonly outbox = new Outbox();
  private readonly bucket: Bucket;
  private readonly backlog: Backlog;
  private expiresAt: number;
  private heardAt = Date.now();
  private pingedAt = Date.now();
  private work: Promise<void> = Promise.resolve();

  constructor(ws: WebSocket, socket: Duplex, who: Admitted, deps: ConnectionDeps) {
    this.ws = ws;
    this.socket = socket;
    this.deps = deps;
    this.bucket = new Bucket(deps.hub.limits.burst, deps.hub.limits.perSecond);
    this.backlog = new Backlog(deps.hub.limits);
    this.expiresAt = who.expiresAt ?? Number.POSITIVE_INFINITY;
    [this.audience, this.feed] = deps.hub.enter(this, who);
    this.ended = new Promise((resolve) => ws.once('close', resolve));
    ws.on('message', (data, isBinary) => this.onMessage(data as Buffer, isBinary));
    ws.on('ping', () => this.count());
    ws.on('pong', () => this.count());
    // Violations of the protocol are closed by ws itself: 1002, 1007, 1009.
    ws.on('error', () => {});
    ws.once('close', () => this.end());
    const { tenant, rights } = who;
    this.send({ type: 'connected', connection_id: this.id, tenant_id: tenant, seq: rights.seq });
  }

  get userId(): string | null {
    return this.audience.rights.user_id;
  }

  /** A message of our own, in the order of the events. */
  send(message: object): void {
    if (!this.isClosed) this.write(textFrame(JSON.stringify(message)));
  }

  push(frame: Frame): void {
    this.outbox.push(frame);
  }

  flush(joined: Map<string, Buffer>): void {
    const bytes = this.outbox.take(joined);
    if (bytes && !this.isClosed) this.write(bytes);
  }

  drained(): Promise<void> {
    return drained(this.socket);
  }

  *channels(): Iterable<string> {
    yield* this.listened.keys();
  }

  watched(): Channel[] {
    return [...this.listened.values()].map(({ channel }) =>
      // An object may come back into view: it is its type that must be readable.
      channel.kind === 'object' ? { ...channel, kind: 'objects' } : channel,
    );
  }

  lose(channels: readonly string[]): void {
    for (const channel of channels)
      if (this.forget(channel))
        this.send({ type: 'unsubscribed', id: null, channel, code: 'FORBIDDEN' });
  }

  /** @returns whether it was there */
  forget(name: string): boolean {
    const listened = this.listened.get(name);
    if (!listened) return false;
    this.listened.delete(name);
    if (listened.subscription) {
      listened.subscription.isEnded = true;
      this.audience.remove(listened.subscription);
      return true;
    }
    const { hub } = this.deps;
    const { dashboard } = listened.channel;
    if (dashboard === undefined) hub.rooms.leave(this.audience.tenant, name, this);
    else hub.boards.leave(this.audience.tenant, dashboard, this);
    return true;
  }

  close(code: number, reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.ws.close(code, reason.slice(0, 120));
    // A client that does not read would not read this either.
    if (this.socket.writableLength > this.deps.hub.limits.bufferedBytes) this.ws.terminate();
  }

  tick(now: number): void {
    this.checkBacklog();
    if (this.isClosed) return;
    const { idleMs, pingMs } = this.deps.hub.limits;
    if (now >= this.expiresAt) this.close(4401, 'TOKEN_EXPIRED');
    else if (now - this.heardAt > idleMs) this.close(4408, 'idle');
    else if (now - this.pingedAt > pingMs) {
      this.pingedAt = now;
      this.ws.ping();
    }
  }

  /** Goes on with another token of the same user. */
  async become(who: Admitted): Promise<void> {
    const { hub } = this.deps;
    const before = this.audience;
    const [audience] = hub.enter(this, who);
    this.expiresAt = who.expiresAt ?? Number.POSITIVE_INFINITY;
    if (audience === before) return;
    await before.settled();
    for (const { subscription } of this.listened.values()) {
      if (!subscription) continue;
      before.remove(subscription);
      audience.add(subscription);
    }
    this.audience = audience;
    hub.leave(this, before);
    if (this.isClosed) hub.leave(this, audience);
  }

  /** Reports an error of a message; ends the connection when its credential is no longer valid. */
  fail(thrown: unknown, id: MessageId, channel?: string): void {
    const error = toApiError(thrown);
    if (error.status >= 500) this.deps.onError(error.cause ?? error);
    const { code, message, extras } = error;
    this.send({ type: 'error', id, ...(channel ? { channel } : {}), code, message, ...extras });
    const closeCode =
      error.status === 401 || code === 'USER_BANNED' ? closeCodeOf(error) : undefined;
    if (closeCode !== undefined) this.close(closeCode, code);
  }

  private onMessage(data: Buffer, isBinary: boolean): void {
    if (!this.count() || this.isClosed) return;
    if (isBinary) {
      this.close(4400, 'binary messages are not understood');
      return;
    }
    let message: object;
    try {
      message = readMessage(String(data));
    } catch (error) {
      this.fail(error, null);
      this.close(4400, 'not a JSON object');
      return;
    }
    const id = idOf(message);
    this.inOrder(() => answer(this, checkMessage(message), id), id);
  }

  /** Does something once earlier messages of the client are done. */
  inOrder(work: () => Promise<void>, id: MessageId = null): void {
    this.work = this.work
      .then(() => (this.isClosed ? undefined : work()))
      .catch((error) => this.fail(error, id));
  }

  /** Counts whatever the client sends. @returns false when it is too much, and the end */
  private count(): boolean {
    this.heardAt = Date.now();
    if (this.bucket.take(this.heardAt)) return true;
    this.close(4429, 'too many messages');
    return false;
  }

  private write(bytes: Buffer): void {
    this.socket.write(bytes);
    this.checkBacklog();
  }

  private checkBacklog(): void {
    if (this.backlog.isTooMuch(this.socket.writableLength)) this.ws.terminate();
  }

  private end(): void {
    this.isClosed = true;
    for (const name of [...this.listened.keys()]) this.forget(name);
    this.deps.hub.leave(this, this.audience);
  }
}
