import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import findMyWay from 'find-my-way';
import { inject } from 'vitest';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { version } from '../../src/ground/machine/version.ts';
import { keepCandidate } from './examples/kept.ts';
import { normalised } from './examples/normalise.ts';

interface Response {
  $ref?: string;
  content?: Record<string, Media>;
}

interface Media {
  schema?: { $ref?: string; properties?: { data?: object } };
  examples?: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  responses: Record<string, Response>;
}

/** An operation and where it stands in the document. */
interface Entry {
  pointer: string[];
  operation: Operation;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * The document of a server, /docs/openapi.json, compared with its behaviour. Every answer that a test gets
 * through the client of api.ts passes `check`.
 */
export class Contract {
  private readonly document: OpenApi;
  private readonly router = findMyWay({ caseSensitive: true, maxParamLength: 20_000 });
  // Most of the validators check a few answers each: making them is what takes time.
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly seen = new Set<string>();
  private readonly entries = new Map<string, Entry>();

  constructor(document: OpenApi) {
    this.document = document;
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi.json');
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const route = path.replace(/\{(\w+)\}/g, ':$1');
        const entry: Entry = { pointer: ['paths', path, method], operation };
        this.entries.set(operation.operationId, entry);
        this.router.on(method.toUpperCase() as findMyWay.HTTPMethod, route, () => {}, entry);
      }
    }
  }

  /**
   * Records the operation and holds the answer against its description.
   * @returns the body, as its content type says: parsed JSON, or the text
   * @throws what does not fit: an undocumented status or content type, a body of another shape
   */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is what is checked
  check(method: string, path: string, answer: RawAnswer): any {
    const call = `${method} ${path} → ${answer.status}`;
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const body = isJson && answer.text ? JSON.parse(answer.text) : answer.text;
    this.checkParsed(call, method, path, answer, body);
    return body;
  }

  private checkParsed(
    call: string,
    method: string,
    path: string,
    answer: RawAnswer,
    // biome-ignore lint/suspicious/noExplicitAny: its shape is what is checked
    body: any,
  ): void {
    checkRequestId(call, answer.headers, body);
    const found = this.router.find(method as findMyWay.HTTPMethod, path.split('?')[0] ?? path);
    if (!found) {
      checkUnknownRoute(call, answer, body);
      return;
    }
    const entry = found.store as Entry;
    const { operationId, responses } = entry.operation;
    if (!responses[answer.status]) throw new Error(`${call} is not documented for ${operationId}`);
    const [pointer, response] = this.resolve(entry, answer.status);
    const canSucceed = Object.keys(responses).some((status) => /^[23]/.test(status));
    if (answer.status < 400 || !canSucceed) this.record(operationId);
    if (answer.text === '' && !response.content) return;
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const content = response.content?.[type];
    if (!content && response.content?.['*/*']) return;
    if (!content) throw new Error(`${call}: ${type} is not documented`);
    if (type !== 'application/json') return;
    this.validate(call, [...pointer, 'content', type, 'schema'], body);
    if (process.env.EXAMPLES && !body.dry_run) this.offer(entry, answer.status, body);
    if (content.examples && !content.examples[body.error.code])
      throw new Error(`${call} ${body.error.code} is not documented for ${operationId}`);
  }

  /** A response and where it stands: under its operation, or in the components. */
  private resolve(entry: Entry, status: number): [pointer: string[], response: Response] {
    const response = entry.operation.responses[status] as Response;
    const name = response.$ref?.split('/').at(-1);
    return name === undefined
      ? [[...entry.pointer, 'responses', String(status)], response]
      : [['components', 'responses', name], this.document.components.responses[name] as Response];
  }

  private validate(call: string, pointer: string[], body: unknown): void {
    const parts = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const ref = `openapi.json#/${parts.join('/')}`;
    const validate = this.validators.get(ref) ?? this.ajv.compile({ $ref: ref });
    this.validators.set(ref, validate);
    if (validate(body)) return;
    const faults = validate.errors?.map((e) => `${e.instancePath || '/'} ${e.message}`).join('\n');
    throw new Error(
      `${call} does not fit its schema:\n${faults}\n${JSON.stringify(body).slice(0, 1000)}`,
    );
  }

  /** Keeps a good answer as a candidate for the example of its operation: see test/support/examples. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is what is checked
  private offer({ operation }: Entry, status: number, body: any): void {
    const { operationId: id } = operation;
    const shown = this.shown(id);
    if (shown?.status !== String(status)) return;
    const answer = shown.isBare ? body : body.data;
    // Where two items of each list are too large, one is shown.
    for (const mostItems of [2, 1]) {
      const data = normalised(answer, mostItems);
      if (this.fits(id, data) && keepCandidate(inject('exercised'), id, data)) return;
    }
  }

  /** Whether data is what an operation answers with. */
  fits(id: string, data: unknown): boolean {
    const shown = this.shown(id);
    if (!shown) return false;
    const envelope = { success: true, data, request_id: 'req_' };
    try {
      const { pointer, status, isBare } = shown;
      const path = [...pointer, 'responses', status, 'content', 'application/json', 'schema'];
      this.validate(id, path, isBare ? data : envelope);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Where the example of an operation belongs: at its first good answer with a shape, and not at its dry run (200 beside 201).
   * Undefined for bytes and pages.
   */
  shown(id: string): { pointer: string[]; status: string; isBare: boolean } | undefined {
    const { pointer, operation } = this.entries.get(id) as Entry;
    const { 201: created, ...others } = operation.responses;
    const all = created
      ? [['201', created] as const, ...Object.entries(others)]
      : Object.entries(others);
    for (const [status, { content }] of all) {
      const { schema } = content?.['application/json'] ?? {};
      if (/^2/.test(status) && (schema?.$ref || schema?.properties?.data))
        return { pointer, status, isBare: !schema.properties?.data };
    }
    return undefined;
  }

  /** Leaves a mark for the reporter, which fails a full run in which an operation was never exercised. */
  private record(operationId: string): void {
    if (this.seen.has(operationId)) return;
    this.seen.add(operationId);
    writeFileSync(join(inject('exercised'), operationId), '');
  }
}

function checkRequestId(call: string, headers: Headers, body: unknown): void {
  const id = headers.get('x-request-id');
  if (!id) throw new Error(`${call} has no X-Request-Id`);
  if (typeof body !== 'object' || body === null) return;
  const { request_id: said } = body as { request_id?: string };
  if ('success' in body && said !== id)
    throw new Error(`${call}: request_id ${said} is not X-Request-Id ${id}`);
}

// biome-ignore lint/suspicious/noExplicitAny: its shape is what is checked
function checkUnknownRoute(call: string, { text }: RawAnswer, body: any): void {
  const code = body?.error?.code;
  if (code !== 'ROUTE_NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED')
    throw new Error(`${call} is not documented, and answers ${text.slice(0, 300)}`);
}

const contracts = new Map<string, Promise<Contract>>();
/** By what a document says of its operations: servers of one version share the validators, which take long to make. */
const byContent = new Map<string, Contract>();

let ownContract: Promise<Contract> | undefined;

/**
 * The document of this version, wherever it runs: a server would take a second to make the document, and longer than
 * most
 * requests to send it. test/contract/openapi.test.ts compares the published one with it.
 */
const contractOfThisVersion = (): Promise<Contract> =>
  (ownContract ??= (async () => {
    const { groups } = await import('../../src/groups/index.ts');
    const document = openApiDocument(groups, 'http://localhost');
    return new Contract(JSON.parse(JSON.stringify(document)));
  })());

/** Addresses of servers that run in this process, and so need not be asked for their version. */
const here = new Set<string>();
export const runsHere = (url: string): void => void here.add(url);

/** The contract of the server at an address: its own document where it is of another version. */
export function contractOf(url: string): Promise<Contract> {
  if (here.has(url)) return contractOfThisVersion();
  const known = contracts.get(url);
  if (known) return known;
  const contract = fetch(`${url}/health`)
    .then((answer) => answer.json() as Promise<{ data: { version: string } }>)
    .then(({ data }) => (data.version === version ? contractOfThisVersion() : published(url)));
  contracts.set(url, contract);
  return contract;
}

async function published(url: string): Promise<Contract> {
  // As it is: compressing a megabyte, and the opposite, would take longer than all the rest.
  const answer = await fetch(`${url}/docs/openapi.json`, {
    headers: { 'accept-encoding': 'identity' },
  });
  const text = await answer.text();
  // Before the paths stand only the title and the address of the server.
  const content = text.slice(text.indexOf('"paths":'));
  const contract = byContent.get(content) ?? new Contract(JSON.parse(text));
  byContent.set(content, contract);
  return contract;
}
