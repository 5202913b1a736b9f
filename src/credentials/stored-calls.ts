import type { HeaderedCall } from './secret-headers.ts';

type Json = Record<string, unknown>;

/** How a column keeps calls with headers: only the headers, one call, or actions that hold some, also by names. */
export type CallShape = 'headers' | 'call' | 'actions' | 'named actions';

/** Where calls with headers are kept; the key is that of a row within its tenant. */
export const callColumns = [
  { table: 'webhooks', column: 'headers', key: ['id'], shape: 'headers' },
  { table: 'scheduled_jobs', column: 'action_config', key: ['id'], shape: 'call' },
  { table: 'automations', column: 'actions', key: ['id'], shape: 'actions' },
  { table: 'automation_runs', column: 'actions', key: ['id'], shape: 'actions' },
  { table: 'workflows', column: 'states', key: ['id'], shape: 'actions' },
  { table: 'workflows', column: 'transitions', key: ['id'], shape: 'actions' },
  {
    table: 'workflow_versions',
    column: 'states',
    key: ['workflow_id', 'version'],
    shape: 'actions',
  },
  {
    table: 'workflow_versions',
    column: 'transitions',
    key: ['workflow_id', 'version'],
    shape: 'actions',
  },
  // The settings of a run.
  {
    table: 'workflow_states',
    column: 'state',
    key: ['workflow_id', 'version', 'name'],
    shape: 'actions',
  },
  {
    table: 'workflow_states',
    column: 'transitions',
    key: ['workflow_id', 'version', 'name'],
    shape: 'named actions',
  },
  { table: 'workflow_runs', column: 'actions', key: ['id'], shape: 'actions' },
] as const satisfies readonly {
  table: string;
  column: string;
  key: readonly string[];
  shape: CallShape;
}[];

/** A stored value with its calls changed. @param url of the record, for `headers` */
export function inCalls(
  value: unknown,
  shape: CallShape,
  url: unknown,
  change: (call: HeaderedCall) => unknown,
): unknown {
  if (shape === 'actions') return inOwnActions(value, change);
  if (shape === 'named actions')
    return Object.fromEntries(
      Object.entries(value as Json).map(([name, one]) => [name, inOwnActions(one, change)]),
    );
  if (shape === 'headers')
    return (change({ url, headers: value as Record<string, string> }) as Json).headers;
  return (value as Json).headers ? change(value as HeaderedCall) : value;
}

/** Members of a state and of a transition that are actions. */
const holdsActions = /^(on_enter|on_exit|actions)$/;

/** Changes the calls among the actions of a column. Their other configs and conditions are data of the tenant, whatever they look like. */
function inOwnActions(value: unknown, change: (call: HeaderedCall) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => inOwnActions(one, change));
  const { type, config } = value as Json;
  if (type !== undefined && config !== undefined)
    return type === 'webhook' && (config as Json | null)?.headers
      ? { ...value, config: change(config as HeaderedCall) }
      : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      holdsActions.test(name) ? inOwnActions(one, change) : one,
    ]),
  );
}

/** Changes the calls among actions, wherever they stand. */
export function inActions(value: unknown, change: (call: HeaderedCall) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => inActions(one, change));
  const { type, config, action_type, action_config } = value as Json;
  if (type === 'webhook' && (config as Json)?.headers)
    return { ...value, config: change(config as HeaderedCall) };
  if (action_type === 'webhook' && (action_config as Json)?.headers)
    return { ...value, action_config: change(action_config as HeaderedCall) };
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, inActions(one, change)]),
  );
}
