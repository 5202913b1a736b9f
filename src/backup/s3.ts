import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import type { S3Config } from '../ground/config/config.ts';
import { openS3, sendStream } from '../storage/s3-client.ts';
import type { ByteRange } from '../storage/storage.ts';
import { type Destination, nameOf, type Stored } from './destination.ts';

/** As many as one request may name. */
const removedAtOnce = 1000;
/** Uploads in parts that are older have ended: a base backup does not take so long. */
const deadMs = 2 * 86_400_000;

const rangeOf = (range: ByteRange | undefined) =>
  range && { Range: `bytes=${range.start}-${range.end}` };

/** A bucket, below a prefix. */
export class S3Destination implements Destination {
  readonly name: string;
  private readonly s3: S3;
  private readonly Bucket: string;
  private readonly prefix: string;

  constructor(config: S3Config, prefix: string) {
    this.s3 = openS3(config);
    this.Bucket = config.bucket;
    this.prefix = prefix === '' ? '' : `${prefix}/`;
    this.name = nameOf({ s3: config, prefix });
  }

  async write(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const Body = Readable.from(bytes, { objectMode: false });
    await sendStream(this.s3, { ...this.at(key), Body });
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    try {
      return (await this.s3.getObject({ ...this.at(key), ...rangeOf(range) })).Body as Readable;
    } catch (error) {
      if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return undefined;
      throw error;
    }
  }

  async *list(folder: string): AsyncGenerator<Stored> {
    const { Bucket } = this;
    let next: string | undefined;
    do {
      const Prefix = `${this.prefix}${folder}`;
      const page = await this.s3.listObjectsV2({ Bucket, Prefix, ContinuationToken: next });
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        yield {
          key: Key.slice(this.prefix.length),
          size: Size,
          modifiedAt: LastModified?.getTime() ?? 0,
        };
      next = page.NextContinuationToken;
    } while (next);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += removedAtOnce) {
      const Objects = keys
        .slice(start, start + removedAtOnce)
        .map((key) => ({ Key: `${this.prefix}${key}` }));
      await this.s3.deleteObjects({ Bucket: this.Bucket, Delete: { Objects, Quiet: true } });
    }
  }

  async clean(): Promise<void> {
    const { Bucket } = this;
    const { Uploads = [] } = await this.s3.listMultipartUploads({ Bucket, Prefix: this.prefix });
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Initiated && Date.now() - Initiated.getTime() > deadMs)
        await this.s3.abortMultipartUpload({ Bucket, Key, UploadId });
  }

  private at(key: string) {
    return { Bucket: this.Bucket, Key: `${this.prefix}${key}` };
  }
}
