import type { Client, TenantClient } from './api.ts';
import { defineType } from './define-type.ts';
import type { SignedUp } from './users.ts';

/** A record that there is, and how it is changed. */
export interface Changeable {
  path: string;
  /** Of the latest answer that showed it. */
  etag: string | null;
  /** The request that changes it; a POST unless another method is given. */
  change: [method: 'PATCH' | 'PUT' | 'POST', body: object, path?: string];
  /** Further operations at the path that mind If-Match. */
  also?: Array<[method: 'POST' | 'PUT' | 'DELETE', suffix: string, body?: object]>;
  canGet: boolean;
  canDelete: boolean;
  /** Its delete answers 409 with a token first, whatever is in it. */
  isDeletedInTwoSteps?: true;
  /** The caller who changes it. */
  by: 'key' | 'user' | 'operator';
}

/** The scene of a case. */
export interface Makers {
  api: TenantClient;
  operator: Client;
  /** A user of its own, for each that wants one. */
  signUp(): Promise<SignedUp>;
}

/** The operations that a case stands for, and its record. */
export interface Case {
  operations: string[];
  make(makers: Makers): Promise<Changeable>;
}

let made = 0;
/** A name that nothing has yet. */
export const fresh = () => `made-${++made}`;

export const common = { canGet: true, canDelete: true, by: 'key' } as const;

/** A record that POST makes and PATCH changes. */
export const posted = (
  operations: string[],
  list: string | ((makers: Makers) => Promise<string>),
  body: () => object,
  changes: object,
  more: Partial<Changeable> = {},
): Case => ({
  operations,
  async make(makers) {
    const path = typeof list === 'string' ? list : await list(makers);
    const answer = await makers.api.post(path, body());
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    const data = answer.body.data.key ?? answer.body.data;
    const etag = answer.headers.get('etag') ?? `"${data.updated_at}"`;
    return { ...common, path: `${path}/${data.id}`, etag, change: ['PATCH', changes], ...more };
  },
});

/** Settings that are there from the start. */
export const settings = (
  operations: string[],
  path: string,
  change: Changeable['change'],
): Case => ({
  operations,
  make: async () => ({ ...common, path, etag: null, change, canDelete: false }),
});

export const ofType = (part: string) => async (makers: Makers) =>
  `/v1/object-types/${(await defineType(makers.api)).name}/${part}`;

export const crud = (name: string) => ['get', 'update', 'delete'].map((verb) => `${name}.${verb}`);

/** The account that a path belongs to. */
export const users = new Map<string, SignedUp['client']>();

/** Kinds of records that can be changed under If-Match, by what they are called: test/<group>/if-match-cases.ts. */
export type IfMatchCases = { [kind: string]: Case };

/**
 * A record of the operator.
 * @param body of the tenant whose test it is, whose id no other has
 */
export const ofOperator = (
  name: string,
  list: string,
  body: (tenantId: string) => object,
  changes: object,
): Case => ({
  operations: crud(name),
  async make({ api, operator }) {
    const { body: answer } = await operator.post(list, body(api.tenant.id));
    const path = `${list}/${answer.data.id}`;
    return { ...common, path, etag: null, change: ['PATCH', changes], by: 'operator' };
  },
});
