import type { Logger } from 'pino';
import type { Credential, House } from '../../db/call.ts';
import { toApiError } from '../../db/errors.ts';
import { Turns } from '../../ground/concurrency/turns.ts';
import { ApiError } from '../../ground/errors.ts';
import type { CallsOperations } from '../../operations/who.ts';
import type { Wakeups } from '../../pulse/wakeups.ts';
import { Audience, type Rights } from './audience.ts';
import { type BeginLook, Boards } from './boards.ts';
import { Feed, type Suspects } from './feed.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';
import type { Outlet } from './outlet.ts';
import { withPermission } from './permission.ts';
import { Rooms } from './rooms.ts';

declare module '../../operations/services.ts' {
  interface Services {
    realtime: Hub;
  }
  interface GroupServices {
    /** Of the group that has dashboards. */
    beginLook: BeginLook;
  }
}

/** Calls of the database that all listeners make at a time, tenants in turns: they wait here, not in the lines of requests. */
const callsAtOnce = 4;
/** Tenants that are looked at each second without having rung. */
const pollsPerTick = 100;
/** In so many ticks each is looked at once, unless they are too many: it is only in case a bell was lost. */
const ticksPerRound = 5;

export interface HubDeps {
  gateway: Pick<House, 'feed'>;
  operations: CallsOperations;
  wakeups: Wakeups;
  log: Logger;
  limits?: Partial<RealtimeLimits> | undefined;
  /** Looks at a dashboard. */
  beginLook: BeginLook;
}

/** The open connections of a tenant in this process. */
export interface Stats {
  total_connections: number;
  channels: Record<string, number>;
  channel_count: number;
  by_node: { node: string; connections: number; channels: number }[];
}

/** A caller that the database has admitted to a new connection. */
export interface Entrant {
  tenant: string;
  credential: Credential;
  rights: Rights;
}

/** All sockets and streams of this process, and the journals that they listen to. */
export class Hub {
  readonly limits: RealtimeLimits;
  readonly rooms: Rooms;
  readonly boards: Boards;
  private readonly deps: HubDeps;
  private readonly turns = new Turns({ atOnce: callsAtOnce });
  private readonly feeds = new Map<string, Feed>();
  private readonly suspects = new Set<Audience>();
  private suspecting: NodeJS.Timeout | undefined;
  private ticking: NodeJS.Timeout | undefined;
  private stopListening = () => {};
  private polled = 0;
  /** Looks that are due, and a part of the next. */
  private owed = 0;
  isClosing = false;

  constructor(deps: HubDeps) {
    this.deps = deps;
    this.limits = { ...defaultLimits, ...deps.limits };
    this.rooms = new Rooms(deps.wakeups);
    this.boards = new Boards(deps.beginLook);
  }

  /** @throws 429 when the tenant, or the caller, has too many open already; 503 while the server ends */
  checkRoom(tenant: string, credential: Credential, isStream: boolean): void {
    if (this.isClosing)
      throw new ApiError('SERVICE_UNAVAILABLE', 'The server is shutting down. Connect again.', {
        retry_after: 1,
      });
    const feed = this.feeds.get(tenant);
    if (!feed) return;
    if (feed.outlets >= this.limits.perTenant)
      throw tooMany(`This tenant has ${feed.outlets} sockets and streams open`);
    const own = feed.audiences.get(keyOf(credential));
    const counted = [...(own?.outlets ?? [])].filter(
      ({ format }) => 'session' in credential || (isStream && format.name.startsWith('stream')),
    );
    if (counted.length >= this.limits.perCaller && (isStream || 'session' in credential))
      throw tooMany(`This caller has ${counted.length} of them open`);
  }

  /** Lets a connection in. No event after the place of its rights is missed. */
  enter(outlet: Outlet, { tenant, credential, rights }: Entrant): [Audience, Feed] {
    this.start();
    let feed = this.feeds.get(tenant);
    if (!feed) {
      feed = new Feed(tenant, rights.seq, {
        gateway: this.deps.gateway,
        log: this.deps.log,
        inTurn: this.turns.take,
        suspect: (whose, suspects) => this.suspect(whose, suspects),
        changed: () => this.boards.ring(tenant),
      });
      this.feeds.set(tenant, feed);
    }
    const key = keyOf(credential);
    let audience = feed.audiences.get(key);
    if (!audience) {
      audience = new Audience(key, tenant, credential, rights, {
        operations: this.deps.operations,
        log: this.deps.log,
        inTurn: this.turns.take,
        recheck: (whose) => this.recheck(whose),
      });
      feed.audiences.set(key, audience);
    }
    if (!audience.outlets.has(outlet)) feed.outlets += 1;
    audience.outlets.add(outlet);
    return [audience, feed];
  }

  leave(outlet: Outlet, audience: Audience): void {
    const feed = this.feeds.get(audience.tenant);
    if (!audience.outlets.delete(outlet) || !feed) return;
    feed.outlets -= 1;
    if (audience.outlets.size > 0) return;
    feed.audiences.delete(audience.key);
    if (feed.audiences.size > 0) return;
    feed.close();
    this.feeds.delete(audience.tenant);
  }

  stats(tenant: string): Stats {
    const channels: Record<string, number> = {};
    let total = 0;
    for (const { outlets } of this.feeds.get(tenant)?.audiences.values() ?? [])
      for (const outlet of outlets) {
        total += 1;
        for (const name of outlet.channels()) channels[name] = (channels[name] ?? 0) + 1;
      }
    const count = Object.keys(channels).length;
    return {
      total_connections: total,
      channels,
      channel_count: count,
      by_node: [{ node: this.rooms.node, connections: total, channels: count }],
    };
  }

  /** The open connections of all tenants. */
  counts(): { socket: number; stream: number } {
    const counts = { socket: 0, stream: 0 };
    for (const { audiences } of this.feeds.values())
      for (const { outlets } of audiences.values())
        for (const { format } of outlets)
          counts[format.name.startsWith('stream') ? 'stream' : 'socket'] += 1;
    return counts;
  }

  /** Ends everything that is open: clients connect again, to another process. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.ticking);
    this.stopListening();
    clearTimeout(this.suspecting);
    const outlets = [...this.feeds.values()].flatMap(({ audiences }) =>
      [...audiences.values()].flatMap((audience) => [...audience.outlets]),
    );
    for (const feed of this.feeds.values()) feed.close();
    for (const outlet of outlets) outlet.close(1012, 'restart');
    await Promise.all(outlets.map((outlet) => outlet.ended));
    this.rooms.close();
  }

  /** Asks again what a caller may do; ends the caller's connections when it is refused. */
  async recheck(audience: Audience): Promise<void> {
    audience.checkedAt = Date.now();
    if (audience.outlets.size === 0) return;
    const channels = [...audience.outlets].flatMap((outlet) => outlet.watched());
    const permissions = new Set<string | undefined>(channels.map(({ permission }) => permission));
    permissions.add(undefined);
    for (const permission of permissions) {
      const asked = channels.filter((one) => one.permission === permission);
      try {
        const body = await audience.ask(
          'realtime_access',
          { channels: [...new Map(asked.map((one) => [one.name, one])).values()].map(described) },
          withPermission(audience.credential, permission),
        );
        const { lost, ...rights } = JSON.parse(body) as Rights & { lost: string[] };
        audience.renew(rights);
        for (const outlet of audience.outlets) outlet.lose(lost);
      } catch (error) {
        const code = closeCodeOf(toApiError(error));
        // A database that is away takes no rights away.
        if (code !== undefined)
          for (const outlet of [...audience.outlets]) outlet.close(code, toApiError(error).code);
        return;
      }
    }
  }

  private suspect(tenant: string, suspects: Suspects): void {
    if (this.isClosing) return;
    for (const audience of this.feeds.get(tenant)?.audiences.values() ?? [])
      if (isAmong(audience, suspects)) this.suspects.add(audience);
    this.suspecting ??= setTimeout(() => {
      this.suspecting = undefined;
      const all = [...this.suspects];
      this.suspects.clear();
      for (const audience of all) void this.recheck(audience);
    }, this.limits.suspectMs);
  }

  private start(): void {
    if (this.ticking) return;
    this.ticking = setInterval(() => this.tick(), this.limits.tickMs).unref();
    this.stopListening = this.deps.wakeups.listen((tenants) => {
      const rung = tenants === 'all' ? this.feeds.keys() : tenants;
      for (const tenant of rung) this.feeds.get(tenant)?.ring();
    });
  }

  private tick(): void {
    const now = Date.now();
    const feeds = [...this.feeds.values()];
    this.owed += Math.min(feeds.length / ticksPerRound, pollsPerTick);
    for (; this.owed >= 1; this.owed--) feeds[this.polled++ % feeds.length]?.ring();
    for (const { audiences } of feeds)
      for (const audience of audiences.values()) {
        for (const outlet of audience.outlets) outlet.tick(now);
        if (now - audience.checkedAt > this.limits.recheckMs) void this.recheck(audience);
      }
    this.rooms.tick(now);
  }
}

const isAmong = ({ credential, rights }: Audience, suspects: Suspects): boolean =>
  suspects === 'all' ||
  suspects.has(rights.id) ||
  ('session' in credential && suspects.has(credential.session));

/** One caller at one address: what they may is the same for all that they have open. */
const keyOf = ({
  request_id: _,
  user_agent: __,
  scope: ___,
  permission: ____,
  impersonable: _____,
  ...who
}: Credential) => JSON.stringify(who);

/** The close code of a socket whose credential is refused; none for errors that no one caused. */
export function closeCodeOf({ status, code }: ApiError): number | undefined {
  if (status === 401 || code === 'USER_BANNED') return 4401;
  if (code === 'TENANT_NOT_FOUND') return 4404;
  return status === 403 ? 4403 : undefined;
}

const described = ({
  name: channel,
  kind,
  type,
  object,
  view,
  dashboard,
}: ReturnType<Outlet['watched']>[number]) => ({ channel, kind, type, object, view, dashboard });

const tooMany = (why: string) =>
  new ApiError('CONCURRENCY_LIMITED', `${why}. Close some, or share one for several channels.`, {
    retry_after: 10,
  });
