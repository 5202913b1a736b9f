import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'koa';
import S3rver from 's3rver';
import type { S3Config } from '../../src/ground/config/config.ts';
import { isSigned } from './s3-signature.ts';

interface Failure {
  status: number;
  code: string;
}

export interface S3Server {
  config: S3Config;
  /** The same for a process. */
  env: NodeJS.ProcessEnv;
  /** Ids of uploads in parts that have neither been ended nor aborted. */
  unfinished(): Promise<string[]>;
  /** Answers so instead, from the next request on, where it is told something. */
  fail: (ctx: Context) => Failure | undefined | Promise<undefined>;
  close(): Promise<void>;
}

// The only pair that s3rver knows.
const key = 'S3RVER';
const bucket = 'files';

/**
 * s3rver on a free port, with what it leaves out put before it: signatures (it looks at those of version 2 only), the
 * condition of a copy, the three requests about uploads in parts that it does not know, and the list of folders, in which it
 * finds only those that hold objects directly. They work on the folder in which it keeps everything.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'insula-s3-'));
  const uploads = join(directory, bucket, '._S3rver_uploads');
  const server = new S3rver({
    directory,
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  server.middleware.unshift(async (ctx, next) => {
    const failure = isSigned(ctx.req, key)
      ? ((await handle.fail(ctx)) ?? (await judgeCopy(ctx, directory)))
      : { status: 403, code: 'SignatureDoesNotMatch' };
    if (failure) refuse(ctx, failure);
    else if (!(await listsFolders(ctx, directory)) && !(await aboutUploads(ctx, uploads)))
      await next();
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const config: S3Config = {
    bucket,
    endpoint,
    publicEndpoint: endpoint,
    region: 'us-east-1',
    accessKeyId: key,
    secretAccessKey: key,
  };
  const handle: S3Server = {
    config,
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_PUBLIC_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    },
    unfinished: () => filesOf(uploads),
    fail: () => undefined,
    async close() {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
  return handle;
}

const filesOf = async (folder: string) => (existsSync(folder) ? readdir(folder) : []);

/** CopyObject on the condition that its source is still the same. */
async function judgeCopy(ctx: Context, directory: string): Promise<Failure | undefined> {
  const etag = ctx.get('x-amz-copy-source-if-match');
  if (!etag) return undefined;
  const path = join(directory, `${ctx.get('x-amz-copy-source')}._S3rver_object.md5`);
  const md5 = await readFile(path, 'utf8');
  return etag === `"${md5}"` ? undefined : { status: 412, code: 'PreconditionFailed' };
}

/** ListObjectsV2 with a delimiter and no prefix. @returns whether it was that */
async function listsFolders(ctx: Context, directory: string): Promise<boolean> {
  if (ctx.method !== 'GET' || !('list-type' in ctx.query) || ctx.query.delimiter !== '/')
    return false;
  const names = await readdir(join(directory, bucket));
  const folders = names.filter((name) => !name.startsWith('._S3rver')).sort();
  const prefixes = folders.map(
    (name) => `<CommonPrefixes><Prefix>${name}/</Prefix></CommonPrefixes>`,
  );
  answer(ctx, 'ListBucketResult', prefixes);
  return true;
}

/** AbortMultipartUpload, ListParts, ListMultipartUploads. @returns whether it was one of them */
async function aboutUploads(ctx: Context, uploads: string): Promise<boolean> {
  const { uploadId, prefix = '' } = ctx.query as Record<string, string | undefined>;
  if (ctx.method === 'GET' && 'uploads' in ctx.query) {
    const found = await Promise.all((await filesOf(uploads)).map((id) => describe(uploads, id)));
    answer(
      ctx,
      'ListMultipartUploadsResult',
      found.filter((xml) => xml.includes(`<Key>${prefix}`)),
    );
    return true;
  }
  if (uploadId === undefined || !['GET', 'DELETE'].includes(ctx.method)) return false;
  const folder = join(uploads, uploadId);
  if (!existsSync(folder)) refuse(ctx, { status: 404, code: 'NoSuchUpload' });
  else if (ctx.method === 'GET') answer(ctx, 'ListPartsResult', await partsOf(folder));
  else {
    await rm(folder, { recursive: true });
    ctx.status = 204;
  }
  return true;
}

async function describe(uploads: string, id: string): Promise<string> {
  const path = join(uploads, id, 'key');
  const [name, { birthtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
  const initiated = birthtime.toISOString();
  return `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
}

async function partsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const [{ size }, etag] = await Promise.all([stat(path), readFile(`${path}.md5`, 'utf8')]);
      return `<Part><PartNumber>${name}</PartNumber><ETag>"${etag}"</ETag><Size>${size}</Size></Part>`;
    }),
  );
}

function answer(ctx: Context, element: string, items: string[]): void {
  ctx.type = 'application/xml';
  ctx.body = `<?xml version="1.0"?>\n<${element}>${items.join('')}</${element}>`;
}

function refuse(ctx: Context, { status, code }: Failure): void {
  answer(ctx, 'Error', [`<Code>${code}</Code><Message>refused</Message>`]);
  ctx.status = status;
}
