import { ApiError } from '../../../ground/errors.ts';
import type { Context } from '../../../operations/operation.ts';
import { textsAt } from '../../../outbound/txt-records.ts';

/** The record that stands for a domain: custom_domain_dns of a Branding. */
interface Dns {
  name: string;
  value: string;
}

/** POST /v1/branding/verify-domain: the record is looked up before the database is asked. */
export async function prepareVerification({ ask }: Context): Promise<object> {
  type Branding = { custom_domain_dns: Dns | null };
  const { custom_domain_dns } = await ask<Branding>('branding_get', {});
  if (!custom_domain_dns)
    throw new ApiError(
      'NOT_FOUND',
      'There is no domain to verify. Set custom_domain with PATCH /v1/branding first.',
      { details: { resource: 'custom_domain' } },
    );
  const { name, value } = custom_domain_dns;
  const is_found = (await textsAt(name)).includes(value);
  return { made: { custom_domain_dns, is_found } };
}
