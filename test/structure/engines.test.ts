import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

/** The layers of sql/20_engines, lowest first. A function calls its own layer and those before it. */
const layers = ['core', 'data', 'files', 'people', 'events'];

/** Calls from a lower layer into a higher one, by caller and callee, each with the reason why it has to be there. */
const upward: Record<string, string> = {
  'journal_objects → automations_sync':
    'An automation that runs with the writer may veto the write, so it runs inside it.',
  'search_results → files_of':
    'A search shows the files of its page when asked to (include), and knows its page last.',
};

/** Calls from an engine into what stands above all layers: an operation, or the gateway. */
const beyond: Record<string, string> = {
  'batch_each → api.object_create': 'A batch does what single requests do, one after the other.',
  'batch_each → api.object_update': 'A batch does what single requests do, one after the other.',
  'dispatch → gateway.dispatch': 'Runs the operation that a change was asked for.',
  'dispatch → gateway.dispatch_platform': 'Runs the operation that a change was asked for.',
  'import_properties → api.property_create': 'An import adds properties as a client would.',
  'plugin_drop → gateway.dispatch':
    'A part goes by its own operation, whose token says what goes with it.',
  'transaction_step → gateway.dispatch': 'A step of a transaction is an operation.',
};

interface Engine {
  /** The function's name, which is the file's. */
  name: string;
  layer: string;
  text: string;
}

const files = sources('sql/20_engines/**/*.sql');
const engines: Engine[] = [...files].map(([path, text]) => ({
  name: basename(path, '.sql'),
  layer: path.split('/')[2] ?? '',
  text,
}));

/** What a file of one function calls: `schema.name`, each once. */
function callsOf(text: string): string[] {
  const code = text.replace(/--[^\n]*/g, '').replace(/^comment on [\s\S]*/m, '');
  const calls = [...code.matchAll(/\b(\w+\.\w+)\s*\(/g)].map(([, call]) => call ?? '');
  return [...new Set(calls)];
}

/** Calls to a function of a higher layer, as `caller → callee`. */
function upwardCalls(all: Engine[]): string[] {
  const layerOf = new Map(all.map(({ name, layer }) => [`app.${name}`, layers.indexOf(layer)]));
  return all.flatMap(({ name, layer, text }) =>
    callsOf(text)
      .filter((call) => (layerOf.get(call) ?? -1) > layers.indexOf(layer))
      .map((call) => `${name} → ${call.replace('app.', '')}`),
  );
}

describe('the engines in sql/20_engines', () => {
  it('stand in the five layers, two folders deep', () => {
    expect(engines.length).toBeGreaterThan(700);
    expect([...new Set(engines.map(({ layer }) => layer))].toSorted()).toEqual(layers.toSorted());
    for (const path of files.keys()) expect(path.split('/')).toHaveLength(5);
  });

  it('call only their own layer and lower ones, and no exception is kept that is not needed', () => {
    expect(upwardCalls(engines).toSorted()).toEqual(Object.keys(upward).toSorted());
  });

  it('call no operation, worker or gateway, and no exception is kept that is not needed', () => {
    const calls = engines.flatMap(({ name, text }) =>
      callsOf(text)
        .filter((call) => /^(api|platform|worker|gateway)\./.test(call))
        .map((call) => `${name} → ${call}`),
    );
    expect(calls.toSorted()).toEqual(Object.keys(beyond).toSorted());
  });

  it('would be found calling upward (the check can fail)', () => {
    const all = [
      { name: 'low', layer: 'core', text: 'select app.high (1), app.same(2); -- app.noted(3)' },
      {
        name: 'same',
        layer: 'core',
        text: "select 1;\ncomment on function app.same is 'app.high()'",
      },
      { name: 'high', layer: 'data', text: 'select app.low(1)' },
      { name: 'noted', layer: 'data', text: '' },
    ];
    expect(upwardCalls(all)).toEqual(['low → high']);
  });
});
