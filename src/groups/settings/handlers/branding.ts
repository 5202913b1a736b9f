import { compute } from '../../../computing/compute.ts';
import { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/**
 * PATCH /v1/branding: the hosts of this server are its own to give, a tenant has <slug>.<host> already. Of a style sheet
 * only what is safe is kept.
 */
export async function updateBranding(
  call: HandlerCall<{ custom_domain?: string | null; custom_css?: string | null }>,
): Promise<string> {
  const { custom_domain: domain, custom_css: css } = call.args;
  const own = new URL(call.services.config.baseUrl).hostname;
  if (domain === own || domain?.endsWith(`.${own}`))
    throw ApiError.invalid('custom_domain', 'not_yours', `must not be a host of ${own}`);
  if (!css) return call.run('branding_update', call.args);
  const custom_css = await compute(call.caller.tenant, 'css', css, call.ctx.signal);
  return call.run('branding_update', { ...call.args, custom_css });
}
