import { localModels } from '../../../ai/local.ts';
import type { Message, ModelAsker, ProviderSettings, Tokens } from '../../../ai/model.ts';
import { costOf } from '../../../ai/prices.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/** Where the keys of providers stand, for the Box that seals them. */
export const keyPlace = 'ai_providers.api_key';

/** What api.ai_begin answers. */
interface Begun {
  provider: {
    id: string | null;
    type: ProviderSettings['type'];
    api_key: string | null;
    config: ProviderSettings['config'];
  };
  call_id: string | null;
  history: Message[];
}

/** What a call to a model has used, as app.ai_record takes it. */
export interface Used {
  call_id: string | null;
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
}

/** A call to a model that may begin: where it is asked, and what was said before. */
export interface ModelCall {
  models: ModelAsker;
  provider: ProviderSettings['type'];
  settings: ProviderSettings;
  history: Message[];
  /** What is to be recorded of it. */
  used(model: string, tokens: Tokens): Used;
}

interface Asked {
  provider_id?: string | undefined;
  conversation_id?: string | undefined;
  /** That it may use. */
  tokens: number;
}

type Caller = Pick<HandlerCall, 'ask' | 'caller' | 'services'>;

/**
 * Chooses where a request asks, holds the tokens that it may use, and does the work, outside of any transaction. What was
 * held is given back by whatever records the call, or at once if it fails.
 * @throws 403 PLAN_LIMIT_EXCEEDED, 404 for a provider or a conversation that is not there
 */
export async function withModels<T>(
  call: Caller,
  asked: Asked,
  work: (models: ModelCall) => Promise<T>,
): Promise<T> {
  const { provider, call_id, history } = await call.ask<Begun>('ai_begin', asked);
  const settings = settingsOf(call, provider);
  const used: ModelCall['used'] = (model, tokens) => ({
    call_id,
    model,
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.completion,
    cost_usd: costOf(settings, model, tokens),
  });
  try {
    const models = await modelsOf(call, settings);
    return await work({ models, provider: settings.type, settings, history, used });
  } catch (error) {
    if (call_id !== null) await call.ask('ai_release', { call_id });
    throw error;
  }
}

function settingsOf({ caller, services }: Caller, { type, api_key, config }: Begun['provider']) {
  const opened = api_key === null ? undefined : services.box.open(caller.tenant, keyPlace, api_key);
  return { type, api_key: opened, config };
}

async function modelsOf({ services }: Caller, settings: ProviderSettings): Promise<ModelAsker> {
  if (settings.type === 'local') return localModels;
  const { remoteModels } = await import('../../../ai/remote.ts');
  return remoteModels(settings, services.outbound);
}
