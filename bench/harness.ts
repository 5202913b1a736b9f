/** The base of every row of the benchmark: turns of load against two servers, and the line that reports them. */

import type { Load } from './load.ts';
import { processorTime, runLoad, type Server } from './processes.ts';

export interface Settings {
  seconds: number;
  rounds: number;
  connections: number;
}

export type Ours = Partial<Load>;

/** The result of one turn of load: requests per second, and microseconds of processor time of each request. */
export interface Turn {
  perSecond: number;
  node: number;
  postgres: number;
}

export const median = (list: number[]) =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number;

/** Microseconds of processor time of one request. */
export const spent = ({ node, postgres }: Turn) =>
  `${Math.round(node)} + ${Math.round(postgres)} µs`;

/** The turn whose throughput is the median. */
const middle = (turns: Turn[]): Turn =>
  turns.find((turn) => turn.perSecond === median(turns.map((t) => t.perSecond))) as Turn;

export class Harness {
  readonly api: Server;
  readonly token: string;
  private readonly settings: Settings;

  constructor(api: Server, token: string, settings: Settings) {
    this.api = api;
    this.token = token;
    this.settings = settings;
  }

  /** The same server with another token. */
  with(token: string): Harness {
    return new Harness(this.api, token, this.settings);
  }

  /** The medians of two loads that take turns, so that both see the same machine. */
  async inTurns(ours: Partial<Load>, theirs: Partial<Load>): Promise<[number, number]> {
    const [a, b] = await this.compare(
      () => this.turn(ours),
      () => this.turn(theirs),
    );
    return [median(a), median(b)];
  }

  /** The same with processor time; `theirs` may be another server of the same database. */
  async weigh(ours: Ours, theirs: Ours, other: Server): Promise<[Turn, Turn]> {
    const [a, b] = await this.compare(
      () => this.weighed(ours, this.api),
      () => this.weighed(theirs, other),
    );
    return [middle(a), middle(b)];
  }

  private async compare<T>(ours: () => Promise<T>, theirs: () => Promise<T>): Promise<[T[], T[]]> {
    const results: [T[], T[]] = [[], []];
    // The first of each only warms.
    await ours();
    await theirs();
    for (let i = 0; i < this.settings.rounds; i++) {
      results[0].push(await ours());
      results[1].push(await theirs());
    }
    return results;
  }

  private async weighed(load: Ours, server: Server): Promise<Turn> {
    const before = await processorTime(server);
    const seconds = load.seconds ?? this.settings.seconds;
    const perSecond = await this.turn(load);
    const after = await processorTime(server);
    const each = (time: 'node' | 'postgres') =>
      ((after[time] - before[time]) * 1e6) / (perSecond * seconds);
    return { perSecond, node: each('node'), postgres: each('postgres') };
  }

  async turn(load: Ours): Promise<number> {
    const { perSecond, failed } = await runLoad({
      ...this.settings,
      ids: [''],
      tokens: [],
      ...load,
    } as Load);
    if (failed > 0) throw new Error(`${failed} requests failed: ${load.method} ${load.paths?.[0]}`);
    return perSecond;
  }

  async createType(name: string, user_access = 'private'): Promise<void> {
    await this.post('/v1/object-types', { name, user_access });
    for (const [property, data_type] of [
      ['email', 'email'],
      ['number', 'number'],
      ['city', 'string'],
    ]) {
      await this.post(`/v1/object-types/${name}/properties`, {
        name: property,
        data_type,
        is_indexed: true,
      });
    }
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.send('POST', path, JSON.stringify(body));
  }

  get<T>(path: string): Promise<T> {
    return this.send('GET', path);
  }

  remove(path: string): Promise<unknown> {
    return this.send('DELETE', path);
  }

  private async send<T>(method: string, path: string, body?: string): Promise<T> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const res = await fetch(this.api.url + path, { method, headers, ...(body ? { body } : {}) });
    if (!res.ok) throw new Error(`${path}: ${await res.text()}`);
    return ((await res.json()) as { data: T }).data;
  }

  report(what: string, value: number, goal: number, relation: '>=' | '<=', figures: string): void {
    const isMet = relation === '>=' ? value >= goal : value <= goal;
    console.log(
      `${isMet ? 'met   ' : 'MISSED'}  ${value.toFixed(2).padStart(6)}  (${relation} ${goal})  ${what}: ${figures}`,
    );
  }
}
