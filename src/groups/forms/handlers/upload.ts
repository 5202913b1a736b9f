import type { AnyAnswer } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { signSlot } from '../../files/index.ts';
import { originOf } from './send.ts';

/** POST /v1/forms/public/:form_id/uploads: a slot that only this field of this form can use. */
export const openUpload = async (call: HandlerCall): Promise<AnyAnswer> =>
  signSlot(call, await call.run('form_upload', { ...call.args, ...originOf(call) }), false);
