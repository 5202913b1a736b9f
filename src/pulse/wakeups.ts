import pgListen, { type Subscriber } from 'pg-listen';
import type { Logger } from 'pino';
import { ping } from '../db/client.ts';
import { withAnyPassword, withNextPassword } from '../db/passwords.ts';
import { Turns } from '../ground/concurrency/turns.ts';

const channel = 'journal';
/** The channel on which processes share presence and broadcasts (src/tools/realtime/rooms.ts). */
const talkChannel = 'realtime';
/** Writes within so many milliseconds ring once. */
const coalesceMs = 10;
/** A notification holds less than 8,000 bytes: more tenants than this are "all". */
const maxTenants = 150;
const reconnectMs = 1000;
const triesOfPassword = 3;

type Heard = (tenants: string[] | 'all') => void;
type Told = (messages: object[]) => void;
/** Parses untrusted text; undefined for invalid JSON. */
type Payloads = { [channel]: unknown; [talkChannel]: unknown };

/**
 * The bell between processes: writers ring it, at most every 10 ms, and readers of the journal look at once instead of
 * at their next poll. Nothing depends on it: a bell that is not heard costs time, never an event. It has a
 * connection of its own, opened when it is first needed.
 */
export class Wakeups {
  private readonly url: string;
  private readonly name: string;
  private readonly log: Logger;
  private readonly listeners = new Set<Heard>();
  private readonly told = new Set<Told>();
  private readonly rung = new Set<string>();
  private subscriber: Subscriber<Payloads> | undefined;
  private connecting: Promise<void> | undefined;
  /** A connection does one thing at a time. */
  private readonly turns = new Turns({ atOnce: 1 });
  private isListening = false;
  private isListeningToOthers = false;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param name of its connection, as pg_stat_activity shows it */
  constructor(url: string, name: string, log: Logger) {
    this.url = url;
    this.name = name;
    this.log = log;
  }

  /** A tenant's journal has new rows. */
  ring(tenant: string): void {
    if (this.isClosed) return;
    this.rung.add(tenant);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.send();
    }, coalesceMs);
  }

  /** Hears which tenants have new rows, and 'all' when something may have been missed. @returns ends it */
  listen(heard: Heard): () => void {
    this.listeners.add(heard);
    void this.connected();
    return () => this.listeners.delete(heard);
  }

  /**
   * Sends something to the other processes, and to this one: 8,000 bytes as JSON at most, without any guarantee of
   * delivery.
   */
  async tell(messages: object[]): Promise<void> {
    if (this.isClosed) return;
    try {
      await this.connected();
      await this.turns.take(async () => this.subscriber?.notify(talkChannel, messages));
    } catch (err) {
      this.log.debug({ err }, 'the bell of the journal could not pass anything on');
    }
  }

  /** Hears what other processes tell. @returns ends it */
  listenToOthers(told: Told): () => void {
    this.told.add(told);
    void this.connected();
    return () => this.told.delete(told);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.connecting?.catch(() => {});
    await this.subscriber?.close();
  }

  private async send(): Promise<void> {
    const tenants = this.rung.size > maxTenants ? [] : [...this.rung];
    this.rung.clear();
    try {
      await this.connected();
      await this.turns.take(async () => this.subscriber?.notify(channel, tenants));
    } catch (err) {
      this.log.debug({ err }, 'the bell of the journal could not be rung');
    }
  }

  /** Connects, and listens if there are listeners; what fails is tried again at the next call, or in a second. */
  private async connected(): Promise<void> {
    try {
      this.connecting ??= this.connect();
      await this.connecting;
      if (this.isClosed) return;
      if (this.listeners.size > 0 && !this.isListening) {
        this.isListening = true;
        await this.turns.take(async () => this.subscriber?.listenTo(channel));
      }
      if (this.told.size > 0 && !this.isListeningToOthers) {
        this.isListeningToOthers = true;
        await this.turns.take(async () => this.subscriber?.listenTo(talkChannel));
      }
    } catch (err) {
      this.connecting = undefined;
      this.isListening = false;
      this.isListeningToOthers = false;
      this.log.debug({ err }, 'the bell of the journal has no connection');
      if (this.listeners.size > 0 && !this.isClosed)
        setTimeout(() => void this.connected(), reconnectMs).unref();
    }
  }

  private async connect(): Promise<void> {
    const hasSeveral = withNextPassword(this.url) !== undefined;
    const connectionString = hasSeveral ? await this.takenUrl() : this.url;
    const subscriber = pgListen.default<Payloads>(
      { connectionString, application_name: this.name },
      // It tries again for ever: the database may be away for long. But where its password may have become another
      // one, it is made again.
      {
        ...{ retryTimeout: 0, retryInterval: 500, paranoidChecking: 10_000, parse },
        ...(hasSeveral && { retryLimit: triesOfPassword }),
      },
    );
    subscriber.events.on('error', (err) => {
      this.log.warn({ err }, 'the bell of the journal failed');
      if (!hasSeveral || this.subscriber !== subscriber || this.isClosed) return;
      this.subscriber = undefined;
      this.connecting = undefined;
      this.isListening = false;
      this.isListeningToOthers = false;
      void this.connected();
    });
    // After each reconnect too: what was rung meanwhile was not heard.
    subscriber.events.on('connected', () => this.hear('all'));
    subscriber.notifications.on(channel, (payload) => this.hear(tenantsOf(payload)));
    subscriber.notifications.on(talkChannel, (payload) => {
      if (Array.isArray(payload)) for (const told of this.told) told(payload.filter(isObject));
    });
    this.subscriber = subscriber;
    await subscriber.connect();
  }

  /** The address with the password that the server takes now. */
  private takenUrl(): Promise<string> {
    return withAnyPassword(this.url, async (url) => {
      await ping(url);
      return url;
    });
  }

  private hear(tenants: string[] | 'all'): void {
    for (const heard of this.listeners) heard(tenants);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/** Anything but a list of strings means all. */
function tenantsOf(payload: unknown): string[] | 'all' {
  const isList = Array.isArray(payload) && payload.every((one) => typeof one === 'string');
  return isList && payload.length > 0 ? payload : 'all';
}
