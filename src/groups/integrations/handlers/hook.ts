import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { readBytes } from '../../../http/input.ts';
import { parseJsonBody } from '../../../http/json-body.ts';
import { placeOf } from '../../../integrations/secrets.ts';
import { sign } from '../../webhooks/index.ts';

const toleranceSeconds = 300;

/** POST /hooks/:integration_id */
export async function receiveHook(call: HandlerCall): Promise<string> {
  const bytes = await readBytes(call.req, call.res);
  const integration_id = String(call.params.integration_id);
  const message_id = await provenId(call, integration_id, bytes.toString());
  const body = parseJsonBody(bytes);
  if (body === null) throw ApiError.invalid('body', 'invalid', 'must hold a record or records');
  return call.run('integration_receive', { integration_id, message_id, body });
}

/** The id of a message that this integration's secret has signed within the last minutes. @throws ApiError 403 for any other */
async function provenId(call: HandlerCall, integration_id: string, body: string): Promise<string> {
  const header = (name: string) => String(call.req.headers[name] ?? '');
  const [id, time] = [header('webhook-id'), header('webhook-timestamp')];
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(time) || age > toleranceSeconds)
    throw unsigned();
  const key = await call.ask<{ secret: string | null }>('integration_hook_key', { integration_id });
  if (key.secret === null) throw unsigned();
  const opened = call.services.box.open(call.caller.tenant, placeOf('secret'), key.secret);
  const due = Buffer.from(sign([opened], id, Number(time), body));
  const isOurs = header('webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((given) => given.length === due.length && timingSafeEqual(given, due));
  if (!isOurs) throw unsigned();
  return id;
}

const unsigned = () =>
  new ApiError(
    'INVALID_SIGNATURE',
    'The signature is missing, older than 5 minutes or not of this secret.',
  );
