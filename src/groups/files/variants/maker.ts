import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Turns } from '../../../ground/concurrency/turns.ts';
import { lowerPoolPriority } from '../../../ground/machine/low-priority.ts';
import { type AnyAnswer, dataOf } from '../../../operations/answer.ts';
import type { Storage } from '../../../storage/storage.ts';
import { keep } from '../keep.ts';
import type { Content } from '../send.ts';
import type { StoredFile } from '../stored-file.ts';
import type { Picture } from './render.ts';
import type { Format, Spec } from './spec.ts';

declare module '../../../operations/services.ts' {
  interface GroupServices {
    /** Makes images of images. */
    variants: VariantMaker;
  }
}

/** Each takes a thread of libuv's pool, a core, and up to 300 MB for the largest of images. */
const atOnce = 2;
const maxWaiting = 100;
/** The most that are kept of one source, and their bytes: ten thousand sizes do not fill the disk. */
const maxKept = 64;
const roomOf = (sourceBytes: number): number => Math.max(4 * sourceBytes, 16 * 1024 * 1024);

/** The file and the tools of an image. */
interface Customer {
  run(operation: string, args: object): Promise<AnyAnswer>;
  caller: { tenant: string };
  ctx: { isDryRun?: boolean };
  services: { storage: Storage; log: Logger };
}

/** An image that is to be made of another. */
export interface Order {
  file_id: string;
  /** Where the bytes of the source are. */
  source_key: string;
  source_bytes: number;
  /** Says how it is made: see spec.ts. */
  name: string;
  spec: Spec;
  format: Format;
  /** The key of the one that was kept and has lost its bytes. */
  lost: string | undefined;
  /** Looks once more, when its turn has come, whether it is there: made by another process, or a moment ago. */
  find(): Promise<Variant | null>;
}

/** A variant that is kept, a row of app.file_variants; with its bytes when it is not, being too large for that. */
export type Variant = Pick<StoredFile, 'storage_key' | 'mime_type' | 'size_bytes' | 'checksum'> &
  Pick<Content, 'bytes'>;

/** Makes variants: each once however many ask for it at the same time, few at once, tenants in turns. */
export class VariantMaker {
  private readonly turns = new Turns({
    atOnce,
    maxWaiting,
    refusal: 'Too many images are being made for this tenant.',
    name: 'images',
  });
  private readonly underWay = new Map<string, Promise<Variant>>();
  private isPoolSlow = false;

  /** @throws 400 for what is not a picture, 429 CONCURRENCY_LIMITED, 504 */
  make(call: Customer, order: Order): Promise<Variant> {
    const key = `${order.source_key} ${order.name}`;
    const known = this.underWay.get(key);
    if (known) return known;
    const made = this.makeOnce(call, order).finally(() => this.underWay.delete(key));
    this.underWay.set(key, made);
    return made;
  }

  private async makeOnce(call: Customer, order: Order): Promise<Variant> {
    const { storage } = call.services;
    const found = await this.turns.take(
      async () => (await order.find()) ?? this.render(call, order),
      { tenant: call.caller.tenant },
    );
    if ('mime_type' in found) return found;
    const made = describe(order, found);
    const room = roomOf(order.source_bytes);
    if (made.size_bytes > room) return { ...made, bytes: found.bytes };
    await storage.write(made.storage_key, found.bytes);
    const { name, source_key, file_id, lost } = order;
    const args = { file_id, source_key, name, made, lost, keep: { count: maxKept, bytes: room } };
    const answer = dataOf<{ variant: Variant; outdated: string[] }>(
      await keep(call, made, () => call.run('file_variant_save', args)),
    );
    await storage.remove(answer.outdated);
    return answer.variant;
  }

  private async render({ services }: Customer, order: Order): Promise<Picture> {
    const { render } = await import('./render.ts');
    const source = await services.storage.read(order.source_key);
    const startedAt = performance.now();
    const picture = await render(source, order.spec, order.format);
    if (!this.isPoolSlow) lowerPoolPriority();
    this.isPoolSlow = true;
    const ms = Math.round(performance.now() - startedAt);
    services.log.debug({ file_id: order.file_id, variant: order.name, ms }, 'image made');
    return picture;
  }
}

/** It is stored beside its source, under a key of its own: another process may be making the same one. */
const describe = (
  { source_key, name, format }: Order,
  { bytes, width, height }: Picture,
): StoredFile => ({
  storage_key: `${source_key}.v/${name}.${randomBytes(4).toString('hex')}`,
  checksum: createHash('sha256').update(bytes).digest('hex'),
  size_bytes: bytes.length,
  mime_type: `image/${format}`,
  width,
  height,
});
