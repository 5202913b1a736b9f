import { takeTimeFor } from '../../../ground/bodies/body-time.ts';
import { isMultipart } from '../../../ground/bodies/multipart.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type Upload, uploadOf } from '../../../operations/route.ts';
import type { Stored } from '../../../storage/storage.ts';
import { keepSent } from '../store-in-slot.ts';

interface Form {
  file?: { filename: string; mimeType: string; content: Stored };
  filename?: string;
}

/** POST /v1/files/upload: the bytes go to the storage while they come in, then the record is written. */
export async function uploadFile(call: HandlerCall): Promise<AnyAnswer> {
  const { route, req, caller, run, ask, services } = call;
  // Before 25 MB are read: may the caller upload at all?
  await ask('file_upload_check', {});
  if (!isMultipart(req))
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the file as multipart/form-data: curl -F file=@photo.jpg …',
    );
  takeTimeFor(req);
  const { maxBytes } = uploadOf(route) as Upload;
  const { file, ...fields } = (await call.readInput({
    take: (stream) => services.storage.put(caller.tenant, stream, { maxBytes: maxBytes + 1 }),
    drop: ({ key }) => services.storage.remove([key]),
  })) as Form;
  if (!file)
    throw ApiError.invalid('file', 'required', 'is missing: the form needs a part with a file');
  const sent = { ...file, filename: fields.filename ?? file.filename };
  // The hash identifies the bytes: the key under which they are stored differs each time.
  return keepSent(call, sent, (filename, made) =>
    run('file_upload', { ...fields, filename, checksum: made.checksum, made }),
  );
}
