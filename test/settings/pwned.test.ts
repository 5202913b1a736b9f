import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Outbound } from '../../src/outbound/safe-fetch.ts';
import { isPwned } from '../../src/tools/sign-in/pwned.ts';

/** Answers as the service does: suffixes with counts, some of them padding. */
const asked: Array<{ url: string | undefined; padding: string | string[] | undefined }> = [];
let status = 200;
const service = createServer((req, res) => {
  asked.push({ url: req.url, padding: req.headers['add-padding'] });
  const suffix = (password: string) => hash('sha1', password).toUpperCase().slice(5);
  res.statusCode = status;
  res.end([`${suffix('breached é')}:42`, `${suffix('padding')}:0`].join('\r\n'));
});
let address: string;
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

const outbound = new Outbound(['127.0.0.0/8']).of(null, 'webhook');

it('a breached password is recognised by five digits of its hash', async () => {
  expect(await isPwned(outbound, 'breached é', address)).toBe(true);
  expect(await isPwned(outbound, 'breached e\u0301', address)).toBe(true);
  const prefix = hash('sha1', 'breached é').toUpperCase().slice(0, 5);
  expect(asked[0]).toEqual({ url: `/range/${prefix}`, padding: 'true' });
});

it('other passwords, and padding in the response, are not treated as breached', async () => {
  expect(await isPwned(outbound, 'nobody had this', address)).toBe(false);
  expect(await isPwned(outbound, 'padding', address)).toBe(false);
});

it('an unavailable breach service locks no one out', async () => {
  status = 503;
  expect(await isPwned(outbound, 'breached é', address)).toBe(false);
  expect(await isPwned(new Outbound([]).of(null, 'webhook'), 'breached é', address)).toBe(false);
});
