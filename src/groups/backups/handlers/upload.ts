import { pipeline } from 'node:stream/promises';
import { newId } from '../../../db/new-id.ts';
import { streamBody } from '../../../ground/bodies/body-stream.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { SnapshotInvalid } from '../../../snapshot/errors.ts';
import { passphraseOf } from '../../../snapshot/passphrase.ts';
import { readInChild } from '../../../snapshot/process.ts';
import type { Read } from '../../../snapshot/read.ts';
import type { Part } from '../../../snapshot/shelf.ts';
import { uploads } from '../../../snapshot/shelf.ts';
import { factsOf, rowsOf } from '../snapshot-facts.ts';

/** Ids of tenants as this product makes them, and every release before it. */
const tenantPattern = /^[A-Za-z0-9_-]{1,100}$/;

/** POST /admin/backups/upload: to the disk first, then checked to its end, then kept. */
export async function uploadBackup(call: HandlerCall<{ label?: string }>): Promise<AnyAnswer> {
  const { req, args, run, services } = call;
  if (/^multipart\//i.test(req.headers['content-type'] ?? ''))
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the bytes of the snapshot as the body, not as a field of a form: curl --data-binary @acme.insula',
    );
  const passphrase = passphraseOf(req);
  const id = newId('bak');
  const declared = Number(req.headers['content-length'] ?? 0);
  const part = await services.shelf.begin({ tenant: uploads, id }, declared);
  try {
    await receive(call, part);
    const read = await check(call, part, passphrase);
    const { manifest } = read;
    const tenant = manifest.tenant.id;
    if (!tenantPattern.test(tenant) || tenant === uploads)
      throw new SnapshotInvalid('bad_row', 'The tenant has an id that no tenant has', {
        entry: 'manifest.json',
      });
    await part.keep({ tenant, id });
    const facts = factsOf(manifest, read);
    const rows = rowsOf(facts.row_counts);
    const { options } = manifest;
    try {
      return await run('backup_upload', {
        tenant_id: tenant,
        type: options.data === 'none' ? 'schema' : 'tenant',
        label: args.label ?? null,
        fields: {
          ...facts,
          ...{ id, done: rows, total: rows, unit: 'rows' },
          lock: read.isEncrypted ? 'passphrase' : null,
          options: {
            files: options.files,
            journal_from: options.journal_from,
            secrets: options.secrets === 'included',
          },
        },
      });
    } catch (error) {
      await services.shelf.remove({ tenant, id });
      throw error;
    }
  } catch (error) {
    await part.drop();
    throw error;
  }
}

async function receive({ req, res }: HandlerCall<object>, part: Part): Promise<void> {
  await pipeline(streamBody(req, res), part.sink).catch((error) => {
    throw part.fault() ?? error;
  });
  await part.written;
}

/** Reads what has come to its end. @throws SnapshotInvalid, SnapshotLocked, SnapshotTooNew, 429 */
async function check(
  { services, ctx }: HandlerCall<object>,
  { path }: Part,
  passphrase: string | undefined,
): Promise<Read> {
  const unlock = passphrase === undefined ? undefined : { passphrase };
  const read = await readInChild(
    services.snapshotMeans,
    { from: { path }, unlock },
    { signal: ctx.signal },
  );
  return read as unknown as Read;
}
