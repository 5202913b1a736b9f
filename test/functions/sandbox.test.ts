import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { define, execute, lastLog } from './support.ts';

const server = useServer({ LOG_LEVEL: 'error' });
const api = useTenant(server);

const body = (code: string) => `export default async (input, ctx) => { ${code} }`;

describe('code that never ends', () => {
  it.each([
    ['a loop', 'for (;;) {}'],
    [
      'a loop that catches everything',
      'for (;;) { try { for (;;) {} } catch {} finally { continue } }',
    ],
    ['a regular expression', '/^(a+)+$/.test("a".repeat(40) + "b")'],
    [
      'promises that make promises',
      'return Promise.resolve().then(function p() { return Promise.resolve().then(p); })',
    ],
    ['a getter in its output', 'return { get a() { for (;;); } }'],
    ['endless calls', 'for (;;) try { ctx.api.get("/v1/object-types") } catch {}'],
  ])('is stopped with 504 or an error: %s', async (_, code) => {
    const path = await define(api, body(code), { timeout_ms: 100 });
    const started = performance.now();
    const { status, body: answer } = await api.post(`${path}/execute`, {});
    expect(performance.now() - started).toBeLessThan(5000);
    expect([
      [504, 'FUNCTION_TIMEOUT'],
      [400, 'FUNCTION_ERROR'],
    ]).toContainEqual([status, answer.error.code]);
    const log = await lastLog(api, path);
    expect(log).toMatchObject({
      run_id: answer.error.details.run_id,
      status: status === 504 ? 'timeout' : 'failed',
      level: 'error',
      error: answer.error.message,
    });
  });

  it('is stopped at its time limit', async () => {
    const { status, body: answer } = await execute(
      api,
      body('for (;;) {}'),
      {},
      { timeout_ms: 50 },
    );
    expect([status, answer.error.message]).toEqual([504, 'It took longer than 50 ms.']);
  });

  it('fails at once when it awaits a promise that nothing settles', async () => {
    const { status, body: answer } = await execute(api, body('return new Promise(() => {})'));
    expect([status, answer.error.message]).toEqual([
      400,
      'The promise that the function returned never settles.',
    ]);
  });
});

describe('code that uses too much', () => {
  it.each([
    ['that follow from each other', 'const f = () => Promise.resolve().then(f); return f()'],
    ['that wait for each other', 'const f = async () => { await null; return f() }; return f()'],
    ['that are stored', 'const a = []; for (;;) a.push(new Promise(() => {}))'],
    ['that are never awaited', 'for (;;) Promise.resolve().then(() => 1)'],
  ])('fails with an error that names its memory for endless promises %s', async (_, code) => {
    for (const memory_mb of [4, 32]) {
      const settings = { memory_mb, timeout_ms: 20_000 };
      const { status, body: answer } = await execute(api, body(code), {}, settings);
      expect([status, answer.error.code, answer.error.message]).toEqual([
        400,
        'FUNCTION_ERROR',
        expect.stringMatching(new RegExp(`${memory_mb} MB of memory.*(memory_mb)`)),
      ]);
    }
  });

  it.each([
    ['memory', 'let a = []; for (;;) a.push(new Array(1e5).fill(1.5))'],
    ['brackets', 'return JSON.parse("[".repeat(20000) + "]".repeat(20000))'],
    ['recursion', 'const f = () => f() + 1; return f()'],
    ['an array', 'return Array(2 ** 32 - 1).fill(1)'],
    ['a text', 'return "x".repeat(2 ** 29)'],
    ['an output', 'return "x".repeat(2 ** 21)'],
    ['an output by toJSON', 'return { toJSON() { return "x".repeat(2 ** 21) } }'],
  ])('fails with an error, and the next call works: %s', async (_, code) => {
    const { status, body: answer } = await execute(api, body(code), {}, { memory_mb: 16 });
    expect([status, answer.error.code]).toEqual([400, 'FUNCTION_ERROR']);
    expect((await execute(api, 'export default () => 1')).body.data.output).toBe(1);
  });

  it('logs at most 64 kB, in lines of text', async () => {
    const path = await define(
      api,
      body(`console.log('\\n{"level":50}\\u001b[31m\\u0000\\ud800');
        for (let i = 0; i < 2000; i++) ctx.log('warn', 'y'.repeat(100));`),
    );
    const { body: answer } = await api.post(`${path}/execute`, {});
    expect(answer.data.logs[0]).toMatchObject({
      level: 'info',
      message: '\n{"level":50}\u001b[31m\ufffd\ufffd',
    });
    const { lines } = await lastLog(api, path);
    expect(lines).toEqual(answer.data.logs);
    expect(lines.length).toBeLessThan(1002);
    expect(lines.at(-1).message).toContain('ends here');
    const size = lines.reduce(
      (sum: number, line: { message: string }) => sum + line.message.length,
      0,
    );
    expect(size).toBeLessThan(65_600);
  });
});

describe('the output of a function', () => {
  it.each([
    ['a BigInt', 'return 10n'],
    ['a symbol', 'return Symbol("x")'],
    ['a function', 'return () => 1'],
    ['circular', 'const a = {}; a.a = a; return a'],
    ['too deep', 'let a = 1; for (let i = 0; i < 100; i++) a = [a]; return a'],
    ['not text', 'return "\\u0000"'],
    ['an integer too large', 'return 2 ** 60'],
  ])('cannot be %s', async (_, code) => {
    const { status, body: answer } = await execute(api, body(code));
    expect([status, answer.error.code]).toEqual([400, 'FUNCTION_ERROR']);
  });

  it.each([
    ['nothing', '', null],
    ['null', 'return null', null],
    ['a text', 'return "x"', 'x'],
    ['a list', 'return [1, undefined, NaN]', [1, null, null]],
    ['a date', 'return new Date(0)', '1970-01-01T00:00:00.000Z'],
  ])('can be %s', async (_, code, output) => {
    const { body: answer } = await execute(api, body(code));
    expect(answer.data).toMatchObject({ status: 'succeeded', output });
  });

  it('cannot pollute prototypes, and neither can the input', async () => {
    const code = `return JSON.parse('{"__proto__": {"polluted": true}, "got": ' + JSON.stringify(input) + '}')`;
    const path = await define(api, body(code));
    const init = {
      headers: { 'content-type': 'application/json' },
      body: '{"input": {"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}}',
    };
    expect((await api.send('POST', `${path}/execute`, init)).status).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const { body: answer } = await execute(api, body('return [{}.polluted, typeof input]'));
    expect(answer.data.output).toEqual([null, 'object']);
  });
});

describe('sandboxed code cannot reach', () => {
  it('Node, clocks precise enough to measure with, or other code', async () => {
    const names =
      'process require os std global module Buffer eval Atomics SharedArrayBuffer performance WebAssembly fetch setTimeout';
    const { body: answer } = await execute(
      api,
      body(
        `return [${names.split(' ').map((name) => `typeof ${name}`)}, typeof this, Date.now() % 1]`,
      ),
    );
    expect(new Set(answer.data.output)).toEqual(new Set(['undefined', 0]));
  });

  it.each([
    ['(() => {}).constructor("return process")()', /process/],
    ['ctx.api.constructor.constructor("return this.process.env")()', /env/],
    ['await import("node:fs")', /could not load module/],
    [
      'Error.prepareStackTrace = (e, s) => s; throw new Error("caught")',
      /^Error: caught \(line 1\)$/,
    ],
    ['throw { toString() { throw 1 } }', /^threw/],
    ['throw new Proxy({}, { get() { throw 1 } })', /^threw/],
    ['throw null', /^threw null$/],
  ])('anything outside with %s', async (code, message) => {
    const { status, body: answer } = await execute(api, body(code));
    expect([status, answer.error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('anything that an earlier run left behind, of this tenant or another', async () => {
    const other = await createTenant(server);
    const keep = 'globalThis.kept = 1; Object.prototype.kept = 2; ctx.kept = 3; console.kept = 4;';
    const path = await define(
      api,
      body(`const was = [typeof kept, {}.kept, console.kept]; ${keep} return was`),
    );
    const first = await api.post(`${path}/execute`, {});
    const second = await api.post(`${path}/execute`, {});
    const third = await execute(other, body('return [typeof kept, {}.kept, console.kept]'));
    for (const { body: answer } of [first, second, third])
      expect(answer.data.output).toEqual(['undefined', null, null]);
  });
});

it('no refusal in this file was an internal error', () => {
  expect(server.logLines).toEqual([]);
});
