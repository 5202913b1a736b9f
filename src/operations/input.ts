import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { hasBody, readBytes } from '../ground/bodies/body-bytes.ts';
import { type FileTaker, inMemory, isMultipart, readForm } from '../ground/bodies/multipart.ts';
import { ApiError } from '../ground/errors.ts';
import { inField, parseJsonText } from '../ground/shapes/json-body.ts';
import { readPairs } from '../ground/shapes/pairs.ts';
import { validate } from '../ground/shapes/validate.ts';
import { bodyOf, checkBody, nothing } from './body-shape.ts';
import { threadBytes } from './body-threads.ts';
import { type IfMatch, readIfMatch } from './if-match.ts';
import type { LargeArgs } from './large-args.ts';
import { parseInTurn } from './large-bodies.ts';
import { parametersOf, withoutTracking } from './parameters.ts';
import {
  bytesOf,
  hasOwnAddress,
  mindsIfMatch,
  type PathRule,
  type Route,
  uploadOf,
} from './route.ts';
import { fieldsOf } from './whole-numbers.ts';

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const jsonType = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;
const charset = /charset\s*=\s*"?([^\s;"]+)/i;

type Args = Record<string, unknown>;
type Params = Record<string, string | undefined>;

/**
 * Everything an operation is called with, in one map: the body's documented fields, then the query's, then the path's,
 * which no body can override. The file of a form is there as `file` {filename, mimeType, content}.
 */
export async function readArgs(
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  params: Params,
  search: string,
  { taker = inMemory, readLarge }: ReadingParts,
): Promise<Args | LargeArgs> {
  checkParams(params, route.pathRules);
  const query = checkQuery(route, search);
  const condition = ifMatchOf(route, req.headers['if-match']);
  const rest = { ...query, ...params, ...condition };
  // Most requests have neither, and wait for nothing.
  const body = route.body || hasBody(req) ? await readFields(route, req, res, taker) : {};
  if (body instanceof Buffer) return readLarge(body, rest);
  return { ...body, ...rest };
}

/** How the parts of a request are read that may be large. */
export interface ReadingParts {
  /** The consumer of a file's bytes; the default keeps them in memory. */
  taker?: FileTaker<unknown> | undefined;
  /** Reads a JSON body of more than `threadBytes`; together with the query, the path and the headers. */
  readLarge(bytes: Buffer, rest: Args): Promise<Args | LargeArgs>;
}

/** Returns what app.match_check is given. @throws 400 for a header that is broken */
export function ifMatchOf(route: Route, header: string | undefined): { if_match?: IfMatch } {
  if (route.method === 'GET') return {};
  const ifMatch = readIfMatch(header);
  return ifMatch !== undefined && mindsIfMatch(route) ? { if_match: ifMatch } : {};
}

/** @returns the bytes of a large body as they are */
async function readFields(
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  taker: FileTaker<unknown>,
): Promise<Args | Buffer> {
  const upload = uploadOf(route);
  if (bytesOf(route)) return {};
  if (!route.body && !hasBody(req)) return {};
  const body = bodyOf(route);
  if (route.takes === 'form' && formType.test(req.headers['content-type'] ?? ''))
    return checkTexts(body, await readUrlEncoded(req, res));
  if (!upload || !isMultipart(req)) {
    const bytes = await readBody(route, req, res);
    if (bytes.length > threadBytes) return bytes;
    if (bytes.length === 0) return checkBody(body, {});
    return fieldsOf(route, bytes, await parseInTurn(bytes, route.bulk?.maxValues));
  }
  const { fields, file } = await readForm(req, res, upload, taker);
  try {
    if (!file && fields.file !== undefined)
      throw ApiError.invalid(
        'file',
        'invalid_file',
        'must be a file, as curl -F file=@photo.jpg sends it',
      );
    return { ...checkTexts(body, fields), file };
  } catch (error) {
    if (file) await taker.drop?.(file.content);
    throw error;
  }
}

/** Fields that came as texts, wherever they stood: in a form, or in a header. */
export const checkTexts = (schema: z.ZodObject, texts: Record<string, string>): Args =>
  checkBody(schema, fromForm(schema, texts));

/** The fields of a form are texts: what its schema does not take as one is read as JSON. */
function fromForm(schema: z.ZodObject, fields: Record<string, string>): Args {
  const values: Args = Object.create(null);
  for (const [name, text] of Object.entries(fields)) {
    const field = Object.hasOwn(schema.shape, name) && (schema.shape[name] as z.ZodType);
    if (field) checkText(name, text);
    values[name] = !field || field.safeParse(text).success ? text : asJson(name, text);
  }
  return values;
}

/** @throws 400 for JSON that cannot be kept; what is not JSON is a text, which its schema refuses */
function asJson(name: string, text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    if ((error as ApiError).code !== 'INVALID_JSON') throw inField(name, error);
    return text;
  }
}

/** @throws 400 for what cannot be the value of a path parameter */
export function checkParams(params: Params, rules: Record<string, PathRule> = {}): void {
  for (const [name, value = ''] of Object.entries(params)) {
    checkText(name, value);
    const { longest = 200, form } = rules[name] ?? {};
    if (value.length > longest) throw ApiError.invalid(name, 'too_long', 'is longer than any id');
    if (form && !form.pattern.test(value)) throw ApiError.invalid(name, form.code, form.message);
  }
}

/** The parameters of a route in a query. @throws 400 for others */
export function checkQuery(route: Route, search: string): Args {
  if (hasOwnAddress(route) || (search === '' && !route.query)) return {};
  return search === '' ? defaultsOf(route) : queryOf(route, search);
}

function queryOf(route: Route, search: string): Args {
  const given = withoutTracking(route, readQuery(search));
  const query: Args = validate(parametersOf(route), given, 'query');
  const own: Args = {};
  const shape = route.query?.shape ?? {};
  for (const name of Object.keys(query)) if (Object.hasOwn(shape, name)) own[name] = query[name];
  return own;
}

const defaults = new WeakMap<Route, Args>();

/** The parameters of a route that is given none. */
function defaultsOf(route: Route): Args {
  const known = defaults.get(route);
  if (known) return { ...known };
  const made = queryOf(route, '');
  // A list or a map would be the same one for all.
  if (Object.values(made).every((value) => Object(value) !== value))
    defaults.set(route, { ...made });
  return made;
}

/** That a page has no parameters beside those that links bring along. @throws 400 for others */
export const checkNoQuery = (search: string): unknown =>
  validate(nothing, withoutTracking({ isLink: true }, readQuery(search)), 'query');

function checkText(path: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw ApiError.invalid(path, 'invalid_text', 'holds a character that cannot be stored');
  }
}

/** The query as a map without a prototype. A parameter given twice is an error, not a guess. */
export function readQuery(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of readPairs(search)) {
    checkText('query', name);
    checkText(name, value);
    if (name in query) throw ApiError.invalid(name, 'repeated', 'is given twice');
    query[name] = value;
  }
  return query;
}

const isUtf8 = (type: string): boolean => /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8');

async function readBody(
  { body }: Route,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Buffer> {
  const type = req.headers['content-type'];
  if (!hasBody(req)) return none;
  // Some clients send a body of no bytes where none belongs, without a type.
  const early = body ? undefined : await readBytes(req, res);
  if (early?.length === 0) return none;
  if (!type || !jsonType.test(type) || !isUtf8(type)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON in UTF-8, with Content-Type: application/json.',
    );
  }
  return early ?? readBytes(req, res);
}

const none = Buffer.alloc(0);

/** The fields of a form as a browser posts it (WHATWG URL, 5.1). @throws 400 for a field that is given twice */
async function readUrlEncoded(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Record<string, string>> {
  if (!hasBody(req)) return {};
  if (!isUtf8(req.headers['content-type'] ?? ''))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send forms in UTF-8.');
  return readQuery((await readBytes(req, res)).toString());
}
