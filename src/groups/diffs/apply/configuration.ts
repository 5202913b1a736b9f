import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { askAgain } from '../../../db/ask.ts';
import { actingAs } from '../../../operations/acting.ts';
import type { Method } from '../../../operations/route.ts';
import { type ActingDoor, actingDoor } from '../../../operations/run.ts';
import type { Step } from '../../../operations/transaction.ts';
import { looker } from '../compare/look.ts';
import { isMark, meaningOf, secretMark } from '../compare/marks.ts';
import { digestOf } from '../compare/parts.ts';
import { type Part, partsOf } from '../compare/side.ts';
import { type ComparedKind, comparedKind, comparedKinds } from '../kinds.ts';
import { madeBy, prepare } from '../prepare.ts';
import type { Applying, Outcome, Taken } from './applying.ts';
import { conflictOf } from './conflict.ts';

type Body = Record<string, unknown>;
type Settle = (changes: Taken[], outcomes: Outcome[]) => Promise<void>;

const missing = { reason: 'missing_parent' };

/** A reference to what is not there. */
class Missing extends Error {}

/** Applies changes to schema and configuration, by the operations that requests use, as the operator. */
export class Configuration {
  private readonly applying: Applying;
  private readonly door: ActingDoor;
  private readonly principal: object;
  /** All parts of the tenant, by kind and key. */
  private readonly parts: Map<string, Part>;
  /** Members that may name what comes later, and what referred to something that was not there yet. */
  private later: Array<{ change: Taken; body: Body }> = [];
  private waiting: Taken[] = [];
  /** Of the change under way: they are done in one transaction. */
  private steps: Step[] = [];
  /** Left out of it, because they are known to nothing but the other tenant. */
  private secrets = 0;
  /** Those who wrote what is restored: it can do no more than they may. */
  private authors: object[] | undefined;

  static async of(applying: Applying): Promise<Configuration> {
    const { deps, run } = applying;
    const look = looker({ ...deps, pool: run.pool }, run.tenant_id);
    const kinds = new Set(comparedKinds.map(({ kind }) => kind));
    return new Configuration(applying, await partsOf(look, deps.findRoute, kinds));
  }

  private constructor(applying: Applying, parts: Part[]) {
    const { deps, run, meta } = applying;
    this.applying = applying;
    this.parts = new Map(parts.map((part) => [nameOf(part), part]));
    this.principal = { type: 'platform', id: 'platform', scopes: ['*'], meta };
    this.door = actingDoor(
      { services: deps.services, caller: { tenant: run.tenant_id } },
      actingAs(run.pool, run.tenant_id, this.principal),
    );
  }

  async take(changes: Taken[], settle: Settle): Promise<void> {
    for (const change of changes) {
      this.applying.run.signal.throwIfAborted();
      const outcome = await this.one(change, () => this.waiting.push(change));
      if (outcome) await settle([change], [outcome]);
    }
  }

  /** Does what had to wait for the rest. */
  async complete(settle: Settle): Promise<void> {
    const [waiting, later] = [this.waiting, this.later];
    this.waiting = [];
    for (const change of waiting) {
      const outcome = await this.one(change, () => {});
      await settle([change], [outcome ?? { n: change.n, ...missing }]);
    }
    this.later = [];
    for (const { change, body } of [...later, ...this.later]) {
      try {
        await this.completeOne(change, body);
      } catch (error) {
        const conflict = error instanceof Missing ? missing : conflictOf(error);
        await settle([change], [{ n: change.n, ...conflict }]);
      }
    }
    this.later = [];
  }

  private async completeOne({ kind, key, origin }: Taken, body: Body): Promise<void> {
    const part = this.parts.get(`${kind}/${key}`);
    if (!part) throw new Missing();
    this.steps = [];
    this.authors = origin?.authors;
    await this.set(comparedKind(kind), part, body);
    await this.commit();
  }

  private async one(change: Taken, wait: () => void): Promise<Outcome | undefined> {
    this.steps = [];
    this.secrets = 0;
    this.authors = change.origin?.authors;
    try {
      const did = await this.apply(change);
      const { secrets } = this;
      return { n: change.n, ...did, ...(secrets > 0 ? { secrets } : {}) };
    } catch (error) {
      if (error instanceof Missing) return void wait();
      return { n: change.n, ...conflictOf(error) };
    }
  }

  private async apply(
    change: Taken,
  ): Promise<
    Omit<Outcome, 'n'> &
      ({ did: 'create' | 'update' | 'delete' | 'unchanged' } | { reason: string })
  > {
    const kind = comparedKind(change.kind);
    const there = this.find(change);
    if (change.action === 'delete') {
      if (!there) return { did: this.hasDone(change) ?? 'unchanged' };
      if (this.isStale(there, change)) return { reason: 'stale' };
      return this.remove(kind, change, there);
    }
    const body = change.wanted?.body ?? {};
    if (!there) {
      if (change.action === 'update' && this.applying.onConflict !== 'overwrite')
        return { reason: 'stale' };
      return this.create(kind, change, body);
    }
    const fields = this.differing(there.body, body);
    if (fields.length === 0) return { did: this.hasDone(change) ?? 'unchanged' };
    if (
      change.action === 'create' &&
      !this.hasDone(change) &&
      this.applying.onConflict !== 'overwrite'
    )
      return { reason: 'stale' };
    if (this.isStale(there, change)) return { reason: 'stale' };
    return this.update(kind, change, there, body, fields);
  }

  /** By its id, because it may get another name; else by its name. */
  private find({ kind, key, target_id }: Taken): Part | undefined {
    if (target_id !== null)
      for (const part of this.parts.values())
        if (part.kind === kind && part.id === target_id) return part;
    return this.parts.get(`${kind}/${key}`);
  }

  /** The result of an earlier attempt. */
  private hasDone({ outcome }: Taken): 'create' | 'update' | 'delete' | undefined {
    return outcome?.by === this.applying.meta.restore_id ? outcome.did : undefined;
  }

  private isStale(part: Part, change: Taken): boolean {
    const { basis } = change;
    const { onConflict } = this.applying;
    if (this.hasDone(change)) return false;
    return onConflict !== 'overwrite' && basis !== null && digestOf(part.body) !== basis;
  }

  private differing(was: Body, is: Body): string[] {
    const names = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...names].filter(
      (name) => !this.applying.ignored.has(name) && !isDeepStrictEqual(was[name], is[name]),
    );
  }

  private async create(kind: ComparedKind, change: Taken, body: Body) {
    const { afterwards, switch: own } = kind;
    const parent = change.wanted?.parent;
    const holder = kind.within && this.parts.get(`${kind.within.kind}/${parent}`);
    if (kind.within && !holder && !this.applying.isDry) throw new Missing();
    const part: Part = {
      kind: kind.kind,
      key: change.key,
      id: '',
      body,
      ...(parent === undefined ? {} : { parent }),
      ...(holder ? { holder: holder.id } : {}),
    };
    if (!this.applying.isDry) {
      const at = kind.path.replace(':parent', encodeURIComponent(holder?.id ?? ''));
      const takes = this.taken('POST', at);
      const skipped = new Set([...(kind.later ?? []), ...(afterwards && own ? [own.member] : [])]);
      const [first, rest]: [Body, Body] = [{}, {}];
      for (const [name, value] of Object.entries(body)) {
        if (skipped.has(name)) continue;
        (takes.has(name) ? first : rest)[name] = this.filled(value, undefined);
      }
      part.id = madeBy(await this.send('POST', at, first));
      if (Object.keys(rest).length > 0) await this.set(kind, part, rest);
      if (afterwards && !afterwards.unless(body))
        await this.send('POST', `${this.at(kind, part)}${afterwards.path}`, {});
      if (afterwards && own && body[own.member] === own.off)
        await this.set(kind, part, { [own.member]: own.off });
      part.id = (await this.commit({ n: change.n, did: 'create' }, change.source_id)) ?? '';
      const late = Object.entries(body).filter(([name]) => kind.later?.includes(name));
      if (late.length > 0) this.later.push({ change, body: Object.fromEntries(late) });
    }
    this.parts.set(nameOf(part), part);
    return { did: 'create' as const };
  }

  private async update(
    kind: ComparedKind,
    change: Taken,
    part: Part,
    body: Body,
    fields: string[],
  ) {
    const { afterwards, later = [], switch: own } = kind;
    if (!this.applying.isDry) {
      const publishes = afterwards && !afterwards.unless(body);
      const now = fields.filter(
        (name) => !later.includes(name) && !(publishes && own?.member === name),
      );
      const of = (names: string[]) => Object.fromEntries(names.map((name) => [name, body[name]]));
      if (now.length > 0) await this.set(kind, part, of(now));
      if (publishes) await this.send('POST', `${this.at(kind, part)}${afterwards.path}`, {});
      const late = fields.filter((name) => later.includes(name));
      const did = this.hasDone(change) ?? 'update';
      await this.commit({ n: change.n, did: did === 'delete' ? 'update' : did });
      if (late.length > 0) this.later.push({ change, body: of(late) });
      this.parts.delete(nameOf(part));
      this.parts.set(`${kind.kind}/${change.key}`, { ...part, key: change.key, body });
    }
    return { did: this.hasDone(change) ?? ('update' as const) };
  }

  private async remove(kind: ComparedKind, change: Taken, part: Part) {
    if (!this.applying.isDry) {
      await this.send('DELETE', this.at(kind, part));
      await this.commit({ n: change.n, did: 'delete' });
      this.parts.delete(nameOf(part));
    }
    return { did: 'delete' as const };
  }

  /** Does what the change under way consists of, all or nothing. A record that it makes gets the id that it has in the other tenant, where that is free. @returns the id of what it has made */
  private async commit(outcome?: Outcome, sourceId: string | null = null): Promise<string | null> {
    const { steps } = this;
    this.steps = [];
    const { run, meta } = this.applying;
    const { secrets } = this;
    const noted = outcome
      ? { ...outcome, ...(secrets > 0 ? { secrets } : {}), by: meta.restore_id }
      : null;
    if (steps.length === 0) return null;
    return askAgain<string | null>(
      run.pool,
      'select worker.diff_steps($1, $2, $3, $4, $5, $6) as answer',
      [
        run.tenant_id,
        run.subject,
        { ...this.principal, ...(this.authors && { written_by: this.authors }) },
        JSON.stringify(steps),
        noted && JSON.stringify(noted),
        sourceId,
      ],
    );
  }

  /** Sets members of what is there; those of which PATCH knows nothing by a PUT of their own. */
  private async set(kind: ComparedKind, part: Part, wanted: Body): Promise<void> {
    const path = this.at(kind, part);
    const changes: Body = {};
    for (const [name, value] of Object.entries(wanted)) {
      const there = part.body[name];
      const isMerged = kind.isSingle || kind.merged?.includes(name);
      const filled = this.filled(isMerged ? withNulls(value, there) : value, there);
      if (kind.apart?.includes(name))
        await this.send('PUT', `${path}/${name}`, { [name]: filled ?? [] });
      else changes[name] = filled ?? this.unset(kind, path, name);
    }
    if (Object.keys(changes).length > 0) await this.send(kind.changedBy ?? 'PATCH', path, changes);
  }

  private at(kind: ComparedKind, part: Part): string {
    if (kind.isSingle) return kind.path;
    const path = kind.path.replace(':parent', encodeURIComponent(part.holder ?? ''));
    return `${path}/${encodeURIComponent(part.id)}`;
  }

  /** The value that takes a member back: null, or an empty list. */
  private unset(kind: ComparedKind, path: string, name: string): null | [] {
    const { route } = this.applying.deps.findRoute(kind.changedBy ?? 'PATCH', path);
    const shape = route.body?.shape[name] as z.ZodType | undefined;
    return shape?.safeParse(null).success || !shape?.safeParse([]).success ? null : [];
  }

  private taken(method: Method, path: string): Set<string> {
    const { route } = this.applying.deps.findRoute(method, path);
    return new Set(Object.keys(route.body?.shape ?? {}));
  }

  /** @returns its place among the steps of the change */
  private async send(method: Method, path: string, body?: Body): Promise<number> {
    const { findRoute } = this.applying.deps;
    return this.steps.push(await prepare(this.door, findRoute, method, path, body)) - 1;
  }

  /** A value with ids in the place of references. A secret stays where there is one, and is left out where there is none. */
  private filled(value: unknown, there: unknown): unknown {
    if (value === secretMark) {
      if (there === secretMark) return '••••';
      this.secrets++;
      return undefined;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return value.map((one, at) => this.filled(one, (there as unknown[] | undefined)?.[at]));
    const mark = meaningOf(value);
    if (mark && 'ref' in mark) {
      const found = this.parts.get(mark.ref);
      if (!found) throw new Missing();
      return found.id;
    }
    if (mark && 'text' in mark) return mark.text;
    const entries = mark ? [mark.map] : Object.entries(value);
    return Object.fromEntries(
      entries
        .map(
          ([name, one]) => [name, this.filled(one, (there as Body | undefined)?.[name])] as const,
        )
        .filter(([, one]) => one !== undefined),
    );
  }
}

const nameOf = ({ kind, key }: { kind: string; key: string }): string => `${kind}/${key}`;

/** A value that is merged into another one by name: null stands for what goes. */
function withNulls(value: unknown, there: unknown): unknown {
  if (!isMap(value) || !isMap(there) || isMark(value) || isMark(there)) return value;
  const names = [...new Set([...Object.keys(value), ...Object.keys(there)])];
  return Object.fromEntries(
    names.map((name) => [name, name in value ? withNulls(value[name], there[name]) : null]),
  );
}

const isMap = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
