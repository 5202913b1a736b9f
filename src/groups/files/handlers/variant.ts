import type { HandlerCall } from '../../../operations/handler.ts';
import { StorageError } from '../../../storage/storage.ts';
import { type Content, sendContent } from '../send.ts';
import { readSignature } from '../signed-request.ts';
import type { Variant } from '../variants/maker.ts';
import { checkSource, type Source } from '../variants/source.ts';
import { formatOf, grantOf, nameOf, namesOf, specOf, type VariantQuery } from '../variants/spec.ts';
import { type ContentQuery, cacheControl } from './content.ts';

/** The answer of api.file_variant: the file, and the variant if it exists already. */
interface Found extends Content, Source {
  access: string;
  version: number;
  variant: Variant | null;
}

/** GET /v1/files/:file_id/variants/:variant: one call for the permission and the place; a missing variant is made. */
export async function sendVariant(
  call: HandlerCall<ContentQuery & VariantQuery & { variant: string }>,
): Promise<undefined> {
  const { args, ask, services } = call;
  const spec = specOf(args.variant, args);
  const isDownload = args.download === true;
  const signed = readSignature(call, { method: 'GET', what: grantOf(spec), isDownload });
  const { file_id } = args;
  const input = { file_id, names: namesOf(spec), ...(signed ? { signed } : {}) };
  const look = () => ask<Found>('file_variant', input);
  const found = await look();
  checkSource(found);

  const format = formatOf(spec, found.mime_type);
  const send = (variant: Variant, cache: 'hit' | 'miss') =>
    sendContent(
      call,
      { ...variant, filename: nameAs(found.filename, format), updated_at: found.updated_at },
      {
        isDownload,
        cacheControl: cacheControl(signed ? 'private' : found.access, args.v === found.version),
        headers: { 'X-Variant-Cache': cache },
      },
    );
  const { storage_key: source_key, size_bytes: source_bytes, variant: known } = found;
  if (known && (await isSent(() => send(known, 'hit')))) return;
  const lost = known?.storage_key;
  const find = async () => {
    const { storage_key, variant } = await look();
    return storage_key === source_key && variant?.storage_key !== lost ? variant : null;
  };
  const name = nameOf(spec, format);
  const order = { file_id, source_key, source_bytes, name, spec, format, lost, find };
  await send(await services.variants.make(call, order), 'miss');
}

/** @returns false when its bytes have gone: it was the oldest of too many just now, or the storage has lost it */
async function isSent(send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (error instanceof StorageError && error.fault === 'not_there') return false;
    throw error;
  }
}

/** photo.png as webp is photo.webp. */
const nameAs = (filename: string, format: string): string =>
  `${filename.replace(/(?<=.)\.[^.]{1,10}$/, '')}.${format === 'jpeg' ? 'jpg' : format}`;
