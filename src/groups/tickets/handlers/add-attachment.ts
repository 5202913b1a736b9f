import { streamBody } from '../../../ground/bodies/body-stream.ts';
import { takeTimeFor } from '../../../ground/bodies/body-time.ts';
import { type AnyAnswer, dataOf, makeAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { functionOf } from '../../../operations/route.ts';
import { keepSent } from '../../files/index.ts';

const maxAttachmentBytes = 25 * 1024 * 1024;

/** POST …/attachments: a file for an answer to a ticket; it is the tenant's, and counts for its storage. */
export async function addAttachment(
  call: HandlerCall<{ ticket_id: string; filename: string }>,
): Promise<AnyAnswer> {
  const { args, caller, req, res, route, run, services } = call;
  takeTimeFor(req);
  const content = await services.storage.put(caller.tenant, streamBody(req, res), {
    maxBytes: maxAttachmentBytes,
  });
  const sent = { filename: args.filename, mimeType: req.headers['content-type'] ?? '', content };
  const answer = await keepSent(call, sent, (filename, made) =>
    run(functionOf(route), { ...args, filename, made }),
  );
  const { storage_key: _, ...shown } = dataOf<{ storage_key: string }>(answer);
  return makeAnswer({}, JSON.stringify(shown));
}
