import { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/** PATCH /v1/branding: the hosts of this server are its own to give, a tenant has <slug>.<host> already. */
export async function updateBranding(
  call: HandlerCall<{ custom_domain?: string | null }>,
): Promise<string> {
  const { custom_domain: domain } = call.args;
  const own = new URL(call.services.config.baseUrl).hostname;
  if (domain === own || domain?.endsWith(`.${own}`))
    throw ApiError.invalid('custom_domain', 'not_yours', `must not be a host of ${own}`);
  return call.run('branding_update', call.args);
}
