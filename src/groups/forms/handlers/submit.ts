import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { hostOf, refererOf, since, utmOf } from '../visit.ts';
import { submit } from './send.ts';

type Body = Record<string, unknown> & { form_id: string };

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** POST /v1/forms/public/:form_id/submit: `{data: {…}}`, or the values themselves. */
export async function submitForm(call: HandlerCall<Body>): Promise<string> {
  const { form_id, turnstile_token, ...body } = call.args;
  const isWrapped = isMap(body.data);
  const { data, utm, started_at, tenant_id: _, ...others } = body;
  const [other] = isWrapped ? Object.keys(others) : [];
  if (other !== undefined)
    throw ApiError.invalid(other, 'unrecognized_key', 'must be inside data, not next to it');
  const referrer = refererOf(call.req);
  const received = await submit(call, {
    form_id,
    data: isWrapped ? (data as Record<string, unknown>) : flat(body),
    turnstile_token: typeof turnstile_token === 'string' ? turnstile_token : undefined,
    utm: isWrapped && isMap(utm) ? utmOf(Object.entries(utm) as [string, string][]) : {},
    referrer,
    source: hostOf(referrer),
    ...(isWrapped ? since(started_at) : {}),
  });
  const { submission_id, object_id, message, redirect_url } = received;
  return JSON.stringify({ submission_id, object_id, message, redirect_url });
}

const flat = ({ tenant_id: _, ...values }: Record<string, unknown>) => values;
