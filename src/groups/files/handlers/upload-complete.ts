import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { complete } from '../complete.ts';

/** POST /v1/files/:file_id/upload-complete */
export const completeUpload = (
  call: HandlerCall<{ file_id: string; if_match?: unknown }>,
): Promise<AnyAnswer> => complete(call, 'file_upload_complete');
