import { localModels } from '../../../ai/local.ts';
import type { ModelAsker, ProviderSettings } from '../../../ai/model.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/** Where the keys of providers stand, for the Box that seals them. */
export const keyPlace = 'ai_providers.api_key';

/** What api.ai_begin answers. */
interface Begun {
  provider: {
    id: string | null;
    type: ProviderSettings['type'];
    api_key: string | null;
    config: object;
  };
  call_id: string | null;
}

/** A call to a model that may begin: where it is asked, and what is held for it. */
export interface ModelCall {
  models: ModelAsker;
  call_id: string | null;
}

/**
 * Chooses where a request asks, and holds the tokens that it may use: the call itself is made outside of any transaction.
 * @throws 403 PLAN_LIMIT_EXCEEDED, 404 for a provider that is not there
 */
export async function beginCall(
  { ask, caller, services }: Pick<HandlerCall, 'ask' | 'caller' | 'services'>,
  asked: { provider_id?: string | undefined; tokens: number },
): Promise<ModelCall> {
  const { provider, call_id } = await ask<Begun>('ai_begin', asked);
  const { type, api_key, config } = provider;
  if (type === 'local') return { models: localModels, call_id };
  const { remoteModels } = await import('../../../ai/remote.ts');
  const opened = api_key === null ? undefined : services.box.open(caller.tenant, keyPlace, api_key);
  return { models: remoteModels({ type, api_key: opened, config }, services.outbound), call_id };
}
