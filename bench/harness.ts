/** What every row of the benchmark uses: turns of load against two servers, and the line that reports them. */

import type { Load } from './load.ts';
import { runLoad, type Server } from './processes.ts';

export interface Settings {
  seconds: number;
  rounds: number;
  connections: number;
}

export type Ours = Partial<Load>;

export const median = (list: number[]) =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number;

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
    const results: [number[], number[]] = [[], []];
    await this.turn({ ...ours, seconds: 1 });
    await this.turn({ ...theirs, seconds: 1 });
    for (let i = 0; i < this.settings.rounds; i++) {
      results[0].push(await this.turn(ours));
      results[1].push(await this.turn(theirs));
    }
    return [median(results[0]), median(results[1])];
  }

  async turn(load: Partial<Load>): Promise<number> {
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

  async post<T>(path: string, body: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const res = await fetch(this.api.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
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
