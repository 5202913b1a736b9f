import { randomBytes } from 'node:crypto';

/** `<prefix>_` and 32 hex digits of a UUID version 7, as app.new_id makes them. */
export function newId(prefix: string): string {
  const bytes = Buffer.concat([Buffer.alloc(6), randomBytes(10)]);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return `${prefix}_${bytes.toString('hex')}`;
}
