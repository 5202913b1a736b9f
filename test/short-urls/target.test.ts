import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShortPath, targetFault, withUtm } from '../../src/groups/short-urls/target.ts';
import { browserOf, referrerOf } from '../../src/groups/short-urls/visitor.ts';

describe('a target', () => {
  it.each([
    'https://example.com',
    'http://example.com:8080/a?b=c#d',
    'https://bücher.example/ä',
    'HTTPS://EXAMPLE.COM',
    'https://[2001:db8::1]/',
  ])('may be %s', (text) => {
    expect(targetFault(text)).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' https://example.com',
    'https://example.com/\tx',
    'https:\\\\example.com',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.com',
    'example.com',
    'https://',
    'https://user@example.com',
    'https://:pass@example.com',
    'blob:https://example.com/x',
    'about:blank',
    '',
  ])('is not %j', (text) => {
    expect(targetFault(text)).toEqual(expect.any(String));
  });

  it('is another short URL by its path, however that is written', () => {
    for (const path of ['/s/x', '/s', '//s/x', '/S/x', '/%73/x', '/%2Fs/x', '/a/../s/x'])
      expect([path, isShortPath(new URL(`https://h${path}`))]).toEqual([path, true]);
    for (const path of ['/', '/sale', '/a/s/x', '/%zz'])
      expect([path, isShortPath(new URL(`https://h${path}`))]).toEqual([path, false]);
  });
});

describe('the parameters of a campaign', () => {
  it('lead nowhere else, override nothing, and are all there', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.dictionary(
          fc.constantFrom('source', 'medium', 'campaign', 'term'),
          fc.string({ minLength: 1 }),
        ),
        (target, utm) => {
          const before = new URL(target);
          const after = new URL(withUtm(target, utm));
          for (const part of ['protocol', 'host', 'pathname', 'hash', 'username'] as const)
            expect(after[part]).toBe(before[part]);
          expect(after.search.startsWith(before.search)).toBe(true);
          for (const [name, value] of Object.entries(utm))
            expect(after.searchParams.get(`utm_${name}`)).toBe(
              before.searchParams.get(`utm_${name}`) ?? value.toWellFormed(),
            );
        },
      ),
    );
  });
});

describe('the stored data of a visitor', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140', 'Edge'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 OPR/120', 'Opera'],
    [
      'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28 Chrome/130 Safari/537.36',
      'Samsung Internet',
    ],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/140 Mobile Safari/604.1', 'Chrome'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18 Mobile Safari/604.1', 'Safari'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Bot'],
    ['facebookexternalhit/1.1', 'Bot'],
    ['curl/8.5', 'other'],
    [undefined, 'other'],
  ])('the browser of %s is %s', (userAgent, family) => {
    expect(browserOf(userAgent)).toBe(family);
  });

  it.each([
    ['https://www.news.example/a?secret=1', 'news.example'],
    ['http://news.example:8080/', 'news.example'],
    ['android-app://com.example/', null],
    ['about:client', null],
    ['not a URL', null],
    [undefined, null],
  ])('of the referrer %s it is %s', (header, host) => {
    expect(referrerOf(header)).toBe(host);
  });
});
