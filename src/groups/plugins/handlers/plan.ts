import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type Body, type KindName, kindOf } from '../kinds.ts';
import { fill, idAmong } from '../markers.ts';
import { early, late, nameOf, type Part } from '../parts.ts';
import type { Settings } from '../settings.ts';
import { type Prepared, prepare, unset } from './prepare.ts';

/** A manifest with its settings. */
export interface Wanted {
  parts: Part[];
  settings: Settings;
  /** Whether what can be switched off is on. */
  isOn: boolean;
}

/** Ids of parts that are there, by their names. */
export type Known = ReadonlyMap<string, string>;

/** One part as the database names it. */
type Named = Pick<Part, 'kind' | 'key'>;

interface Change extends Named {
  action: 'create' | 'update' | 'delete';
  fields?: string[];
}

/** The changes that app.plugin_carry_out makes. */
export interface Plan {
  steps: Array<Prepared & { place: string; part?: Named }>;
  drops: Array<Prepared & { part: Named }>;
  along: { counts: Record<string, number>; parts: Array<{ part: Named }> };
  changes: Change[];
}

/**
 * The way from what a plugin has made to what it is to be: parts that are new are made, those that differ are changed in
 * what differs, those that are no longer wanted are removed. Manual changes to them are kept.
 * @param before what its manifest wanted until now
 * @throws ApiError 400 that names the place in the manifest
 */
export async function plan(
  call: HandlerCall<unknown>,
  known: Known,
  before: Wanted | undefined,
  after: Wanted,
): Promise<Plan> {
  const made = new Planner(call, known, before, after);
  for (const part of after.parts) await made.keep(part);
  for (const part of after.parts) await made.complete(part);
  await removals(call, made.result, known, before?.parts ?? [], after.parts);
  return made.result;
}

/** The way from what a plugin has made to nothing. @param parts those that are to go */
export async function planRemoval(
  call: HandlerCall<unknown>,
  known: Known,
  parts: Part[],
): Promise<Plan> {
  const result = empty();
  await removals(call, result, known, parts, []);
  return result;
}

const empty = (): Plan => ({
  steps: [],
  drops: [],
  along: { counts: {}, parts: [] },
  changes: [],
});

class Planner {
  readonly result = empty();
  private readonly old: Map<string, Part>;
  /** Ids, or what stands for the id of a step of this plan. */
  private readonly ids: Map<string, string>;
  private readonly nonce = randomBytes(6).toString('hex');

  private readonly call: HandlerCall<unknown>;
  private readonly known: Known;
  private readonly before: Wanted | undefined;
  private readonly after: Wanted;

  constructor(call: HandlerCall<unknown>, known: Known, before: Wanted | undefined, after: Wanted) {
    this.call = call;
    this.known = known;
    this.before = before;
    this.after = after;
    this.ids = new Map(known);
    this.old = new Map((before?.parts ?? []).map((part) => [nameOf(part), part]));
  }

  /** Makes a part, or changes it to what it is to be. */
  async keep(part: Part): Promise<void> {
    const id = this.ids.get(nameOf(part));
    const old = this.old.get(nameOf(part));
    const wanted = this.filled(part, this.after, idAmong(this.ids, part));
    if (id === undefined) return this.create(part, wanted);
    await this.change(
      part,
      wanted,
      old && this.before ? this.filled(old, this.before, this.idOfOld) : {},
    );
  }

  /** Sets what may name parts that come after it: all of them are there. */
  async complete(part: Part): Promise<void> {
    if (!kindOf(part.kind).later) return;
    const old = this.known.has(nameOf(part)) ? this.old.get(nameOf(part)) : undefined;
    const wanted = this.filling(part, late(part), this.after, idAmong(this.ids, part));
    const before =
      old && this.before ? this.filling(old, late(old), this.before, this.idOfOld) : {};
    const changed = differing(before, wanted);
    if (changed.length === 0) return;
    await this.patch(part, wanted, changed);
    const { kind, key } = part;
    const said = this.result.changes.find((one) => one.kind === kind && one.key === key);
    if (!said) this.result.changes.push({ action: 'update', kind, key, fields: changed });
    else if (said.fields) said.fields.push(...changed);
  }

  /** A part that it referred to may be gone, and have been made again under another id. */
  private readonly idOfOld = (name: string): string => this.known.get(name) ?? '';

  private async create(part: Part, body: Body): Promise<void> {
    const { path, afterwards, switch: own } = kindOf(part.kind);
    const at = this.steps.length;
    const stand = `ref-${this.nonce}-${at}`;
    // A workflow begins as a draft; publishing it switches it on.
    const sent = afterwards && own ? without(body, [own.member]) : body;
    await this.step('POST', path, part, sent, part);
    this.ids.set(nameOf(part), stand);
    if (afterwards && !afterwards.unless(body))
      await this.step('POST', `${path}/:id${afterwards.path}`, part, {});
    if (afterwards && own && part.body[own.member] === own.off)
      await this.step('PATCH', `${path}/:id`, part, { [own.member]: own.off });
    this.result.changes.push({ action: 'create', kind: part.kind, key: part.key });
  }

  private async change(part: Part, body: Body, old: Body): Promise<void> {
    const { path, apart = [], afterwards, switch: own } = kindOf(part.kind);
    const changed = differing(old, body);
    if (changed.length === 0) return;
    const publishes = afterwards !== undefined && !afterwards.unless(body);
    const skipped = [...apart, ...(publishes && own ? [own.member] : [])];
    const fields = changed.filter((name) => !skipped.includes(name));
    if (fields.length > 0) await this.patch(part, body, fields);
    for (const name of apart.filter((one) => changed.includes(one)))
      await this.step('PUT', `${path}/:id/${name}`, part, { [name]: body[name] ?? [] });
    if (publishes) await this.step('POST', `${path}/:id${afterwards.path}`, part, {});
    this.result.changes.push({ action: 'update', kind: part.kind, key: part.key, fields: changed });
  }

  private async patch(part: Part, body: Body, fields: string[]): Promise<void> {
    const path = `${kindOf(part.kind).path}/:id`;
    const at = this.at(path, part);
    const sent = fields.map((name) => [
      name,
      name in body ? body[name] : unset(this.call, at, name, part.place),
    ]);
    await this.step('PATCH', path, part, Object.fromEntries(sent));
  }

  private get steps() {
    return this.result.steps;
  }

  private async step(
    method: 'POST' | 'PATCH' | 'PUT',
    path: string,
    part: Part,
    body: Body,
    makes?: Part,
  ): Promise<void> {
    const place = this.at(path, part);
    const prepared = await prepare(this.call, method, place, body, part.place, this.nonce);
    const made = makes && { kind: makes.kind, key: makes.key };
    this.steps.push({ ...prepared, place: part.place, ...(made ? { part: made } : {}) });
  }

  /** A path with the ids that are in it. */
  private at(path: string, part: Part): string {
    return pathOf(path, this.ids.get(nameOf(part)), this.parentOf(part));
  }

  private parentOf(part: Part): string {
    const { within } = kindOf(part.kind);
    if (!within) return '';
    const id = this.ids.get(nameOf({ kind: within.kind, key: part.parent ?? '' }));
    if (id === undefined && within.kind !== 'object_types')
      throw ApiError.invalid(
        `${part.place}.${within.by}`,
        'unknown_reference',
        `names no part of this manifest: ${part.parent}`,
      );
    return id ?? part.parent ?? '';
  }

  /** The body that makes a part, with its settings and references filled in, and switched as the plugin is. */
  private filled(part: Part, wanted: Wanted, idOf: (name: string) => string): Body {
    const { switch: own, runsBy } = kindOf(part.kind);
    const body = this.filling(part, early(part), wanted, idOf);
    const { isOn } = wanted;
    if (runsBy && body[runsBy] && !isOn)
      body[runsBy] = { ...(body[runsBy] as Body), enabled: false };
    if (!own) return body;
    const on = body[own.member] ?? own.fallback;
    return { ...body, [own.member]: isOn || !isActive(on) ? on : own.off };
  }

  /** Some members of a part, with its settings and references filled in. */
  private filling(
    part: Part,
    body: Body,
    { settings }: Wanted,
    idOf: (name: string) => string,
  ): Body {
    const isSecret = (name: string) => Object.hasOwn(settings.secrets, name);
    return fill({ ...part, body }, settings.values, isSecret, idOf);
  }
}

/** Whether a value of a switch lets anything run: a draft does not, and stays one. */
const isActive = (value: unknown): boolean => value === true || value === 'active';

const without = (body: Body, names: string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const differing = (old: Body, next: Body): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => !isDeepStrictEqual(old[name], next[name]),
  );

const pathOf = (path: string, id = '', parent = ''): string =>
  path.replace(':parent', encodeURIComponent(parent)).replace(':id', encodeURIComponent(id));

/** Plans the removals: one part at a time, the last first; parts inside a removed part go with it. */
async function removals(
  call: HandlerCall<unknown>,
  result: Plan,
  known: Known,
  before: Part[],
  after: Part[],
): Promise<void> {
  const stays = new Set(after.map(nameOf));
  const going = before.filter((part) => !stays.has(nameOf(part)));
  const gone = new Set(going.map(nameOf));
  for (const part of going.toReversed()) {
    const { kind, key } = part;
    const { noun, path, within } = kindOf(kind);
    const named = { part: { kind, key } };
    const id = known.get(nameOf(part));
    const holder = within && nameOf({ kind: within.kind as KindName, key: part.parent ?? '' });
    if (id === undefined || (holder && gone.has(holder) && known.has(holder))) {
      if (id !== undefined) result.along.counts[noun] = (result.along.counts[noun] ?? 0) + 1;
      result.along.parts.push(named);
    } else {
      const parent = (holder && known.get(holder)) ?? part.parent;
      const place = pathOf(`${path}/:id`, id, parent);
      const prepared = await prepare(call, 'DELETE', place, undefined, part.place, '');
      result.drops.push({ ...prepared, ...named });
    }
    if (id !== undefined) result.changes.push({ action: 'delete', kind, key });
  }
}
