import { createHash } from 'node:crypto';
import { toApiError } from '../../db/errors.ts';
import { Paced } from '../../ground/concurrency/paced.ts';
import type { Audience } from './audience.ts';

/** The data of a dashboard's widgets for a caller, and a place in the journal: everything before it is included. */
export interface BoardData {
  seq: string;
  /** {id, data} or {id, error} */
  widgets: { id: string }[];
}

/** Answers that callers of the same rights share: those of one look at a dashboard. */
export interface Look {
  ask(audience: Audience): Promise<BoardData>;
}

/** Begins to look at a dashboard of a tenant. */
export type BeginLook = (tenant: string, dashboard: string) => Promise<Look>;

/** A viewer of a dashboard. */
export interface Viewer {
  /** The current audience: a newer token replaces it. */
  readonly audience: Audience;
  readonly isClosed: boolean;
  send(message: object): void;
  lose(channels: readonly string[]): void;
}

/** The answer of a look is current for this long, if nothing has changed. */
const lookMs = 5_000;

/** The viewers of one dashboard: it is asked for all of them at the same time, callers one after the other. */
class Board {
  /** The hash of each widget as last sent to each viewer; null for nothing yet. */
  private readonly told = new Map<Viewer, Map<string, string> | null>();
  private readonly paced = new Paced(() => this.inTurn(() => this.lookAgain()));
  private readonly channel: string;
  private readonly begin: () => Promise<Look>;
  private look: { since: number; look: Look; seq?: string } | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(channel: string, begin: () => Promise<Look>) {
    this.channel = channel;
    this.begin = begin;
  }

  get isEmpty(): boolean {
    return this.told.size === 0;
  }

  /** Shows it all, as it was at the last look. */
  add(viewer: Viewer): void {
    this.told.set(viewer, null);
    void this.inTurn(() => this.tell(viewer.audience, [viewer]));
  }

  remove(viewer: Viewer): void {
    this.told.delete(viewer);
  }

  ring(): void {
    this.paced.ring();
  }

  end(): void {
    this.paced.end();
  }

  /** One after the other: no viewer gets an older state than it has. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.work = this.work.then(work);
    return this.work;
  }

  private async lookAgain(): Promise<void> {
    this.look = undefined;
    const viewers = Map.groupBy(this.told.keys(), ({ audience }) => audience);
    for (const [audience, those] of viewers) await this.tell(audience, those);
  }

  private async tell(audience: Audience, viewers: Viewer[]): Promise<void> {
    try {
      const { widgets, seq } = await this.ask(audience);
      for (const viewer of viewers) this.say(viewer, widgets, seq);
    } catch (thrown) {
      const { status } = toApiError(thrown);
      // A database that is away takes nothing away: it is asked again.
      if (status === 403 || status === 404)
        for (const viewer of viewers) viewer.lose([this.channel]);
      else this.paced.ring();
    }
  }

  /** @returns the widgets, with the place of the first answer of this look: they may already include later changes */
  private async ask(audience: Audience): Promise<BoardData> {
    if (!this.look || Date.now() - this.look.since > lookMs)
      this.look = { since: Date.now(), look: await this.begin() };
    const { look } = this;
    const { widgets, seq } = await look.look.ask(audience);
    look.seq ??= seq;
    return { widgets, seq: look.seq };
  }

  private say(viewer: Viewer, widgets: { id: string }[], seq: string): void {
    const before = this.told.get(viewer);
    if (before === undefined || viewer.isClosed) return;
    const told = before ?? new Map<string, string>();
    this.told.set(viewer, told);
    const ids = new Set(widgets.map(({ id }) => id));
    const removed = [...told.keys()].filter((id) => !ids.has(id));
    for (const id of removed) told.delete(id);
    const changed = widgets.filter((widget) => {
      const hash = createHash('sha1').update(JSON.stringify(widget)).digest('base64');
      const isOther = told.get(widget.id) !== hash;
      told.set(widget.id, hash);
      return isOther;
    });
    if (before && changed.length === 0 && removed.length === 0) return;
    const gone = removed.length > 0 ? { removed } : {};
    viewer.send({ type: 'dashboard', channel: this.channel, seq, widgets: changed, ...gone });
  }
}

/** All dashboards that are watched in this process. */
export class Boards {
  private readonly begin: BeginLook;
  /** By tenant, then by the id of the dashboard. */
  private readonly boards = new Map<string, Map<string, Board>>();

  constructor(begin: BeginLook) {
    this.begin = begin;
  }

  enter(tenant: string, channel: string, dashboard: string, viewer: Viewer): void {
    const ofTenant = this.boards.get(tenant) ?? new Map<string, Board>();
    this.boards.set(tenant, ofTenant);
    const board =
      ofTenant.get(dashboard) ?? new Board(channel, () => this.begin(tenant, dashboard));
    ofTenant.set(dashboard, board);
    board.add(viewer);
  }

  leave(tenant: string, dashboard: string, viewer: Viewer): void {
    const ofTenant = this.boards.get(tenant);
    const board = ofTenant?.get(dashboard);
    if (!ofTenant || !board) return;
    board.remove(viewer);
    if (!board.isEmpty) return;
    board.end();
    ofTenant.delete(dashboard);
    if (ofTenant.size === 0) this.boards.delete(tenant);
  }

  /** Something of a tenant has changed. */
  ring(tenant: string): void {
    for (const board of this.boards.get(tenant)?.values() ?? []) board.ring();
  }
}
