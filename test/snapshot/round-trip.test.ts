import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRecipient } from '../../src/snapshot/seal.ts';
import { type Content, Kept, read, sha256, sourceOf, write } from './support/made.ts';

const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
// As PostgreSQL writes numbers: more digits than a double has.
const number = fc.oneof(
  fc.bigInt().map(String),
  fc.tuple(fc.bigInt(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('1e400', '-0.0', '9007199254740993'),
);
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
const value = fc.oneof(
  number,
  text.map((one) => JSON.stringify(one)),
  json,
);
const rows = (columns: number) =>
  fc.array(
    fc
      .array(value, { minLength: columns, maxLength: columns })
      .map((values) => `[${values.join(', ')}]`),
    { maxLength: 8 },
  );
const content: fc.Arbitrary<Content> = fc.record({
  rows: fc.record({ object_types: rows(2), objects: rows(3), tenant_settings: rows(1) }),
  journal: rows(2),
  secrets: fc.array(
    fc.tuple(fc.constant('objects'), fc.tuple(text), fc.constantFrom('data', 'version'), text),
    { maxLength: 3 },
  ),
  files: fc.array(
    fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
    { maxLength: 5 },
  ),
});

const sorted = (files: Buffer[]): string[] => [...new Set(files.map(sha256))].sort();

const filled = (all: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(all).filter(([, lines]) => lines.length > 0));

it('reads what was written, whatever its texts, numbers and files', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom(1, 7, 700, 65_536), async (made, step) => {
      // Secrets are only written into encrypted ones, of which the next test is.
      const plain = { ...made, secrets: [] };
      const written = await write(sourceOf(plain));
      const target = new Kept();
      const result = await read(written.file, { target }, step);
      expect(target.content.rows).toEqual(filled(plain.rows));
      expect(target.content.journal).toEqual(plain.journal);
      expect(target.content.files.map(sha256)).toEqual(sorted(plain.files));
      expect(target.totals).toEqual(written.end);
      expect(result).toMatchObject({ end: written.end, isEncrypted: false });
      expect([result.bytes, result.checksum]).toEqual([written.bytes, written.checksum]);
      expect(written.checksum).toBe(`sha256:${sha256(written.file)}`);
    }),
    { numRuns: 60 },
  );
});

it('opens a snapshot for each identity that it was encrypted for, with its secrets', async () => {
  const identities = [await generateX25519Identity(), await generateX25519Identity()];
  const recipients = await Promise.all(identities.map(identityToRecipient));
  expect(recipients.map(isRecipient)).toEqual([true, true]);
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom(0, 1), async (made, which) => {
      const { file, end } = await write(sourceOf(made), { recipients });
      const target = new Kept();
      const unlock = { identities: [identities[which] as string] };
      const { isEncrypted } = await read(file, { target, unlock }, 1000);
      expect(target.content.secrets).toEqual(made.secrets);
      expect([target.totals, isEncrypted]).toEqual([end, true]);
    }),
    { numRuns: 20 },
  );
});
