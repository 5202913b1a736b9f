import type pg from 'pg';
import type { CallValues } from '../../src/db/call-many.ts';
import type { Escort } from '../../src/db/company.ts';
import { newId } from '../../src/db/new-id.ts';
import { dataOf, readAnswer } from '../../src/operations/answer.ts';
import { parseKey } from '../../src/operations/credential.ts';

/** A tenant whose calls go with those of others. */
interface Companion {
  tenant: string;
  credential: string;
  object: string;
}

const type = 'companions';
const caller = { request_id: 'companion', ip: '127.0.0.1' };

/**
 * Puts every call of a server between calls of another tenant, in one statement: before it one that fails and one that
 * answers, each with all rights; after it another one.
 * @param pool as insula_api
 * @param changes whether the last one changes something: not before the others, where a call that only reads would not be one
 */
export function escortOn(pool: pg.Pool, changes: boolean): Escort {
  let made: Promise<Companion> | undefined;
  let count = 0;
  return async () => {
    made ??= makeCompanion(pool);
    const { tenant, credential, object } = await made;
    const of = (operation: string, args: object): CallValues => [
      tenant,
      credential,
      operation,
      JSON.stringify({ object_type_id: type, ...args }),
    ];
    count += 1;
    return {
      before: [
        of('object_get', { object_id: 'obj_nowhere' }),
        of('object_get', { object_id: object }),
      ],
      after: [
        changes
          ? of('object_update', { object_id: object, properties: { count } })
          : of('object_get', { object_id: object }),
      ],
    };
  };
}

async function makeCompanion(pool: pg.Pool): Promise<Companion> {
  const ask = async <T>(text: string, values: unknown[]): Promise<T> => {
    const { rows } = await pool.query<{ body: string }>(text, values);
    return dataOf(readAnswer(rows[0]?.body ?? null, { carriesHeaders: true, mayRefuse: true }));
  };
  const { token } = await ask<{ token: string }>(
    `select gateway.call_platform_tenant($1, $2, 'tenant_create', $3) as body`,
    [newId('ten'), caller, { name: 'Companion' }],
  );
  const {
    tenant,
    handle,
    secretHash: hash,
  } = parseKey(token) as NonNullable<ReturnType<typeof parseKey>>;
  const rights = { scope: 'write', permission: 'objects:write', change: {} };
  const credential = JSON.stringify({ ...caller, ...rights, handle, hash });
  const call = (operation: string, args: object) =>
    ask<{ id: string }>('select gateway.call($1, $2, $3, $4) as body', [
      tenant,
      credential,
      operation,
      args,
    ]);
  await call('object_type_create', { name: type });
  const { id } = await call('object_create', { object_type_id: type, properties: {} });
  return { tenant, credential, object: id };
}
