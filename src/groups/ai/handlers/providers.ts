import { keyPlace, keyUse } from '../../../credentials/places.ts';
import type { Context } from '../../../operations/operation.ts';

interface Given {
  provider_id?: string;
  provider_type?: string;
  api_key?: string;
  config_json?: { base_url?: string };
}

/** POST /v1/ai-providers and PATCH: its address is looked up, and its key sealed, before the database stores it. */
export async function prepareProvider(
  { services, caller, ask }: Context,
  { api_key, ...args }: Given,
): Promise<object> {
  // No name is looked up for callers who may not.
  await ask('ai_provider_list', {});
  if (args.config_json?.base_url !== undefined)
    await services.outbound.requireTarget(args.config_json.base_url, 'config_json.base_url');
  if (api_key === undefined) return args;
  const { provider_id } = args;
  const old = provider_id
    ? await ask<Required<Given> & { updated_at: string }>('ai_provider_get', { provider_id })
    : undefined;
  const { provider_type, config_json } = { ...old, ...args };
  const use = keyUse(provider_type, config_json);
  const made = {
    api_key: services.box.seal(caller.tenant, keyPlace, api_key, use),
    basis: old?.updated_at,
    api_key_preview: `••••${api_key.slice(-4)}`,
  };
  return { ...args, made };
}
