import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { Execution } from './execution.ts';
import type { CheckMessage, CodeFault, RunMessage, ToChild, ToParent } from './protocol.ts';

/**
 * A child process of the sandbox. It does one thing at a time, each in an instance of the engine of its own, and is
 * killed by its parent when that does not end well. Nothing of Node's reaches the code that runs.
 */

/** The memory that an instance itself needs, in pages of 64 KiB: this build of the engine starts with that many. */
const ownPages = 256;
const pagesPerMb = 16;
const checkMemoryMb = 64;
const stackBytes = 256 * 1024;
const checkMs = 1000;
const ownName = 'function.js';
const noName = 'nothing at all';

const say = (message: ToParent): void => void process.send?.(message);

// The one build of the engine that is used; the package quickjs-emscripten brings all of them. Its types cover only its
// CommonJS form.
const build = '@jitl/quickjs-wasmfile-release-sync';
const require = createRequire(import.meta.url);
const { default: releaseSync }: { default: QuickJSSyncVariant } = require(build);
const wasmModule = new WebAssembly.Module(readFileSync(require.resolve(`${build}/wasm`)));

/** @param timeoutMs counted from when there is something to run in */
async function newContext(
  memoryMb: number,
  timeoutMs: number,
): Promise<{ context: QuickJSContext; deadline: number; grown: () => number }> {
  const wasmMemory = new WebAssembly.Memory({
    initial: ownPages,
    maximum: ownPages + memoryMb * pagesPerMb,
  });
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(releaseSync, { wasmModule, wasmMemory }),
  );
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(memoryMb * 1024 * 1024);
  runtime.setMaxStackSize(stackBytes);
  const context = runtime.newContext();
  const deadline = Date.now() + timeoutMs;
  runtime.setInterruptHandler(() => Date.now() > deadline);
  const begun = wasmMemory.buffer.byteLength;
  return { context, deadline, grown: () => wasmMemory.buffer.byteLength - begun };
}

let current: Execution | undefined;

async function run(message: RunMessage): Promise<void> {
  const { context, deadline, grown } = await newContext(message.memoryMb, message.timeoutMs);
  current = new Execution(context, message, deadline, grown, (answer) => {
    if (answer.type !== 'call' && answer.type !== 'log') current = undefined;
    say(answer);
  });
  current.start();
}

/**
 * Compiles without running: the engine loads all modules that are imported before it begins with one, and the last of
 * these two is not there.
 */
async function check({ id, code }: CheckMessage): Promise<void> {
  const { context } = await newContext(checkMemoryMb, checkMs);
  context.runtime.setModuleLoader(
    (name) => (name === ownName ? code : { error: new Error(`there is no module ${name}`) }),
    (_base, name) => name,
  );
  const both = `import '${ownName}'; import '${noName}'`;
  const result = context.evalCode(both, 'check.js', { type: 'module' });
  const thrown = result.error ? context.dump(result.error) : {};
  const isGood = String(thrown?.message).includes(noName);
  say({ type: 'checked', id, fault: isGood ? null : faultOf(thrown ?? {}) });
}

function faultOf(thrown: { name?: string; message?: string; stack?: string }): CodeFault {
  const line = /function\.js:(\d+)/.exec(thrown.stack ?? '')?.[1];
  return {
    message: `${thrown.name ?? 'Error'}: ${thrown.message ?? 'it cannot be compiled'}`,
    line: line === undefined ? null : Number(line),
  };
}

process.on('message', (message: ToChild) => {
  const broken = (error: unknown) =>
    say({ type: 'broken', id: message.id, error: error instanceof Error ? error.message : '' });
  try {
    if (message.type === 'run') run(message).catch(broken);
    else if (message.type === 'check') check(message).catch(broken);
    else if (message.type === 'answer' && message.id === current?.id) current.answer(message);
  } catch (error) {
    broken(error);
  }
});
// Without a parent there is no one to work for.
process.on('disconnect', () => process.exit());
say({ type: 'ready' });
