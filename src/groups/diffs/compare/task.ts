import { ask, askAgain } from '../../../db/ask.ts';
import { toApiError } from '../../../db/errors.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { Task, TaskDeps, TaskRun } from '../../../tools/lanes/tasks.ts';
import { comparedKinds } from '../kinds.ts';
import { beforeObjects, recordKinds } from '../records.ts';
import type { Add } from './add.ts';
import { compareAssociations, typeNames } from './associations.ts';
import { looker } from './look.ts';
import { type Only, onlyOf, withNames } from './only.ts';
import { addOrigins } from './origins.ts';
import { type Change, changesOf } from './parts.ts';
import { compareRecords } from './records.ts';
import { compareObjects, type PairedType } from './rows.ts';
import { type Part, partsOf } from './side.ts';

/** The row of a comparison that has begun. */
interface Begun {
  round: number;
  with_tenant: string;
  with_backup: string | null;
  sections: string[];
  types: string[] | null;
  match: Record<string, string>;
  ignored: string[];
  part: Only | null;
}

class Over extends Error {}

/** A comparison that has failed so often is given up. */
const mostAttempts = 5;
const addTogether = 500;

/** Compares two tenants: what one has to become to equal the other. Begins from nothing each time. */
export const compareTask =
  (deps: TaskDeps): Task =>
  async (run) => {
    await compareTenants(deps, run);
  };

/** @returns why it has failed, if it has */
export async function compareTenants(deps: TaskDeps, run: TaskRun): Promise<ApiError | undefined> {
  const begun = await next<Begun>(run, {});
  if (!begun) return undefined;
  try {
    while (
      (await ask<number>(run.query, 'select worker.diff_clear($1, $2) as answer', [
        run.tenant_id,
        run.subject,
      ])) > 0
    )
      run.signal.throwIfAborted();
    await compare(deps, run, begun);
    // A tenant whose rows are being removed looks like one that has few, and all others of this one would have to go.
    if (!(await isThere(run, begun)))
      throw new ApiError(
        'INVALID_STATE',
        'The other tenant was removed while they were compared. Compare again.',
      );
  } catch (error) {
    if (error instanceof Over) return undefined;
    const known = toApiError(error);
    if (run.signal.aborted || (known.status >= 500 && run.attempts < mostAttempts)) throw error;
    const { round } = begun;
    await next(run, { round, status: 'failed', error: known.message });
    return known;
  }
  await next(run, { round: begun.round, status: 'completed', error: null });
  return undefined;
}

const next = async <T = unknown>(run: TaskRun, changes: object): Promise<T | null> =>
  ask<T | null>(run.query, 'select worker.diff_next($1, $2, $3) as answer', [
    run.tenant_id,
    run.subject,
    JSON.stringify(changes),
  ]);

/** Tells whether the other tenant is still there. A staging of a backup is removed when it is not looked at for ten minutes. */
async function isThere(
  { query }: TaskRun,
  { with_tenant, with_backup }: Pick<Begun, 'with_tenant' | 'with_backup'>,
): Promise<boolean> {
  const says = (name: string) =>
    ask<boolean>(query, `select worker.${name}($1) as answer`, [with_tenant]);
  return with_backup === null ? !(await says('tenant_is_deleted')) : says('staging_touch');
}

async function compare(deps: TaskDeps, run: TaskRun, begun: Begun): Promise<void> {
  const { with_tenant: source, sections, types, match, ignored } = begun;
  const add = adder(run, begun);
  const only = onlyOf(begun.part);
  const kinds = new Set(
    comparedKinds
      .filter(({ section, kind }) => sections.includes(section) && only.hasKind(kind))
      .map(({ kind }) => kind),
  );
  const read = new Set([...kinds, 'object_types']);
  const sides: Part[][] = [];
  for (const tenant of [run.tenant_id, source]) {
    const look = looker({ ...deps, pool: run.pool }, tenant);
    sides.push(await partsOf(look, deps.findRoute, read));
  }
  requireTypes(sides.flat(), types ?? [], 'types');
  requireTypes(sides.flat(), Object.keys(match), 'match');
  const [target = [], other = []] = sides.map((parts) => parts.filter(isOfTypes(types)));
  const compared = (parts: Part[]) => parts.filter(({ kind }) => kinds.has(kind));
  const changes = changesOf(
    compared(target),
    compared(other),
    new Set(ignored),
    only.isRestore,
  ).filter(only.has);
  if (begun.part) await addOrigins(run, source, changes);
  const goes = ({ action }: Change) => action === 'delete';
  await addAll(
    add,
    changes.filter((one) => !goes(one)),
    target.length + other.length,
  );
  if (sections.includes('rows')) {
    // The objects of a type that goes, go with it.
    const pairs = pairedTypes(target, other);
    const ofRows = onlyOf(begun.part && withNames(begun.part, pairs));
    const rows = { run, target: run.tenant_id, source, ignored, add, only: ofRows };
    const types = pairs.filter(({ source }) => source !== '' || !sections.includes('schema'));
    const removals: Array<() => Promise<void>> = [];
    const records = async (isBefore: boolean) => {
      for (const kind of recordKinds)
        if (beforeObjects.includes(kind) === isBefore && ofRows.hasRecordsOf(kind) && !add.isFull)
          removals.unshift(await compareRecords(rows, kind));
    };
    await records(true);
    for (const type of types)
      if (!add.isFull && ofRows.hasObjectsOf(type.name))
        await compareObjects(rows, type, match[type.name] ?? null);
    if (!add.isFull) ofRows.requireSeen();
    // Where objects are not matched by their ids, the ends of associations tell nothing.
    const byId = types.filter(({ name }) => !Object.hasOwn(match, name));
    const linked = begun.part?.noObjects ? [] : byId;
    const names = typeNames(linked);
    for (const type of linked) if (!add.isFull) await compareAssociations(rows, type, names);
    await records(false);
    for (const remove of removals) await remove();
  }
  await addAll(add, changes.filter(goes), 0);
}

async function addAll(add: Add, changes: Change[], looked: number): Promise<void> {
  for (let at = 0; at === 0 || at < changes.length; at += addTogether)
    if (!add.isFull) await add(changes.slice(at, at + addTogether), at === 0 ? looked : 0);
}

/** A name with a typing error would compare nothing, and find no differences. @throws 400 */
function requireTypes(parts: Part[], names: string[], param: string): void {
  const known = new Set(parts.filter(({ kind }) => kind === 'object_types').map(({ key }) => key));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw ApiError.invalid(param, 'unknown', `neither tenant has an object type ${unknown}`);
}

/** Only what belongs to some types, where types are named. */
const isOfTypes =
  (types: string[] | null) =>
  ({ type }: Part): boolean =>
    types === null || type === undefined || types.includes(type);

/**
 * The types of both, by the name that they are to have: a renamed one is known by its id. Of one that only one side has, the id
 * of the other is empty: it has no objects there.
 */
function pairedTypes(target: Part[], source: Part[]): PairedType[] {
  const isType = ({ kind }: Part) => kind === 'object_types';
  const [ours, theirs] = [target.filter(isType), source.filter(isType)];
  const names = new Set(theirs.map(({ key }) => key));
  const byName = new Map(ours.map(({ key, id }) => [key, id]));
  const byId = new Set(ours.filter(({ key }) => !names.has(key)).map(({ id }) => id));
  const pairs = theirs.map(({ key, id }) => ({
    name: key,
    target: byName.get(key) ?? (byId.has(id) ? id : ''),
    source: id,
  }));
  const paired = new Set(pairs.map((one) => one.target));
  const alone = ours.filter(({ id }) => !paired.has(id));
  return [...pairs, ...alone.map(({ key, id }) => ({ name: key, target: id, source: '' }))];
}

function adder(run: TaskRun, begun: Begun): Add {
  const add = async (changes: Array<Change | string>, looked: number) => {
    run.signal.throwIfAborted();
    const texts = changes.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const added = await askAgain<{ truncated: boolean } | null>(
      run.query,
      'select worker.diff_add($1, $2, $3, $4, $5) as answer',
      [run.tenant_id, run.subject, begun.round, looked, `[${texts.join(',')}]`],
    );
    if (!added) throw new Over();
    if (begun.with_backup !== null) await isThere(run, begun);
    self.isFull = added.truncated;
  };
  const self: Add = Object.assign(add, { isFull: false });
  return self;
}
