import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { signSlot } from '../../files/index.ts';
import { originOf } from './send.ts';

/** POST /v1/forms/public/:form_id/uploads: a slot that only this field of this form can use. */
export const openUpload = async (call: HandlerCall): Promise<AnyAnswer> =>
  signSlot(call, await call.run('form_upload', { ...call.args, ...originOf(call) }), false);
