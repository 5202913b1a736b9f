import type { FieldNode } from 'graphql';
import { failure } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import { type AnyAnswer, openAnswer } from '../../operations/answer.ts';
import { functionOf, needsOf, type Route } from '../../operations/route.ts';
import type { Definition } from './definition.ts';
import { type Linking, type LinkPage, linkStep, type Step } from './steps.ts';

/** Characters that the database may answer one request with: parsing and writing them again takes time from all requests. */
const mostAnswered = 10_000_000;

/** A schema that is newer than the one a request was read with. */
export interface Moved {
  version: string;
  definition: Definition;
}

/** The answer of api.graphql_run. */
type Answered = Moved | { results: Array<{ data: unknown } | Failed> };

interface Failed {
  state: string;
  message: string;
  detail: string | null;
}

interface Wanted {
  step: Step;
  resolve(data: unknown): void;
  reject(error: unknown): void;
}

interface Group {
  linking: Linking;
  ids: Set<string>;
  pages: Promise<Record<string, LinkPage>>;
}

/** @returns the answer of api.graphql_run */
export type RunSteps = (args: { version?: string; steps: Step[] }) => Promise<AnyAnswer>;

/**
 * The reads of one request: what is asked for in the same moment, which is all fields of a level, is one call of the
 * database. The first one also says whether the schema is the present one.
 */
export class Reads {
  /** The schema that it should have been read with. */
  moved: Moved | undefined;
  /** Why the first call was refused, and so the request. */
  refused: unknown;
  private readonly run: RunSteps;
  private readonly version: string;
  private isKnown = false;
  private answered = 0;
  private waiting: Wanted[] = [];
  private groups = new Map<readonly FieldNode[], Group>();

  constructor(run: RunSteps, version: string) {
    this.run = run;
    this.version = version;
  }

  /** Takes the schema for the present one: of a subscription, which keeps the one that it began with. */
  trusting(): this {
    this.isKnown = true;
    return this;
  }

  /** Asks an operation that only reads, with the right that its route needs. @param args checked */
  ask<T>(route: Route, args: object): Promise<T> {
    return this.take({
      operation: functionOf(route),
      ...needsOf(route),
      args,
    }) as Promise<T>;
  }

  /**
   * Returns what an object is associated with; null when it cannot be seen any more. The objects of a level are asked
   * for together.
   * @param nodes of the field, which they have in common
   */
  async links(nodes: readonly FieldNode[], linking: Linking, id: string): Promise<LinkPage | null> {
    let group = this.groups.get(nodes);
    if (!group) {
      const ids = new Set<string>();
      const pages = this.take(() => linkStep(linking, [...ids])) as Group['pages'];
      group = { linking, ids, pages };
      this.groups.set(nodes, group);
    }
    group.ids.add(id);
    return (await group.pages)[id] ?? null;
  }

  /**
   * Makes sure that the caller may ask at all, and finds out whether the schema has `moved`.
   * @throws what keeps the request from being answered
   */
  async confirm(): Promise<void> {
    if (!this.isKnown && !this.moved && this.refused === undefined)
      await this.send([]).catch((error) => {
        if (!this.moved) throw error;
      });
    if (this.refused !== undefined && !this.moved) throw this.refused;
  }

  private take(step: Step | (() => Step)): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // When all that is ready to run has run: then every field of the level has asked.
      if (this.waiting.length === 0)
        Promise.resolve().then(() => process.nextTick(() => this.flush()));
      const wanted = { resolve, reject };
      this.waiting.push(
        typeof step === 'function'
          ? Object.defineProperty(wanted as Wanted, 'step', { get: step })
          : { ...wanted, step },
      );
    });
  }

  private flush(): void {
    const { waiting } = this;
    this.waiting = [];
    this.groups = new Map();
    this.send(waiting).catch((error) => {
      for (const { reject } of waiting) reject(error);
    });
  }

  private async send(waiting: Wanted[]): Promise<void> {
    const { isKnown } = this;
    const steps = waiting.map(({ step }) => step);
    let text: string;
    try {
      const given = await this.run(isKnown ? { steps } : { version: this.version, steps });
      text = openAnswer(given).data;
      this.isKnown = true;
    } catch (error) {
      if (!isKnown) this.refused = error;
      throw error;
    }
    this.answered += text.length;
    if (this.answered > mostAnswered)
      throw new ApiError('VALIDATION_ERROR', 'The answer is too large: ask for fewer objects.');
    const answer: Answered = JSON.parse(text);
    if ('definition' in answer) {
      this.moved = answer;
      throw new Error('The schema has changed.');
    }
    waiting.forEach(({ resolve, reject }, n) => {
      const result = answer.results[n] as { data: unknown } | Failed;
      if ('data' in result) resolve(result.data);
      else reject(failure(result.state, result.message, result.detail));
    });
  }
}
