import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf, circles, functionIn, sources } from './sources.ts';

/** The layers of sql/20_engines, lowest first. A function calls its own layer and those before it. */
const layers = ['core', 'data', 'files', 'people', 'books', 'events', 'apps'];

/** Calls from a lower layer into a higher one, by caller and callee, each with the reason why it has to be there. */
const upward: Record<string, string> = {
  'actions_check → workflow_find':
    'An action may start a workflow, and the steps of a workflow are actions.',
  'dispatch → invariants_settle':
    'What an operation has written is held to the rules of object types when it has ended.',
  'job_perform → report_mail': 'A scheduled job may be for a report.',
  'journal_objects → automations_sync':
    'An automation that runs with the writer may veto the write, so it runs inside it.',
  'object_type_json → ai_index_json': 'An object type is shown with its ai_index.',
  'realtime_channel → dashboard_find': 'A channel may be of a dashboard.',
  'search_results → files_of':
    'A search shows the files of its page when asked to (include), and knows its page last.',
};

/** Calls from one app into another. */
const sideways: Record<string, string> = {
  'ai_index_check → ai_provider_chosen': 'An ai_index names a provider that can be asked.',
  'ai_index_principal → ai_provider_authors':
    'An ai_index reads no more than the authors of its provider may.',
};

/** Engines that call each other in a circle though no exception is counted. */
const circle = [
  // The conditions of a policy are a filter, and a filter over associations asks the policies of the other end.
  ['data/filters', 'data/policies'],
];

/** The circle that the exceptions above also make: what happens to objects sets off automations, which change objects. */
const tied = [
  'apps/workflows',
  'data/objects',
  'events/actions',
  'events/automations',
  'events/transactions',
];

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
  /** With its schema. */
  fullName: string;
  layer: string;
  /** The folder within the layer. */
  engine: string;
  text: string;
}

const files = sources('sql/20_engines/**/*.sql');
// Functions named in registry.sql are called by generated ones, above all layers.
const functions = [...files].filter(([path]) => basename(path) !== 'registry.sql');
const engines: Engine[] = functions.map(([path, text]) => ({
  name: basename(path, '.sql'),
  fullName: functionIn(text) ?? '',
  layer: path.split('/')[2] ?? '',
  engine: path.split('/')[3] ?? '',
  text,
}));

/** Calls between engines, each with its two ends. */
function callsBetween(all: Engine[]): Array<[caller: Engine, callee: Engine]> {
  const made = new Map(all.map((engine) => [engine.fullName, engine]));
  return all.flatMap((caller) =>
    callsOf(caller.text)
      .map((call) => made.get(call))
      .filter((callee) => callee !== undefined)
      .filter(({ layer, engine }) => layer !== caller.layer || engine !== caller.engine)
      .map((callee): [Engine, Engine] => [caller, callee]),
  );
}

const isUpward = ([caller, callee]: [Engine, Engine]) =>
  layers.indexOf(callee.layer) > layers.indexOf(caller.layer);
const isSideways = ([caller, callee]: [Engine, Engine]) =>
  caller.layer === 'apps' && callee.layer === 'apps';

/** The circles of engines, each engine as `layer/engine`. */
const circlesOf = (calls: Array<[Engine, Engine]>) =>
  circles(
    calls.map(([caller, callee]): [string, string] => [
      `${caller.layer}/${caller.engine}`,
      `${callee.layer}/${callee.engine}`,
    ]),
  );

/** `caller → callee` */
const written = (calls: Array<[Engine, Engine]>) =>
  calls.map(([caller, callee]) => `${caller.name} → ${callee.name}`).toSorted();

describe('the engines in sql/20_engines', () => {
  it('stand in the seven layers, two folders deep', () => {
    expect(engines.length).toBeGreaterThan(700);
    expect([...new Set(engines.map(({ layer }) => layer))].toSorted()).toEqual(layers.toSorted());
    for (const path of files.keys()) expect(path.split('/')).toHaveLength(5);
  });

  it('call only their own layer and lower ones, and no exception is kept that is not needed', () => {
    expect(written(callsBetween(engines).filter(isUpward))).toEqual(Object.keys(upward).toSorted());
  });

  it('of an app call no other app, and no exception is kept that is not needed', () => {
    expect(written(callsBetween(engines).filter(isSideways))).toEqual(
      Object.keys(sideways).toSorted(),
    );
  });

  it('call each other in no circle but those that are named', () => {
    const calls = callsBetween(engines);
    expect(circlesOf(calls.filter((call) => !isUpward(call)))).toEqual(circle);
    expect(circlesOf(calls).toSorted()).toEqual([tied, ...circle]);
  });

  it('call no operation, worker or gateway, and no exception is kept that is not needed', () => {
    const calls = engines.flatMap(({ name, text }) =>
      callsOf(text)
        .filter((call) => /^(api|platform|worker|gateway)\./.test(call))
        .map((call) => `${name} → ${call}`),
    );
    expect(calls.toSorted()).toEqual(Object.keys(beyond).toSorted());
  });

  it('would be found calling upward, another app or in a circle (the check can fail)', () => {
    const of = (place: string, text: string): Engine => {
      const [layer = '', engine = '', name = ''] = place.split('/');
      return { layer, engine, name, fullName: `app.${name}`, text };
    };
    const all = [
      of('core/a/low', 'select app.high (1), app.same(2); -- app.noted(3)'),
      of('core/b/same', "select app.low();\ncomment on function app.same is 'app.high()'"),
      of('data/a/high', 'select app.low(1)'),
      of('data/a/noted', ''),
      of('apps/a/one', 'select app.two(), app.three(), app.low(1)'),
      of('apps/a/two', ''),
      of('apps/b/three', ''),
    ];
    expect(written(callsBetween(all).filter(isUpward))).toEqual(['low → high']);
    expect(written(callsBetween(all).filter(isSideways))).toEqual(['one → three']);
    expect(circlesOf(callsBetween(all))).toEqual([['core/a', 'core/b', 'data/a']]);
  });
});
