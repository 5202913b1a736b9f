import { readBeside } from '../../computing/foreign.ts';
import type { Box } from '../../credentials/box.ts';
import {
  type HeaderedCall,
  openHeaders,
  SealError,
  withoutSecrets,
} from '../../credentials/secret-headers.ts';
import { toApiError } from '../../db/errors.ts';
import { version } from '../../ground/machine/version.ts';
import { keepableText, keepableValue, readForeign } from '../../ground/shapes/foreign-json.ts';
import { parseJsonText } from '../../ground/shapes/json-body.ts';
import { tracing } from '../../ground/tracing/tracing.ts';
import type { Causes } from '../../operations/causation.ts';
import {
  HeldError,
  MutedError,
  type Outbound,
  type OutboundAnswer,
  OutboundError,
} from '../../outbound/safe-fetch.ts';
import type { FunctionRunner } from '../functions/runner.ts';
import type { WorkerSql } from '../functions/worker-sql.ts';
import type { Models } from '../lanes/lane-deps.ts';

/** An action that leaves the database: of an automation, or of a scheduled job. */
export interface ExternalAction {
  tenant: string;
  type: 'webhook' | 'function' | 'sql' | 'ai_generate';
  /** ai_generate {prompt, output_schema …}, webhook `{url, method, body, headers}`, function `{function_id, input}`, sql `{sql, params}`; templates are filled in. */
  config: Record<string, unknown>;
  /** The config of a webhook before its templates were filled in, where they were: what its headers are sealed for. */
  template?: Record<string, unknown> | null;
  /** The principal of a function, and its chain (`root`). */
  principal: Record<string, unknown>;
  /** Of what led to it; what it causes is one deeper. */
  causationDepth: number;
  /** Kept with the run of a function: `{type: 'automation' | 'job', …}`. */
  trigger?: Record<string, unknown>;
  /** Nothing of it may leave: see Work. */
  isMuted?: boolean | undefined;
}

export interface ActionDeps {
  outbound: Outbound;
  functions: FunctionRunner;
  sql: WorkerSql;
  causes: Causes;
  models: Models;
  box: Box;
}

/** The result of an action. `output` of a webhook is `{status, body}`. */
export type ActionOutcome = { output: unknown } | { error: string };

const maxBody = 16 * 1024;

/** Does an action once; what fails is an outcome, never thrown. @throws HeldError where nothing may leave for now: it was not done */
export async function performAction(
  { outbound, ...deps }: ActionDeps,
  action: ExternalAction,
): Promise<ActionOutcome> {
  tracing()?.causedBy(String(action.principal.root));
  try {
    const way = action.isMuted ? outbound.muted() : outbound;
    return await perform[action.type]({ ...deps, outbound: way }, action);
  } catch (error) {
    if (error instanceof HeldError) throw error;
    if (error instanceof MutedError) return { error: error.message };
    // Only the messages of this one may be shown; the content of others is unknown.
    if (error instanceof OutboundError) return { error: error.message };
    if (error instanceof SealError)
      return { error: 'A secret header cannot be opened any more. Send it again.' };
    return { error: 'The action could not be performed.' };
  }
}

async function callWebhook(
  { outbound, causes, box }: ActionDeps,
  { tenant, config, template, principal, causationDepth }: ExternalAction,
): Promise<ActionOutcome> {
  const { url, method = 'POST', headers = {}, body } = config;
  const sealed = (template ?? config) as HeaderedCall;
  const own = openHeaders(sealed, headers as Record<string, unknown>, { box, tenant });
  const given = Object.entries(own.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const sent =
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await outbound.of(tenant, 'action').fetch(String(url), {
    method: String(method),
    headers: {
      'content-type': 'application/json',
      'user-agent': `Insula/${version}`,
      ...Object.fromEntries(given),
      ...causes.headers(causationDepth + 1, String(principal.root)),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const shown = shownBody(answer, own.secrets);
  if (answer.status >= 200 && answer.status < 300)
    return { output: { status: answer.status, body: shown } };
  const said = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return {
    error: keepableText(`It answered ${answer.status}${said ? `: ${said.slice(0, 200)}` : '.'}`),
  };
}

/** JSON where it is some, as far as it can be kept (`readForeign`), else text: 16 kB of it. */
function shownBody({ body }: OutboundAnswer, secrets: string[]): unknown {
  // Before it is cut: what is left of a secret would not be recognised.
  const text = withoutSecrets(keepableText(body.toString('utf8')), secrets);
  if (body.length > maxBody)
    return keepableText(Buffer.from(text).subarray(0, maxBody).toString('utf8'));
  try {
    return readForeign(text).value;
  } catch {
    return text;
  }
}

async function callFunction(
  { functions }: ActionDeps,
  { tenant, config, principal, causationDepth, trigger, isMuted }: ExternalAction,
): Promise<ActionOutcome> {
  const { status, output, error } = await functions.run({
    tenant,
    functionId: String(config.function_id),
    input: config.input ?? null,
    trigger: trigger ?? { type: 'automation' },
    principal,
    causationDepth: causationDepth + 1,
    isMuted,
  });
  if (status !== 'succeeded')
    return { error: keepableText(error ?? `The function has ${status}.`) };
  try {
    return { output: parseJsonText(JSON.stringify(output ?? null)) };
  } catch {
    return { error: 'The function returned something that cannot be stored as JSON.' };
  }
}

async function askSql(
  { sql }: ActionDeps,
  { tenant, config, principal }: ExternalAction,
): Promise<ActionOutcome> {
  try {
    const rows = await sql.ask(tenant, principal, config);
    return { output: (await readBeside(tenant, rows)).value };
  } catch (error) {
    const { code, message } = toApiError(error);
    return { error: keepableText(`${code}: ${message}`) };
  }
}

/** `output` is `{text, object}`: one of them, by `output_schema`. */
async function generateText(
  { models }: ActionDeps,
  { tenant, config, principal, isMuted }: ExternalAction,
): Promise<ActionOutcome> {
  try {
    const {
      text = null,
      object = null,
      fault,
    } = await models.make(tenant, principal, config, isMuted);
    if (fault)
      return { error: keepableText(`The model’s answer does not match output_schema: ${fault}`) };
    return { output: keepableValue({ text, object }) };
  } catch (error) {
    if (error instanceof HeldError) throw error;
    const { code, message } = toApiError(error);
    return { error: keepableText(`${code}: ${message}`) };
  }
}

const perform = {
  webhook: callWebhook,
  function: callFunction,
  sql: askSql,
  ai_generate: generateText,
};
