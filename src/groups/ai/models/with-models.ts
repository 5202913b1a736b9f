import type { Box } from '../../../credentials/box.ts';
import { keyPlace, keyUse } from '../../../credentials/places.ts';
import type { Outbound } from '../../../outbound/safe-fetch.ts';
import { cleaned } from './clean.ts';
import { localModels } from './local.ts';
import type { Message, ModelAsker, ProviderSettings, Tokens } from './model.ts';
import { costOf } from './prices.ts';

/** The answer of app.ai_begin. */
export interface Begun {
  provider: {
    id: string | null;
    type: ProviderSettings['type'];
    api_key: string | null;
    config: ProviderSettings['config'];
  };
  call_id: string | null;
  history: Message[];
  /** Of the vectors that are searched or added to; null for the provider's default. */
  model?: string | null;
}

/** The tokens of a call to a model, in the form that app.ai_record takes. */
export interface Used {
  call_id: string | null;
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
}

/** A call to a model that may begin: its model, and the conversation so far. */
export interface ModelCall {
  models: ModelAsker;
  provider: ProviderSettings['type'];
  settings: ProviderSettings;
  history: Message[];
  model: string | undefined;
  /** The usage to record. */
  used(model: string, tokens: Tokens): Used;
}

export interface AskedModels {
  provider_id?: string | undefined;
  conversation_id?: string | undefined;
  /** The object type whose ai_index determines the provider and the vectors. */
  object_type_id?: string | undefined;
  /** That it may use. */
  tokens: number;
}

/** Where a call to a model comes from: of a request, or of what acts by itself. */
export interface ModelDoor {
  tenant: string;
  box: Box;
  outbound: Outbound;
  begin(asked: AskedModels): Promise<Begun>;
  /** app.ai_end: counts what was used, or gives back what was held. */
  end(args: { operation: string; used: Used } | { call_id: string }): Promise<unknown>;
}

/**
 * Chooses where a request asks, holds the tokens that it may use, and does the work, outside of any transaction. The
 * held tokens are returned when the call is recorded, or at once if it fails.
 * @throws 403 PLAN_LIMIT_EXCEEDED, 404 for a provider or a conversation that is not there
 */
export async function withModels<T>(
  door: ModelDoor,
  asked: AskedModels,
  work: (models: ModelCall) => Promise<T>,
): Promise<T> {
  const { provider, call_id, history, model } = await door.begin(asked);
  const settings = settingsOf(door, provider);
  const used: ModelCall['used'] = (model, tokens) => ({
    call_id,
    model,
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.completion,
    cost_usd: costOf(settings, model, tokens),
  });
  try {
    const models = await modelsOf(door, settings);
    const known = { provider: settings.type, settings, history, model: model ?? undefined };
    return await work({ models, ...known, used });
  } catch (error) {
    if (call_id !== null) await door.end({ call_id });
    throw error;
  }
}

function settingsOf(
  { tenant, box }: ModelDoor,
  { type, api_key, config }: Begun['provider'],
): ProviderSettings {
  const opened =
    api_key === null ? undefined : box.open(tenant, keyPlace, api_key, keyUse(type, config));
  return { type, api_key: opened, config };
}

async function modelsOf(
  { tenant, outbound }: ModelDoor,
  settings: ProviderSettings,
): Promise<ModelAsker> {
  if (settings.type === 'local') return cleaned(localModels(tenant));
  const { remoteModels } = await import('./remote.ts');
  return cleaned(remoteModels(settings, outbound.of(tenant, 'ai')));
}
