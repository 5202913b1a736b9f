import { readBeside } from '../../../computing/foreign.ts';
import { lostSecret } from '../../../credentials/lost-secret.ts';
import { integrationPlace } from '../../../credentials/places.ts';
import { readBytes } from '../../../ground/bodies/body-bytes.ts';
import { ApiError } from '../../../ground/errors.ts';
import { maxBodyValues, utf8 } from '../../../ground/shapes/json-body.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { verifySigned } from '../../webhooks/index.ts';
import { secretPath } from './save.ts';

/** POST /hooks/:integration_id */
export async function receiveHook(call: HandlerCall): Promise<AnyAnswer> {
  const bytes = await readBytes(call.req, call.res);
  const integration_id = String(call.params.integration_id);
  const message_id = await provenId(call, integration_id, bytes);
  // A record that cannot be stored fails on its own when it is taken: otherwise the sender would repeat the whole
  // message for ever.
  const { value: body, faults } = await readBeside(call.caller.tenant, utf8(bytes), maxBodyValues);
  const deep = faults.find(({ code }) => code === 'too_deep');
  if (deep) throw ApiError.invalid('body', deep.code, deep.message);
  if (body === null) throw ApiError.invalid('body', 'invalid', 'must hold a record or records');
  const found = faults.length > 0 ? { faults } : {};
  return call.run('integration_receive', { integration_id, message_id, body, ...found });
}

/** The id of a message that a secret of this integration has signed within the last minutes. @throws ApiError 403 for any other */
async function provenId(call: HandlerCall, integration_id: string, body: Buffer): Promise<string> {
  const { secrets } = await call.ask<{ secrets: string[] }>('integration_hook_key', {
    integration_id,
  });
  const open = (secret: string) =>
    call.services.box.open(call.caller.tenant, integrationPlace(secretPath), secret);
  const [present, ...former] = secrets;
  // A former one that was lost proves nothing any more; without the present one nothing can be proved.
  const known = [present, ...former.filter((secret) => secret !== lostSecret)] as string[];
  return verifySigned(call.req.headers, known.map(open), body);
}
