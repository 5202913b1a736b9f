import type { Outbound } from '../outbound/safe-fetch.ts';
import type { FunctionRunner } from '../sandbox/runner.ts';

/** An action that leaves the database: of an automation, or of a scheduled job. */
export interface ExternalAction {
  tenant: string;
  type: 'webhook' | 'function';
  /** webhook `{url, method, body, headers}`, function `{function_id, input}`; templates are filled in. */
  config: Record<string, unknown>;
  /** As whom a function acts. */
  principal: Record<string, unknown>;
  /** Of what led to it; what it causes is one deeper. */
  causationDepth: number;
}

export interface ActionDeps {
  outbound: Outbound;
  functions: FunctionRunner;
}

/** What came of an action. `output` of a webhook is `{status, body}`. */
export type ActionOutcome = { output: unknown } | { error: string };

/** Does an action once; what fails is an outcome, never thrown. */
export async function performAction(
  _deps: ActionDeps,
  _action: ExternalAction,
): Promise<ActionOutcome> {
  return { error: 'not built yet' };
}
