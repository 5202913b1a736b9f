import { type Filter, holds } from '../filters/naive.ts';

/** The caller, as in `auth_context`. */
export interface Caller {
  user_id: string;
  role: string;
  roles: string[];
  email: string;
  metadata: Record<string, unknown>;
}

export interface Row {
  id: string;
  created_by: string | null;
  version: number;
  properties: Record<string, unknown>;
}

export interface NaivePolicy {
  effect: 'allow' | 'deny';
  role: string | null;
  enabled: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a tree of filters
  condition_json: any;
}

/**
 * The promise of docs/data/policies.md, row by row. `linked` says which rows have an association `team` to an open
 * team.
 */
export function mayDo(
  policies: NaivePolicy[],
  caller: Caller,
  row: Row,
  linked: ReadonlySet<string>,
  isPrivate = false,
): boolean {
  const enabled = policies.filter((each) => each.enabled);
  const matches = (policy: NaivePolicy) =>
    (policy.role === null || caller.roles.includes(policy.role)) &&
    test(policy.condition_json, caller, row, linked);
  const allows = enabled.filter((each) => each.effect === 'allow');
  if ((isPrivate || allows.length > 0) && !allows.some(matches)) return false;
  return !enabled.some((each) => each.effect === 'deny' && matches(each));
}

// biome-ignore lint/suspicious/noExplicitAny: a tree of filters
function test(node: any, caller: Caller, row: Row, linked: ReadonlySet<string>): boolean {
  if (node === null) return true;
  const inner = (one: unknown) => test(one, caller, row, linked);
  if (Array.isArray(node)) return node.every(inner);
  if (node.and) return node.and.every(inner);
  if (node.or) return node.or.some(inner);
  if (node.not) return !inner(node.not);
  if (node.association)
    return linked.has(row.id) === ((node.association.quantifier ?? 'some') === 'some');
  const missing = { and: [] as Filter[] };
  const filter = resolved(node, caller) ?? missing;
  if (filter === missing) return ['neq', 'nin', 'not_contains'].includes(node.operator);
  return holds(filter, {
    properties: { ...row.properties, created_by: row.created_by },
    version: row.version,
  });
}

/** With values in place of variables; undefined when the caller does not have the one that is compared with. */
function resolved(
  node: { property: string; operator: string; value: unknown },
  caller: Caller,
): Filter | undefined {
  const value = Array.isArray(node.value)
    ? node.value.map((one) => given(one, caller)).filter((one) => one !== undefined)
    : given(node.value, caller);
  return value === undefined ? undefined : { ...node, value };
}

function given(value: unknown, caller: Caller): unknown {
  if (value === '$today') return new Date().toISOString().slice(0, 10);
  if (typeof value !== 'string' || !value.startsWith('$auth.')) return value;
  const path = value.slice('$auth.'.length).split('.');
  // biome-ignore lint/suspicious/noExplicitAny: whatever is there
  return path.reduce((at: any, step) => at?.[step], caller);
}
