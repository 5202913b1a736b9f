import { keyPlace, keyUse } from '../../../ai/with-models.ts';
import type { HandlerCall } from '../../../http/handler.ts';

interface Given {
  provider_id?: string;
  provider_type?: string;
  api_key?: string;
  config_json?: { base_url?: string };
}

/** POST /v1/ai-providers */
export const createProvider = (call: HandlerCall<Given>): Promise<string> =>
  save(call, 'ai_provider_create');

/** PATCH /v1/ai-providers/:provider_id */
export const updateProvider = (
  call: HandlerCall<Given & { provider_id: string }>,
): Promise<string> => save(call, 'ai_provider_update');

/** Its address is looked up, and its key sealed, before the database stores it. */
async function save(call: HandlerCall<Given>, operation: string): Promise<string> {
  const { api_key, ...args } = call.args;
  const { services, caller } = call;
  // No name is looked up for callers who may not.
  await call.ask('ai_provider_list', {});
  if (args.config_json?.base_url !== undefined)
    await services.outbound.requireTarget(args.config_json.base_url, 'config_json.base_url');
  if (api_key === undefined) return call.run(operation, args);
  const { provider_id } = args;
  const old = provider_id
    ? await call.ask<Required<Given> & { updated_at: string }>('ai_provider_get', { provider_id })
    : undefined;
  const { provider_type, config_json } = { ...old, ...args };
  const use = keyUse(provider_type, config_json);
  const made = {
    api_key: services.box.seal(caller.tenant, keyPlace, api_key, use),
    basis: old?.updated_at,
    api_key_preview: `••••${api_key.slice(-4)}`,
  };
  return call.run(operation, { ...args, made });
}
