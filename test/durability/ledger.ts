import { isDeepStrictEqual } from 'node:util';

/** The parts of an object that must never be lost. */
export interface State {
  version: number;
  is_deleted: boolean;
  properties: Record<string, unknown>;
}

export type Row = State & { id: string };

/**
 * The acknowledged writes, and those that were never answered. After a crash the first must be there,
 * the second may be there, whole. Work reported as not done must not be there.
 */
export class Ledger {
  /** Acknowledged writes, all told. */
  acknowledged = 0;
  /** Writes that the server said it has not done. */
  refused = 0;
  private readonly known = new Map<string, State>();
  /** The object as it is if the last, unanswered change was made. */
  private readonly doubts = new Map<string, State>();
  /** How many objects an unanswered create makes, by the tag that they carry. */
  private readonly unanswered = new Map<string, number>();

  get size(): number {
    return this.known.size;
  }

  get(id: string): State {
    return this.known.get(id) as State;
  }

  asksToCreate(tag: string, count: number): void {
    this.unanswered.set(tag, count);
  }

  created(tag: string, rows: Row[]): void {
    this.unanswered.delete(tag);
    for (const { id, ...state } of rows) this.known.set(id, state);
    this.acknowledged += 1;
  }

  /** A create that the server says it has not done. */
  notCreated(tag: string): void {
    this.unanswered.delete(tag);
    this.refused += 1;
  }

  /** A change that the server says it has not done. */
  notChanged(id: string): void {
    this.doubts.delete(id);
    this.refused += 1;
  }

  asksToChange(id: string, change: Partial<State>): void {
    const now = this.get(id);
    this.doubts.set(id, { ...now, ...change, version: now.version + 1 });
  }

  changed(id: string): void {
    this.known.set(id, this.doubts.get(id) as State);
    this.doubts.delete(id);
    this.acknowledged += 1;
  }

  /**
   * Holds what is there against what must be, and goes on from there.
   * @returns what is missing, changed, or half there
   */
  settle(rows: Row[]): string[] {
    const problems: string[] = [];
    const found = new Map(rows.map(({ id, ...state }) => [id, state]));
    for (const [id, known] of this.known) {
      const state = found.get(id);
      const doubt = this.doubts.get(id);
      if (!state || ![known, doubt].some((may) => isDeepStrictEqual(state, may))) {
        const [is, was, may] = [state, known, doubt].map((s) => JSON.stringify(s));
        problems.push(`${id} is ${is}, but ${was} was acknowledged, and ${may} asked for`);
      } else this.known.set(id, state);
    }
    const strangers = [...found].filter(([id]) => !this.known.has(id));
    for (const [tag, states] of Map.groupBy(strangers, ([, { properties }]) => properties.tag)) {
      const expected = this.unanswered.get(String(tag));
      if (states.length !== expected) {
        problems.push(`${states.length} objects are tagged ${tag}, which was to make ${expected}`);
      }
      for (const [id, state] of states) this.known.set(id, state);
    }
    this.doubts.clear();
    this.unanswered.clear();
    return problems;
  }
}
