import { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { textsAt } from '../../../outbound/txt-records.ts';

/** The record that stands for a domain: custom_domain_dns of a Branding. */
interface Dns {
  name: string;
  value: string;
}

/** POST /v1/branding/verify-domain: the record is looked up between two calls. */
export async function verifyDomain(call: HandlerCall): Promise<string> {
  type Branding = { custom_domain_dns: Dns | null };
  const { custom_domain_dns } = await call.ask<Branding>('branding_get', {});
  if (!custom_domain_dns)
    throw new ApiError(
      'NOT_FOUND',
      'There is no domain to verify. Set custom_domain with PATCH /v1/branding first.',
      { details: { resource: 'custom_domain' } },
    );
  const { name, value } = custom_domain_dns;
  const is_found = (await textsAt(name)).includes(value);
  return call.run('branding_verify_domain', { made: { custom_domain_dns, is_found } }, call.change);
}
