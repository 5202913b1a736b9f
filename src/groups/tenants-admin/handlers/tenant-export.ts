import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as attachment } from 'content-disposition';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type Manifest, mediaType, type SnapshotOptions } from '../../../snapshot/format.ts';
import { lockOf, passphraseOf } from '../../../snapshot/passphrase.ts';
import type { Lock } from '../../../snapshot/seal.ts';
import { spooled } from '../../../snapshot/spooled.ts';

interface ExportQuery {
  tenant_id: string;
  type: 'tenant' | 'schema';
  files: boolean;
  journal_from: string;
  secrets: boolean;
  recipient?: string;
}

/** GET /admin/tenants/:tenant_id/export */
export async function exportTenant(call: HandlerCall<ExportQuery>): Promise<undefined> {
  const { tenant_id: tenant, type, files, journal_from, secrets, recipient } = call.args;
  const lock = lockOf({ passphrase: passphraseOf(call.req), recipient, secrets });
  await call.ask('tenant_export', { tenant_id: tenant });
  await sendSnapshot(call, {
    tenant,
    data: type === 'schema' ? 'none' : 'all',
    ...{ files, journal_from, lock },
    secrets: secrets ? 'included' : 'left_out',
  });
}

interface Wanted extends Omit<SnapshotOptions, 'masked'> {
  tenant: string;
  lock?: Lock | undefined;
}

/** Answers with a snapshot of a tenant, which begins when it is asked for. */
export async function sendSnapshot(
  { req, res, ctx, services }: Pick<HandlerCall, 'req' | 'res' | 'ctx' | 'services'>,
  { tenant, lock, ...options }: Wanted,
): Promise<void> {
  const headers = {
    ...ctx.headers,
    'Content-Type': mediaType,
    'Cache-Control': 'private, no-store',
  };
  if (req.method === 'HEAD') {
    res.writeHead(200, headers).end();
    return;
  }
  const { manifest, bytes } = await spooled(
    services.snapshotMeans,
    { tenant, options, lock },
    { signal: ctx.signal, reserveBytes: services.config.diskReserveBytes },
  );
  res.writeHead(200, { ...headers, 'Content-Disposition': attachment(fileName(manifest)) });
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), res);
  } catch (err) {
    // The connection tells its reader that this is no whole file.
    services.log.warn(
      { err, request_id: ctx.requestId, tenant },
      'a snapshot was not sent to its end',
    );
    res.destroy();
  }
}

/** `<slug>-<YYYYMMDDTHHMMSSZ>.insula`: the tenant and the moment. */
export function fileName({
  tenant,
  snapshot_at,
}: Pick<Manifest, 'tenant' | 'snapshot_at'>): string {
  const moment = new Date(snapshot_at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${tenant.slug ?? tenant.id}-${moment}.insula`;
}
