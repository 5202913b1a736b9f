import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../../plugins/index.ts';
import { comparedKind } from '../kinds.ts';
import { plain } from './marks.ts';
import type { Part } from './side.ts';

/** A change as worker.diff_add takes it. */
export interface Change {
  section: string;
  kind: string;
  type?: string | undefined;
  key: string;
  action: 'create' | 'update' | 'delete';
  before: Body | null;
  after: Body | null;
  target_id?: string | undefined;
  source_id?: string | undefined;
  basis?: string | undefined;
  wanted?: unknown;
  /** For a restore: by whom it was written. */
  origin?: object | undefined;
}

/** The changes of configuration: first all that is made or changed, in an order in which that can be done, then all that goes. */
export function changesOf(
  target: Part[],
  source: Part[],
  ignored: ReadonlySet<string>,
  isRestore: boolean,
): Change[] {
  const pairs = pair(target, source);
  const made = source.flatMap((wanted): Change[] => {
    const before = pairs.get(wanted);
    const after = before && isRestore ? withTodays(wanted, before) : wanted;
    const [was, is] = [before && shown(before, ignored), shown(after, ignored)];
    if (was && isDeepStrictEqual(was, is)) return [];
    return [change(before ? 'update' : 'create', before, after, was ?? null, is)];
  });
  const kept = new Set([...pairs.values()]);
  const goes = target.filter((part) => !kept.has(part));
  const names = new Set(goes.map(({ kind, key }) => `${kind}/${key}`));
  // Parts of something that goes, go with it.
  const gone = goes.filter(
    ({ kind, parent }) => !names.has(`${comparedKind(kind).within?.kind}/${parent}`),
  );
  const removed = gone
    .toReversed()
    .map((part) => change('delete', part, undefined, shown(part, ignored), null));
  return [...made, ...removed];
}

/** As it is to be, but for members that stay as they are. */
function withTodays(wanted: Part, { body }: Part): Part {
  const { todays = [] } = comparedKind(wanted.kind);
  const kept = todays.filter((name) => name in body).map((name) => [name, body[name]] as const);
  return { ...wanted, body: { ...wanted.body, ...Object.fromEntries(kept) } };
}

/** Of each part of the source the one of the target that it is: of the same name or, renamed since one was copied from the other, of the same id. */
function pair(target: Part[], source: Part[]): Map<Part, Part> {
  const pairs = new Map<Part, Part>();
  const taken = new Set<Part>();
  for (const by of ['key', 'id'] as const) {
    const nameOf = (part: Part) => `${part.kind}/${part[by]}`;
    const found = new Map(
      target.filter((part) => !taken.has(part)).map((part) => [nameOf(part), part]),
    );
    for (const part of source) {
      const other = pairs.has(part) ? undefined : found.get(nameOf(part));
      if (!other || taken.has(other)) continue;
      pairs.set(part, other);
      taken.add(other);
    }
  }
  return pairs;
}

const shown = ({ body }: Part, ignored: ReadonlySet<string>): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name)));

function change(
  action: Change['action'],
  target: Part | undefined,
  source: Part | undefined,
  before: Body | null,
  after: Body | null,
): Change {
  const part = (source ?? target) as Part;
  return {
    section: comparedKind(part.kind).section,
    kind: part.kind,
    type: part.type,
    key: part.key,
    action,
    before: named(before),
    after: named(after),
    target_id: target?.id,
    source_id: source?.id,
    basis: target && digestOf(target.body),
    wanted: source && { body: after, parent: source.parent },
  };
}

/** References as people read them: `functions/Score`. */
const named = (value: Body | null): Body | null => value && (plain(value) as Body);

/** Says whether a part is as it was. */
export const digestOf = (body: Body): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('base64url');

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
