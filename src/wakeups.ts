import pgListen, { type Subscriber } from 'pg-listen';
import type { Logger } from 'pino';

const channel = 'journal';
/** Writes within so many milliseconds ring once. */
const coalesceMs = 10;
/** A notification holds less than 8,000 bytes: more tenants than this are "all". */
const maxTenants = 150;
const reconnectMs = 1000;

type Heard = (tenants: string[] | 'all') => void;

/**
 * The bell between processes: who has written says so, at most every 10 ms, and who reads the journal looks at once
 * instead of at its next poll. Nothing depends on it: a bell that is not heard costs time, never an event. It has a
 * connection of its own, opened when it is first needed.
 */
export class Wakeups {
  private readonly url: string;
  private readonly name: string;
  private readonly log: Logger;
  private readonly listeners = new Set<Heard>();
  private readonly rung = new Set<string>();
  private subscriber: Subscriber<{ [channel]: string[] }> | undefined;
  private connecting: Promise<void> | undefined;
  private isListening = false;
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
      await this.subscriber?.notify(channel, tenants);
    } catch (err) {
      this.log.debug({ err }, 'the bell of the journal was not rung');
    }
  }

  /** Connects, and listens if anybody wants to hear; what fails is tried again at the next call, or in a second. */
  private async connected(): Promise<void> {
    try {
      this.connecting ??= this.connect();
      await this.connecting;
      if (this.listeners.size === 0 || this.isListening || this.isClosed) return;
      this.isListening = true;
      await this.subscriber?.listenTo(channel);
    } catch (err) {
      this.connecting = undefined;
      this.isListening = false;
      this.log.debug({ err }, 'the bell of the journal has no connection');
      if (this.listeners.size > 0 && !this.isClosed)
        setTimeout(() => void this.connected(), reconnectMs).unref();
    }
  }

  private async connect(): Promise<void> {
    const subscriber = pgListen.default<{ [channel]: string[] }>(
      { connectionString: this.url, application_name: this.name },
      // It tries again for ever: the database may be away for longer than anybody has patience.
      { retryTimeout: 0, retryInterval: 500, paranoidChecking: 10_000, parse: parseTenants },
    );
    subscriber.events.on('error', (err) => this.log.warn({ err }, 'the bell of the journal'));
    // After each reconnect too: what was rung meanwhile was not heard.
    subscriber.events.on('connected', () => this.tell('all'));
    subscriber.notifications.on(channel, (tenants) => this.tell(tenants?.length ? tenants : 'all'));
    this.subscriber = subscriber;
    await subscriber.connect();
  }

  private tell(tenants: string[] | 'all'): void {
    for (const heard of this.listeners) heard(tenants);
  }
}

/** What anybody may have sent on the channel; what is no list of texts means all. */
function parseTenants(payload: string): string[] {
  try {
    const tenants: unknown = JSON.parse(payload);
    return Array.isArray(tenants) && tenants.every((one) => typeof one === 'string') ? tenants : [];
  } catch {
    return [];
  }
}
