import type { ApiClient } from '../api-client.ts';
import { quote } from './curl.ts';

/** A line of what the tenant uses: how much there is, and what its plan allows (null: no limit). */
export interface Used {
  name: string;
  used: number;
  max: number | null;
}

/** The line that asks for the same. */
export const usageLine = ({ url, token }: ApiClient): string =>
  `curl ${quote(`${url}/v1/analytics?period=24h`)} -H ${quote(`Authorization: Bearer ${token}`)}`;

/** The tenant's usage at the end, including the demo's own calls, except for those of the last five seconds. */
export async function usage(client: ApiClient): Promise<{ plan: string; rows: Used[] }> {
  const { plan_tier, plan_limits } = await client.data('GET', '/v1/usage');
  const now = await client.data('GET', '/v1/analytics?period=24h');
  const rows = [
    { name: 'calls in 24 hours', used: now.api_calls.total, max: null },
    { name: 'objects', used: now.objects.total, max: plan_limits.objects },
    {
      name: 'object types',
      used: now.objects.by_type.length,
      max: plan_limits.object_types,
    },
    { name: 'bytes of files', used: now.files.bytes, max: plan_limits.storage_bytes },
    { name: 'users', used: now.users.total, max: plan_limits.users },
  ];
  return { plan: plan_tier, rows };
}
