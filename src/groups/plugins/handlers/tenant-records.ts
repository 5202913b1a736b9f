import type { HandlerCall } from '../../../operations/handler.ts';
import { type Body, heldBy, type KindName, kindNames, kindOf } from '../kinds.ts';
import { type Prepared, prepare } from './prepare.ts';

/** A record as its list shows it. */
export type Shown = Body & { id: string };
/** A record, and where it belongs. */
export interface Found {
  kind: KindName;
  key: string;
  record: Shown;
  holder?: string;
}
/** One more than a manifest holds: what does not fit is refused, not cut. */
const most = 1001;

/** All records of some kinds, with the types that they are about. */
export async function recordsOf(
  call: HandlerCall<unknown>,
  kinds: ReadonlySet<KindName>,
): Promise<Found[]> {
  const first: KindName[] = ['object_types', ...kindNames.filter((kind) => kinds.has(kind))];
  // Reports say which jobs are theirs.
  if (kinds.has('jobs')) first.push('reports');
  const listed = [...new Set(first)].filter((kind) => !kindOf(kind).within);
  const lists = await answers<Shown[]>(
    call,
    await Promise.all(listed.map((kind) => list(call, kindOf(kind).path))),
  );
  const found = listed.flatMap((kind, index) =>
    (lists[index] ?? [])
      .filter((record) => record.is_system !== true)
      .map((record): Found => ({ kind, key: '', record })),
  );
  const inner = found.flatMap(({ kind, record }) =>
    kind === 'object_types'
      ? heldBy(kind)
          .filter((held) => kinds.has(held))
          .map((held) => ({ kind: held, holder: record.id }))
      : [],
  );
  const held = await answers<Shown[]>(
    call,
    await Promise.all(
      inner.map(({ kind, holder }) => list(call, kindOf(kind).path.replace(':parent', holder))),
    ),
  );
  const nested = inner.flatMap(({ kind, holder }, index) =>
    (held[index] ?? []).map((record): Found => ({ kind, key: '', record, holder })),
  );
  const widgets = found
    .filter(({ kind }) => kind === 'dashboards' && kinds.has('widgets'))
    .flatMap(({ record }) =>
      (record.widgets as Shown[]).map(
        (widget): Found => ({ kind: 'widgets', key: '', record: widget, holder: record.id }),
      ),
    );
  const all = await withCode(call, [...found, ...nested, ...widgets]);
  // As they were made: lists have their own orders.
  return all.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
}

const ageOf = ({ record }: Found): string => `${record.created_at} ${record.id}`;

/** Lists leave the code of functions out. */
async function withCode(call: HandlerCall<unknown>, found: Found[]): Promise<Found[]> {
  const functions = found.filter(({ kind }) => kind === 'functions');
  const gets = await Promise.all(
    functions.map(({ record }) => list(call, `${kindOf('functions').path}/${record.id}`)),
  );
  const whole = await answers<Shown>(call, gets);
  for (const [index, one] of functions.entries()) one.record = whole[index] as Shown;
  return found;
}

async function list(call: HandlerCall<unknown>, path: string): Promise<Prepared> {
  const step = await prepare(call, 'GET', path, undefined, 'include', '');
  return { ...step, args: { ...step.args, limit: most, offset: 0 } };
}

async function answers<T>(call: HandlerCall<unknown>, steps: Prepared[]): Promise<T[]> {
  if (steps.length === 0) return [];
  const { results } = await call.ask<{ results: Array<{ data: T }> }>('transaction_run', { steps });
  return results.map(({ data }) => data);
}
