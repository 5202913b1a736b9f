import { sign } from '../../src/groups/webhooks/secret.ts';
import type { TenantClient } from '../support/api.ts';

interface Way {
  id?: string;
  time?: number;
  secret?: string;
  /** Sent in place of the one that was signed. */
  body?: string;
}

let count = 0;

/** Sends signed delivery reports to a tenant, with a new secret. */
export async function signedReport(api: TenantClient) {
  const { body } = await api.post('/v1/email/report-secret');
  const { secret } = body.data;
  return (report: object, way: Way = {}, headers: Record<string, string> = {}) => {
    const id = way.id ?? `report-${++count}`;
    const time = way.time ?? Math.floor(Date.now() / 1000);
    const said = JSON.stringify(report);
    return api.as(undefined).send('POST', `/v1/email/reports/${api.tenant.id}`, {
      body: way.body ?? said,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(time),
        'webhook-signature': sign([way.secret ?? secret], id, time, said),
      },
    });
  };
}
