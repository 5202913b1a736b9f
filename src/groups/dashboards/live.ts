import type { ServerResponse } from 'node:http';
import { toApiError } from '../../db/errors.ts';
import { Paced } from '../../ground/concurrency/paced.ts';
import { ApiError } from '../../ground/errors.ts';
import type { Services } from '../../operations/services.ts';
import { comeBack, streamEvent } from '../../tools/realtime/formats.ts';
import { colorOf, widgetSection } from './page.ts';
import type { SharedDashboard, SharedWidget } from './shared.ts';

/** A tenth per address: one client cannot fill the places of a dashboard. */
const mostViewers = { ofAddress: 50, ofDashboard: 500, ofProcess: 5_000 };
/** Proxies end what is silent for longer; a browser that reads nothing is let go at so many bytes. */
const beatMs = 15_000;
const mostUnread = 1_000_000;
const tickMs = 500;

/** Asks for the dashboard as anyone with its token does. @throws 404 when it is shared no more */
export type ReadShared = () => Promise<SharedDashboard>;

type Needed = Pick<Services, 'wakeups' | 'realtime'>;

/** The viewers of one shared dashboard: what changes is found out once for all of them. */
class Watched {
  /** With the addresses that they look from. */
  readonly viewers = new Map<ServerResponse, string>();
  private readonly tenant: string;
  private readonly read: ReadShared;
  /** The last output of each widget, as JSON and as HTML. */
  private shown: Map<string, string> | undefined;
  private readonly sections = new Map<string, string>();
  private readonly paced = new Paced(() => this.look());

  constructor(tenant: string, read: ReadShared) {
    this.tenant = tenant;
    this.read = read;
  }

  add(viewer: ServerResponse, ip: string): void {
    this.viewers.set(viewer, ip);
    if (this.shown) viewer.write(widgetsEvent([...this.shown.keys()], this.sections));
    this.ring();
  }

  /** Something of the tenant has changed: looks what it changes here, when it is time. */
  ring(): void {
    this.paced.ring();
  }

  end(): void {
    this.paced.end();
    for (const viewer of this.viewers.keys()) viewer.end();
  }

  private async look(): Promise<void> {
    try {
      await this.tell(await this.read());
    } catch (error) {
      // A database that is away ends nothing.
      if (toApiError(error).status === 404) {
        this.send(streamEvent('end', '{}'));
        this.end();
      }
    }
  }

  private async tell({ widgets, branding }: SharedDashboard): Promise<void> {
    const before = this.shown;
    const now = new Map(widgets.map((widget) => [widget.id, JSON.stringify(widget)]));
    const changed = widgets.filter(({ id }: SharedWidget) => before?.get(id) !== now.get(id));
    const color = colorOf(branding.primary_color);
    const sections = changed.map(
      async (one) => [one.id, await widgetSection(this.tenant, one, color)] as const,
    );
    // A section that could not be drawn is drawn the next time.
    for (const [id, html] of await Promise.all(sections)) this.sections.set(id, html);
    this.shown = now;
    const isOther =
      before && (before.size !== widgets.length || changed.some(({ id }) => !before.has(id)));
    if (isOther) this.send(streamEvent('reload', '{}'));
    else if (changed.length > 0)
      this.send(
        widgetsEvent(
          changed.map(({ id }) => id),
          this.sections,
        ),
      );
  }

  send(text: string): void {
    for (const viewer of this.viewers.keys()) {
      if (viewer.writableLength > mostUnread) viewer.destroy();
      else viewer.write(text);
    }
  }
}

/** Sections of the page, by the ids of their widgets. */
const widgetsEvent = (ids: string[], sections: Map<string, string>): string =>
  streamEvent('widgets', JSON.stringify(ids.map((id) => ({ id, html: sections.get(id) ?? '' }))));

/** All viewers of shared dashboards of this process. */
class Viewers {
  private readonly needed: Needed;
  private readonly watched = new Map<string, Watched>();
  private readonly ofTenants = new Map<string, Set<Watched>>();
  private count = 0;
  private ticking: NodeJS.Timeout | undefined;
  private stopListening = () => {};
  private beatAt = 0;

  constructor(needed: Needed) {
    this.needed = needed;
  }

  /** @throws 429 where too many look at a dashboard, of one address or together, or at all of them */
  checkRoom(tenant: string, token: string, ip: string): void {
    const viewers =
      this.watched.get(`${tenant} ${token}`)?.viewers ?? new Map<ServerResponse, string>();
    const isFull = this.count >= mostViewers.ofProcess || viewers.size >= mostViewers.ofDashboard;
    const own = [...viewers.values()].filter((one) => one === ip).length;
    if (!isFull && own < mostViewers.ofAddress) return;
    throw new ApiError('RATE_LIMITED', 'Too many people are looking at this. Look again later.', {
      retry_after: 60,
    });
  }

  /** Lets a viewer in, whose page may be older than now: it is told of everything first. */
  enter(
    { tenant, token, ip }: { tenant: string; token: string; ip: string },
    viewer: ServerResponse,
    read: ReadShared,
  ): void {
    // It disconnected before it was admitted, and will not report that again.
    if (viewer.destroyed) return;
    const key = `${tenant} ${token}`;
    const watched = this.watched.get(key) ?? this.watch(tenant, key, read);
    watched.add(viewer, ip);
    this.count += 1;
    viewer.once('close', () => this.leave(tenant, key, watched, viewer));
  }

  private watch(tenant: string, key: string, read: ReadShared): Watched {
    const watched = new Watched(tenant, read);
    this.watched.set(key, watched);
    this.ofTenants.set(tenant, (this.ofTenants.get(tenant) ?? new Set()).add(watched));
    this.start();
    return watched;
  }

  private leave(tenant: string, key: string, watched: Watched, viewer: ServerResponse): void {
    if (!watched.viewers.delete(viewer)) return;
    this.count -= 1;
    if (watched.viewers.size > 0) return;
    watched.end();
    this.watched.delete(key);
    const ofTenant = this.ofTenants.get(tenant);
    ofTenant?.delete(watched);
    if (ofTenant?.size === 0) this.ofTenants.delete(tenant);
    if (this.watched.size > 0) return;
    clearInterval(this.ticking);
    this.ticking = undefined;
    this.stopListening();
  }

  private start(): void {
    if (this.ticking) return;
    this.ticking = setInterval(() => this.tick(), tickMs).unref();
    this.stopListening = this.needed.wakeups.listen((tenants) => {
      const rung = tenants === 'all' ? this.ofTenants.keys() : tenants;
      for (const tenant of rung) for (const one of this.ofTenants.get(tenant) ?? []) one.ring();
    });
  }

  private tick(): void {
    // Browsers connect again, to another process.
    const { isClosing, limits } = this.needed.realtime;
    for (const one of isClosing ? [...this.watched.values()] : []) {
      one.send(comeBack(limits.retryMs));
      one.end();
    }
    if (Date.now() < this.beatAt) return;
    this.beatAt = Date.now() + beatMs;
    for (const one of this.watched.values()) one.send(':\n\n');
  }
}

const ofProcess = new WeakMap<Services, Viewers>();

/** The viewers of the server whose services these are. */
export function viewersOf(services: Services): Viewers {
  const viewers = ofProcess.get(services) ?? new Viewers(services);
  ofProcess.set(services, viewers);
  return viewers;
}
