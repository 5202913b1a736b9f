import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asWorker } from '../support/as-worker.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { go, type Json, publish, runOf, start } from './support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);

const most = 6;
const states = fc.integer({ min: 2, max: most });
/** Any definition that can be published: a way from each state to the next, and others anywhere. */
const definition = states.chain((count) =>
  fc
    .record({
      more: fc.array(fc.tuple(fc.nat(count - 2), fc.nat(count - 1)), { maxLength: 6 }),
      timed: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    })
    .map(({ more, timed }) => ({
      initial_state: 's0',
      states: timed.map((isTimed, n) => ({
        name: `s${n}`,
        type: n === count - 1 ? 'end' : 'task',
        ...(isTimed && n < count - 1
          ? { timeout: { after: `${n + 1} hours`, transition: 'on' } }
          : {}),
      })),
      transitions: [
        ...timed.slice(1).map((_, n) => ({ name: 'on', from: `s${n}`, to: `s${n + 1}` })),
        ...more.map(([from, to], n) => ({ name: `t${n}`, from: `s${from}`, to: `s${to}` })),
      ],
    })),
);
/** An event of a run: a transition, the same twice at once, or its timeout, which may also come twice. */
const happening = fc.oneof(
  fc.record({ go: fc.nat(7), times: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ times: fc.integer({ min: 1, max: 2 }) }),
);

const timeoutOf = async (run: string): Promise<string | undefined> => {
  const { rows } = await server.db.query(
    `select next_run_at::text as at from app.schedules where kind = 'workflow' and subject_id = $1`,
    [run],
  );
  return rows[0]?.at;
};

it('whatever happens: one transition at a time, no timeout lost, and the history shows the state of a run', async () => {
  await fc.assert(
    fc.asyncProperty(
      definition,
      fc.array(happening, { minLength: 1, maxLength: 8 }),
      async (given, happenings) => {
        const { id } = await start(tenant, await publish(tenant, given));
        for (const one of happenings) {
          const before: Json = await runOf(tenant, id);
          const due = await timeoutOf(id);
          const isTimed = given.states.find(({ name }) => name === before.state)?.timeout;
          expect(due !== undefined).toBe(isTimed !== undefined && before.status === 'waiting');
          const name = 'go' in one ? (one.go === 0 ? 'on' : `t${one.go - 1}`) : undefined;
          const answers = await Promise.all(
            Array.from({ length: one.times }, async () => {
              if (name !== undefined) return (await go(tenant, id, name)).status === 200;
              if (due === undefined) return false;
              const { rows } = await asWorker(
                server,
                `select worker.schedule_fire($1, 'workflow', $2, $3::timestamptz, null) as fired`,
                [tenant.tenant.id, id, due],
              );
              return rows[0].fired;
            }),
          );
          const after: Json = await runOf(tenant, id);
          const made = answers.filter(Boolean).length;
          expect(after.history.length - before.history.length).toBe(made);
          const way = given.transitions.find(
            (each) => each.from === before.state && each.name === (name ?? 'on'),
          );
          const isPossible = before.status === 'waiting' && way && (name ?? due) !== undefined;
          expect(made > 0).toBe(Boolean(isPossible));
        }
        const run: Json = await runOf(tenant, id);
        // Each step began where the one before it had led, by a way that there is.
        let at: string | null = null;
        for (const { from, to, transition } of run.history) {
          expect(from).toBe(at);
          if (from !== null)
            expect(given.transitions).toContainEqual({ name: transition, from, to });
          at = to;
        }
        expect(run.state).toBe(at);
        expect(run.status === 'completed').toBe(at === given.states.at(-1)?.name);
        expect(run.due_at === null).toBe((await timeoutOf(id)) === undefined);
        await tenant.patch(`/v1/workflows/${run.workflow_id}`, { status: 'archived' });
      },
    ),
    { numRuns: 25 },
  );
});
