import { describe, expect, it } from 'vitest';
import { fingerprintOf, frameOf, templateOf } from '../../src/groups/errors/fingerprint.ts';

describe('the template of a message', () => {
  it.each([
    ['order 12 of 3.5 kg', 'order <n> of <n> kg'],
    [`can't read 'name' of "x y"`, `can't read <value> of <value>`],
    ['no obj_0199a1b2c3d4e5f60718293a4b5c6d7e here', 'no <id> here'],
    ['user 3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'user <id>'],
    ['commit 9fceb02d0ae598e95dc970b74767f19372d61af8', 'commit <id>'],
    ['x is undefined', 'x is undefined'],
  ])('of %s', (message, template) => {
    expect(templateOf(message)).toBe(template);
  });
});

describe('the top frame', () => {
  it.each([
    [
      'V8',
      'TypeError: x\n    at pay (https://a.example/app.js:10:20)\n    at run (b.js:1:1)',
      'pay (/app.js',
    ],
    ['Firefox', 'pay@https://a.example/app.js?v=3:10:20\nrun@b.js:1:1', 'pay@/app.js'],
    [
      'Python',
      'Traceback:\n  File "a.py", line 3, in main\n  File "cart.py", line 9, in pay',
      'pay cart.py',
    ],
    ['nobody', 'it broke', ''],
  ])('as %s writes it', (_, stack, frame) => {
    expect(frameOf(stack)).toBe(frame);
  });

  it('is the same for the next build of a bundle', () => {
    const of = (name: string, place: string) =>
      frameOf(`E\n at pay (https://a/${name}.js:${place})`);
    expect(of('main.3f2a1b9c', '1:200')).toBe(of('main.9c8b7a61', '1:999'));
  });
});

describe('the fingerprint', () => {
  const report = { message: 'order 1', stack: 'E\n at pay (a.js:1:1)', source: 'web' };

  it('is a sha256 that numbers in the message and lines in the file do not change', () => {
    const other = { ...report, message: 'order 2', stack: 'E\n at pay (a.js:7:3)' };
    expect(fingerprintOf(report)).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintOf(other)).toBe(fingerprintOf(report));
  });

  it.each([{ message: 'cart 1' }, { stack: 'E\n at ship (a.js:1:1)' }, { source: 'api' }])(
    'is another one with %o',
    (change) => {
      expect(fingerprintOf({ ...report, ...change })).not.toBe(fingerprintOf(report));
    },
  );

  it('is the client’s own if it sends one', () => {
    const given = { ...report, fingerprint: ['checkout'] };
    expect(fingerprintOf({ ...given, message: 'other' })).toBe(fingerprintOf(given));
    expect(fingerprintOf(given)).not.toBe(fingerprintOf(report));
  });
});
