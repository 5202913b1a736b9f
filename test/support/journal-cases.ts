import type { Answer, Client, TenantClient } from './api.ts';
import { type DefinedType, defineType } from './define-type.ts';
import type { TestServer } from './server.ts';
import { type SignedUp, signUp } from './users.ts';

/** The scene of each case: a tenant, a type with a property, two live objects and one in the trash. */
export interface Scene {
  tenant: TenantClient;
  platform: Client;
  /** A user of the tenant, made when first asked for. */
  user(): Promise<SignedUp>;
  type: DefinedType;
  live: [string, string];
  trashed: string;
}

export async function setScene(tenant: TenantClient, platform: Client): Promise<Scene> {
  const type = await defineType(tenant, { n: { data_type: 'integer', is_unique: true } });
  const objects = [1, 2, 3].map((n) => ({ properties: { n } }));
  const { body } = await tenant.post(`${type.path}/batch/create`, { objects });
  const [first, second, trashed] = body.data.ids;
  await tenant.delete(`${type.path}/${trashed}`);
  let made: Promise<SignedUp> | undefined;
  const user = () => {
    made ??= signUp(tenant);
    return made;
  };
  return { tenant, platform, user, type, live: [first, second], trashed };
}

/** `[event, resource, id]` of a row that the journal must have. */
export type Row = [event: string, resource: string, id: string];
export type Headers = Record<string, string>;

export interface Case {
  /** The user of the scene does it for their own account. */
  isOwn?: true;
  /** A visitor does it, unknown to the tenant. */
  isVisitor?: true;
  /** The caller, if it is not one of these. */
  actor?(): { type: string; id: string };
  /** The call, with headers that make it recognisable. */
  call(scene: Scene, headers: Headers): Promise<Answer>;
  /** The rows that it leaves, given its answer. */
  rows(scene: Scene, data: Data): Row[];
  /** One PostgreSQL always refuses it: `refused` is all that there is of it. */
  isRefusedHere?: true;
  /** The same operation, refused. */
  refused(scene: Scene, headers: Headers): Promise<Answer>;
}

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
type Data = any;

/** The cases of a group, or what makes them once there is a server. */
export type JournalCases = Record<string, Case> | ((server: TestServer) => Record<string, Case>);

/** Makes a record of the operator, and answers its id. */
export const madeByOperator = async (
  { platform }: Scene,
  path: string,
  body: object,
): Promise<string> => (await platform.post(path, body)).body.data.id;
