import { compute } from '../../../computing/compute.ts';
import { job } from '../../../computing/job.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { Context } from '../../../operations/operation.ts';
import { ownHost } from '../../../operations/own-host.ts';
import { requireRights } from '../../../operations/rights.ts';

const cleaning = job<typeof import('../safe-css.ts').safeCss>(
  'safeCss',
  new URL('../safe-css.ts', import.meta.url),
);

/**
 * PATCH /v1/branding: the hosts of this server are its own to give, a tenant has <slug>.<host> already. Of a style sheet
 * only what is safe is kept.
 */
export async function prepareBranding(
  context: Context,
  args: { custom_domain?: string | null; custom_css?: string | null },
): Promise<object> {
  const { services, caller, signal } = context;
  const { custom_domain: domain, custom_css: css } = args;
  const own = ownHost(services.config.baseUrl);
  if (domain === own || domain?.endsWith(`.${own}`))
    throw ApiError.invalid('custom_domain', 'not_yours', `must not be a host of ${own}`);
  if (!css) return args;
  await requireRights(context);
  return { ...args, custom_css: await compute(caller.tenant, cleaning, [css], signal) };
}

/** A domain that was verified, or is not any more, holds at once in this process. */
export const domainsChanged = ({ services }: Context, branding: object): object => {
  services.routeTable.forget();
  return branding;
};
