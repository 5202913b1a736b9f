import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Audience } from './audience.ts';
import type { Channel } from './channels.ts';
import type { Feed } from './feed.ts';
import { comeBack, streamFormat } from './formats.ts';
import type { Entrant, Hub } from './hub.ts';
import { Backlog, drained, Outbox, type Outlet } from './outlet.ts';
import type { Frame } from './row.ts';
import type { Subscription } from './subscription.ts';

const name = 'events/stream';
const lingerMs = 2_000;
/** The close code of sockets when the server ends (RFC 6455). */
const restarts = 1012;

/** One stream of server-sent events: a response that does not end. */
export class Stream implements Outlet {
  readonly id = `conn_${randomUUID().replaceAll('-', '')}`;
  readonly format = streamFormat;
  readonly ended: Promise<void>;
  readonly audience: Audience;
  readonly feed: Feed;
  subscription: Subscription | undefined;
  isClosed = false;
  private readonly res: ServerResponse;
  private readonly hub: Hub;
  private readonly expiresAt: number;
  private readonly outbox = new Outbox();
  private readonly backlog: Backlog;
  private beatAt = Date.now();

  /** @param expiresAt when the token ends, in milliseconds */
  constructor(res: ServerResponse, hub: Hub, who: Entrant, expiresAt = Number.POSITIVE_INFINITY) {
    this.res = res;
    this.hub = hub;
    this.expiresAt = expiresAt;
    this.backlog = new Backlog(hub.limits);
    [this.audience, this.feed] = hub.enter(this, who);
    this.ended = new Promise((resolve) => res.once('close', resolve));
    res.once('close', () => this.end());
    if (res.destroyed) this.end();
  }

  write(text: string | Buffer): void {
    if (this.isClosed) return;
    this.res.write(text);
    this.checkBacklog();
  }

  push(frame: Frame): void {
    this.outbox.push(frame);
  }

  flush(joined: Map<string, Buffer>): void {
    const bytes = this.outbox.take(joined);
    if (bytes) this.write(bytes);
  }

  drained(): Promise<void> {
    return drained(this.res);
  }

  channels(): Iterable<string> {
    return [name];
  }

  watched(): Channel[] {
    return [{ name, kind: 'events', permission: 'events:read' }];
  }

  lose(): void {}

  /** A stream has no codes: the client connects again, and is told then; here, when. */
  close(code?: number): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.res.end(code === restarts ? comeBack(this.hub.limits.retryMs) : undefined);
    this.res.socket?.end();
    // A client that does not read would keep the server from ending.
    setTimeout(() => this.res.destroy(), lingerMs).unref();
  }

  tick(now: number): void {
    this.checkBacklog();
    if (now >= this.expiresAt) this.close();
    if (this.isClosed || now - this.beatAt < this.hub.limits.heartbeatMs) return;
    this.beatAt = now;
    // A listener whose filter passes few rows would otherwise read all of them again after a lost connection.
    const isHere = this.subscription?.isLive && this.audience.isIdle;
    this.write(isHere ? `: heartbeat\nid: ${this.feed.place}\n\n` : ': heartbeat\n\n');
  }

  private checkBacklog(): void {
    if (this.backlog.isTooMuch(this.res.writableLength)) this.res.destroy();
  }

  private end(): void {
    this.isClosed = true;
    if (this.subscription) {
      this.subscription.isEnded = true;
      this.audience.remove(this.subscription);
    }
    this.hub.leave(this, this.audience);
  }
}
