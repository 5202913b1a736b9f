import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ListMultipartUploadsCommandOutput, S3 } from '@aws-sdk/client-s3';
import type { DataStore } from '@tus/server';
import type { S3Config } from '../ground/config/config.ts';
import { checkKey, randomKey } from './keys.ts';
import { Meter, nowhere } from './meter.ts';
import { sendWhole } from './pump.ts';
import { s3Failure } from './s3-failures.ts';
import {
  type ByteRange,
  type DirectUpload,
  type DirectUploadOptions,
  type Entry,
  type FoundBytes,
  type PutOptions,
  type Storage,
  StorageError,
  type Stored,
} from './storage.ts';

interface Connection {
  s3: S3;
  client: typeof import('./s3-client.ts');
}

/** As many as one request may name. */
const removedAtOnce = 1000;
/** If the bucket were ever opened to browsers, none of it is a page. */
const ContentType = 'application/octet-stream';

/**
 * Files in a bucket, at `<tenant>/<ab>/<random>`. They are not named by their content as on a disk: S3 has no rename, and
 * a copy would double the work. An object comes into being whole or not at all, by the end of its upload.
 */
export class S3Storage implements Storage {
  readonly name = 's3';
  private readonly config: S3Config;
  private readonly Bucket: string;
  private connected: Promise<Connection> | undefined;
  private store: Promise<DataStore> | undefined;
  presignUpload?: (uploadKey: string, options: DirectUploadOptions) => Promise<DirectUpload>;

  constructor(config: S3Config) {
    this.config = config;
    this.Bucket = config.bucket;
    // AWS can be reached from anywhere. Another service may have an address that only we know.
    if (config.publicEndpoint || !config.endpoint)
      this.presignUpload = async (uploadKey, options) => {
        const { client } = await this.connect();
        return client.presign(config, checkKey(uploadKey), options);
      };
  }

  async put(tenant: string, source: Readable, options: PutOptions): Promise<Stored> {
    const Key = checkKey(randomKey(tenant));
    const meter = new Meter(options);
    // Whatever ends the source early ends the meter with the same error, and so the upload that reads it.
    pipeline(source, meter).catch(() => {});
    try {
      const { s3, client } = await this.connect();
      await client.sendStream(s3, { Bucket: this.Bucket, Key, Body: meter, ContentType });
    } catch (error) {
      meter.destroy();
      if (meter.errored) throw meter.errored;
      // The answer may have been lost, not the request. No one waits for a storage that is away anyhow.
      this.remove([Key]).catch(() => {});
      throw s3Failure(error, this.config);
    }
    return { key: Key, ...meter.result() };
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    await this.ask((s3) => s3.putObject({ ...this.at(key), Body: bytes, ContentType }));
  }

  async adopt(uploadKey: string, tenant: string, options: PutOptions): Promise<Stored> {
    const meter = new Meter(options);
    const { Body, ETag } = await this.ask((s3) => s3.getObject(this.at(uploadKey)));
    await pipeline(Body as Readable, meter, nowhere()).catch((error) => {
      throw s3Failure(error, this.config);
    });
    // Anyone with a signed URL can write to the upload key again, even now: only the bytes that were read are kept.
    const key = randomKey(tenant);
    await this.copy(uploadKey, key, ETag);
    // A leftover belongs to no file: the sweep finds it. The bytes are kept already.
    await this.dropUpload(uploadKey).catch(() => {});
    return { key, ...meter.result() };
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await this.ask((s3) => s3.getObject({ ...this.at(key), Range }));
    return Body as Readable;
  }

  async find(key: string, range: ByteRange): Promise<FoundBytes> {
    const stream = await this.open(key, range);
    return { sendTo: (sink) => sendWhole(stream, sink, range.end - range.start + 1) };
  }

  async read(key: string): Promise<Buffer> {
    const object = this.at(key);
    return this.ask(async (s3) => {
      const { Body } = await s3.getObject(object);
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    });
  }

  async has(key: string): Promise<boolean> {
    const found = await this.ask((s3) => s3.headObject(this.at(key))).catch(ifThere);
    return found !== undefined;
  }

  async move(from: string, to: string): Promise<void> {
    await this.copy(from, to);
    await this.remove([from]);
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 1) {
      await this.ask((s3) => s3.deleteObject(this.at(keys[0] as string)));
      return;
    }
    for (let start = 0; start < keys.length; start += removedAtOnce) {
      const Objects = keys
        .slice(start, start + removedAtOnce)
        .map((key) => ({ Key: checkKey(key) }));
      const request = { Bucket: this.Bucket, Delete: { Objects, Quiet: true } };
      const { Errors = [] } = await this.ask((s3) => s3.deleteObjects(request));
      const { Code: name } = Errors.find(({ Code }) => Code !== 'NoSuchKey') ?? {};
      if (name) throw s3Failure({ name }, this.config);
    }
  }

  async removeTenant(tenant: string): Promise<void> {
    await this.abortUploads(`${checkKey(tenant)}/`, () => true);
    let batch: string[] = [];
    for await (const { key } of this.list(tenant))
      if (batch.push(key) === removedAtOnce) {
        await this.remove(batch);
        batch = [];
      }
    await this.remove(batch);
  }

  async *list(tenant: string): AsyncIterable<Entry> {
    for await (const { Contents = [] } of this.pages({ Prefix: `${checkKey(tenant)}/` }))
      for (const { Key = '', Size = 0, LastModified } of Contents)
        yield { key: Key, size: Size, modifiedAt: LastModified?.getTime() ?? 0 };
  }

  async *tenants(): AsyncIterable<string> {
    for await (const { CommonPrefixes = [] } of this.pages({ Delimiter: '/' }))
      for (const { Prefix = '' } of CommonPrefixes)
        if (!Prefix.startsWith('.')) yield Prefix.slice(0, -1);
  }

  async check(): Promise<void> {
    const probe = `.check/${randomUUID()}`;
    await this.write(probe, Buffer.of());
    await this.read(probe);
    await this.remove([probe]);
  }

  tusStore(): Promise<DataStore> {
    this.store ??= this.connect().then(({ client }) => client.openTusStore(this.config));
    return this.store;
  }

  async dropUpload(uploadKey: string): Promise<void> {
    await this.abortUploads(checkKey(uploadKey), ({ Key }) => Key === uploadKey);
    await this.remove([uploadKey, `${uploadKey}.info`, `${uploadKey}.part`]);
  }

  dropUnfinished(olderThanMs: number): Promise<number> {
    const before = Date.now() - olderThanMs;
    // Only of tenants: others may have uploads of their own in the bucket.
    return this.abortUploads(
      'ten_',
      ({ Initiated }) => Initiated !== undefined && Initiated.getTime() < before,
    );
  }

  /**
   * Uploads in parts that have not been ended. MinIO lists those of a whole key only; the others it aborts by itself.
   * @returns how many there were
   */
  private async abortUploads(
    prefix: string,
    isWanted: (upload: { Key?: string; Initiated?: Date }) => boolean,
  ): Promise<number> {
    let count = 0;
    let place: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (place) {
      const request = { Bucket: this.Bucket, Prefix: prefix, ...place };
      const answer: ListMultipartUploadsCommandOutput = await this.ask((s3) =>
        s3.listMultipartUploads(request),
      );
      for (const upload of answer.Uploads?.filter(isWanted) ?? []) {
        const { Key, UploadId } = upload;
        await this.ask((s3) =>
          s3.abortMultipartUpload({ Bucket: this.Bucket, Key, UploadId }),
        ).catch(ifThere);
        count++;
      }
      const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = answer;
      place = IsTruncated ? { KeyMarker, UploadIdMarker } : undefined;
    }
    return count;
  }

  /** @param etag of what is to be copied: fails when something else is there now */
  private async copy(from: string, to: string, etag?: string): Promise<void> {
    const { client } = await this.connect();
    const source = { CopySource: `${this.Bucket}/${checkKey(from)}`, CopySourceIfMatch: etag };
    const target = { ...this.at(to), MetadataDirective: 'REPLACE' as const, ContentType };
    await this.ask((s3) =>
      s3.copyObject({ ...target, ...source }, { requestTimeout: client.copyMs }),
    );
  }

  private async *pages(request: { Prefix?: string; Delimiter?: string }) {
    let ContinuationToken: string | undefined;
    do {
      const page = { Bucket: this.Bucket, ...request, ContinuationToken };
      const answer = await this.ask((s3) => s3.listObjectsV2(page));
      yield answer;
      ContinuationToken = answer.NextContinuationToken;
    } while (ContinuationToken);
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.Bucket, Key: checkKey(key) };
  }

  private async ask<T>(question: (s3: S3) => Promise<T>): Promise<T> {
    const { s3 } = await this.connect();
    return question(s3).catch((error) => {
      throw s3Failure(error, this.config);
    });
  }

  /** Loads the SDK when it is first needed. */
  private connect(): Promise<Connection> {
    this.connected ??= import('./s3-client.ts').then((client) => ({
      s3: client.openS3(this.config),
      client,
    }));
    return this.connected;
  }
}

function ifThere(error: unknown): undefined {
  if (!(error instanceof StorageError && error.fault === 'not_there')) throw error;
}
