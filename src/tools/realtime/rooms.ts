import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wakeups } from '../../pulse/wakeups.ts';
import { textFrame } from './formats.ts';
import type { Outlet } from './outlet.ts';
import { type Frame, makeFrame } from './row.ts';

/** Messages to other processes go together, for so long. */
const gatherMs = 10;
/** Less than a notification of PostgreSQL holds. */
const maxNotification = 7_800;
/** More than that is lost: it comes faster than notifications go. */
const maxOutgoing = 10_000;
/** How often the members that are here are told to other processes, and how long those of others are believed. */
const announceMs = 20_000;
const believeMs = 60_000;

interface Member {
  connection_id: string;
  user_id: string | null;
  state: unknown;
}

/** A message of one process to the others. */
interface Message {
  node: string;
  tenant: string;
  channel: string;
  kind: 'broadcast' | 'join' | 'update' | 'leave' | 'who';
  from?: string;
  user?: string | null;
  event?: string;
  payload?: unknown;
}

interface Remote extends Member {
  node: string;
  until: number;
}

class Room {
  readonly outlets = new Set<Outlet>();
  readonly members = new Map<string, Member>();
  readonly remote = new Map<string, Remote>();
}

/**
 * Rooms: messages among the connections of a tenant, and who is there. Nothing of it is kept. Between processes it
 * travels in notifications of PostgreSQL, at best: what is lost there is not repeated.
 */
export class Rooms {
  /** The name of this process. */
  readonly node = `node_${randomUUID().replaceAll('-', '')}`;
  private readonly rooms = new Map<string, Room>();
  private readonly wakeups: Wakeups;
  private outgoing: Message[] = [];
  private isSending = false;
  private stopListening: (() => void) | undefined;
  private announcedAt = Date.now();

  constructor(wakeups: Wakeups) {
    this.wakeups = wakeups;
  }

  /** @returns who is there, at the moment */
  enter(tenant: string, channel: string, outlet: Outlet): Member[] {
    this.stopListening ??= this.wakeups.listenToOthers((messages) => this.hear(messages));
    const key = keyOf(tenant, channel);
    let room = this.rooms.get(key);
    if (!room) {
      room = new Room();
      this.rooms.set(key, room);
      this.tell({ tenant, channel, kind: 'who' });
    }
    room.outlets.add(outlet);
    return [...room.members.values(), ...room.remote.values()].map(shown);
  }

  leave(tenant: string, channel: string, outlet: Outlet): void {
    const key = keyOf(tenant, channel);
    const room = this.rooms.get(key);
    if (!room) return;
    room.outlets.delete(outlet);
    if (room.members.delete(outlet.id)) this.spread(tenant, channel, 'leave', outlet.id);
    if (room.outlets.size === 0) this.rooms.delete(key);
  }

  broadcast(
    tenant: string,
    channel: string,
    outlet: Outlet,
    { event, payload, user }: { event: string; payload: unknown; user: string | null },
  ): void {
    this.spread(tenant, channel, 'broadcast', outlet.id, { event, payload, user });
  }

  /** Says that a connection is there, and how; null takes it back. */
  present(tenant: string, channel: string, outlet: Outlet, user: string | null, state: unknown) {
    const room = this.rooms.get(keyOf(tenant, channel));
    if (!room) return;
    const isKnown = room.members.has(outlet.id);
    if (state === null) {
      if (room.members.delete(outlet.id)) this.spread(tenant, channel, 'leave', outlet.id);
      return;
    }
    room.members.set(outlet.id, { connection_id: outlet.id, user_id: user, state });
    const kind = isKnown ? 'update' : 'join';
    this.spread(tenant, channel, kind, outlet.id, { payload: state, user });
  }

  /** Once a second: tells who is here, and forgets who was not heard of for long. */
  tick(now: number): void {
    const isTime = now - this.announcedAt >= announceMs;
    if (isTime) this.announcedAt = now;
    for (const [key, room] of this.rooms) {
      for (const [id, member] of room.remote)
        if (member.until < now) this.forget(room, key, id, member);
      if (isTime) this.announce(key, room);
    }
  }

  close(): void {
    this.stopListening?.();
    this.outgoing = [];
  }

  /** To all who are here, and to the other processes. */
  private spread(
    tenant: string,
    channel: string,
    kind: Message['kind'],
    from: string,
    more: Partial<Message> = {},
  ): void {
    const message = { tenant, channel, kind, from, ...more };
    this.deliver(this.rooms.get(keyOf(tenant, channel)), { node: this.node, ...message });
    this.tell(message);
  }

  private deliver(room: Room | undefined, message: Message): void {
    if (!room || room.outlets.size === 0) return;
    const frame = frameOf(message);
    for (const outlet of room.outlets) {
      if (outlet.id === message.from) continue;
      outlet.push(frame);
      outlet.flush(new Map());
    }
  }

  private tell(message: Omit<Message, 'node'>): void {
    if (this.outgoing.length >= maxOutgoing) return;
    this.outgoing.push({ node: this.node, ...message });
    if (!this.isSending) void this.send();
  }

  private async send(): Promise<void> {
    this.isSending = true;
    while (this.outgoing.length > 0) {
      await sleep(gatherMs, undefined, { ref: false });
      let size = 2;
      let count = 0;
      for (const message of this.outgoing) {
        size += Buffer.byteLength(JSON.stringify(message)) + 1;
        if (size > maxNotification && count > 0) break;
        count += 1;
      }
      const messages = this.outgoing.splice(0, count);
      if (messages.length > 0) await this.wakeups.tell(messages);
    }
    this.isSending = false;
  }

  private hear(messages: object[]): void {
    for (const message of messages as Message[]) {
      if (message.node === this.node) continue;
      const key = keyOf(message.tenant, message.channel);
      const room = this.rooms.get(key);
      if (!room) continue;
      if (message.kind === 'who') this.announce(key, room);
      else if (message.kind === 'broadcast') this.deliver(room, message);
      else this.remember(room, message);
    }
  }

  private remember(room: Room, message: Message): void {
    const { from = '', user = null, payload, node } = message;
    const known = room.remote.get(from);
    if (message.kind === 'leave') {
      if (room.remote.delete(from)) this.deliver(room, message);
      return;
    }
    const until = Date.now() + believeMs;
    room.remote.set(from, { connection_id: from, user_id: user, state: payload, node, until });
    const isNews = JSON.stringify(known?.state) !== JSON.stringify(payload);
    if (isNews) this.deliver(room, { ...message, kind: known ? 'update' : 'join' });
  }

  private announce(key: string, room: Room): void {
    const [tenant = '', channel = ''] = key.split(' ');
    for (const { connection_id, user_id, state } of room.members.values())
      this.tell({
        tenant,
        channel,
        kind: 'update',
        from: connection_id,
        user: user_id,
        payload: state,
      });
  }

  private forget(room: Room, key: string, id: string, member: Remote): void {
    room.remote.delete(id);
    const [tenant = '', channel = ''] = key.split(' ');
    this.deliver(room, { node: member.node, tenant, channel, kind: 'leave', from: id });
  }
}

const keyOf = (tenant: string, channel: string): string => `${tenant} ${channel}`;

const shown = ({ connection_id, user_id, state }: Member): Member => ({
  connection_id,
  user_id,
  state,
});

function frameOf({ kind, channel, event, payload, from, user = null }: Message): Frame {
  const sender = { connection_id: from, user_id: user };
  const message =
    kind === 'broadcast'
      ? { type: 'broadcast', channel, event, payload, ...sender }
      : { type: 'presence', channel, event: kind, ...sender, state: payload ?? null };
  return makeFrame(textFrame(JSON.stringify(message)));
}
