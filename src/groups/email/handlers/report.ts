import { z } from 'zod';
import { readBeside } from '../../../computing/foreign.ts';
import { readBytes } from '../../../ground/bodies/body-bytes.ts';
import { ApiError } from '../../../ground/errors.ts';
import { maxBodyValues } from '../../../ground/shapes/json-body.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { Context } from '../../../operations/operation.ts';
import { newSecret, previewOf, verifySigned } from '../../webhooks/index.ts';
import { address } from '../mail-shapes.ts';

const place = 'email_report_keys.secret';

const Report = z.object({
  message_id: z.string().min(1).max(400),
  event: z.enum(['delivered', 'bounced', 'complained']),
  recipient: address.optional(),
  reason: z.string().max(1000).optional(),
  is_permanent: z.boolean().optional(),
});

/** POST /v1/email/report-secret */
export function prepareRotation({ services: { box }, caller: { tenant } }: Context): object {
  const secret = newSecret();
  return { made: { secret: box.seal(tenant, place, secret), secret_preview: previewOf(secret) } };
}

/** The secret is the first one's, also when an Idempotency-Key repeats the answer. */
export const showSecret = (
  { services: { box, config }, caller: { tenant } }: Context,
  kept: { secret: string },
): object => ({
  ...kept,
  secret: box.open(tenant, place, kept.secret),
  url: `${config.baseUrl}/v1/email/reports/${tenant}`,
});

/** POST /v1/email/reports/:tenant_id */
export async function receiveReport(call: HandlerCall): Promise<AnyAnswer> {
  const body = (await readBytes(call.req, call.res)).toString();
  const id = await provenId(call, body);
  const report = Report.safeParse(await parsed(call.caller.tenant, body));
  if (!report.success)
    throw ApiError.invalid(
      report.error.issues[0]?.path.join('.') || 'body',
      'invalid',
      report.error.issues[0]?.message ?? 'is not a report',
    );
  const { message_id, ...said } = report.data;
  return call.run('email_report_receive', {
    ...said,
    report_id: id,
    email_id: /^<?([^@<>]+)/.exec(message_id)?.[1] ?? message_id,
  });
}

/** The id of a report that this tenant's secret has signed within the last minutes. @throws ApiError 403 for any other */
async function provenId(call: HandlerCall, body: string): Promise<string> {
  const { secret } = await call.ask<{ secret: string | null }>('email_report_key', {});
  const opened = secret ? call.services.box.open(call.caller.tenant, place, secret) : undefined;
  return verifySigned(call.req.headers, opened, body);
}

/** Its JSON; a long one is read in a process beside this one. */
async function parsed(tenant: string, body: string): Promise<unknown> {
  try {
    return (await readBeside(tenant, body, maxBodyValues)).value;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined;
    throw error;
  }
}
