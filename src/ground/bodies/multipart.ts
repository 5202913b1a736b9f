import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../errors.ts';
import { nfc } from '../shapes/canonical.ts';
import { declaredBytes, invite } from './body-bytes.ts';
import { type BodyPlace, placeOf } from './body-room.ts';

/** The file that a route accepts. */
export interface Upload {
  maxBytes: number;
  /** There is no other way: the body's declaration belongs to the file. */
  isRequired?: boolean;
  /** The advice for a larger file. */
  otherwise?: string;
}

/** A form with one file, as multipart/form-data carries it (RFC 7578). */
export interface Form<T> {
  /** Without a prototype. */
  fields: Record<string, string>;
  file: Omit<FilePart<T>, 'name'> | undefined;
}

/** Takes the bytes of the file while they arrive. */
export interface FileTaker<T> {
  take(stream: Readable): Promise<T>;
  /** Undoes it, where the form turns out to be broken after its file. */
  drop?(content: T): Promise<void>;
}

const defaultMaxFields = 50;
const maxFieldBytes = 100_000;

export const isMultipart = (req: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(req.headers['content-type'] ?? '');

/** Keeps the file in memory. */
export const inMemory: FileTaker<Buffer> = { take: buffer };

/**
 * Reads a form. A form that it cannot use is refused at once, without waiting for the rest of the body.
 * @throws 413 for a file that is too large, 400 for a broken form, a second file, a field given twice
 */
export async function readForm<T>(
  req: IncomingMessage,
  res: ServerResponse,
  upload: Upload,
  taker: FileTaker<T>,
): Promise<Form<T>> {
  const fields: Form<T>['fields'] = Object.create(null);
  const [file] = await readParts(req, res, { ...upload, maxFiles: 1 }, taker, (name, value) => {
    if (name in fields) throw ApiError.invalid(name, 'repeated', 'is given twice');
    fields[name] = value;
  });
  return { fields, file };
}

/** A file of a form. */
export interface FilePart<T> {
  /** Of the field. */
  name: string;
  filename: string;
  /** With its charset, if it names one. */
  mimeType: string;
  content: T;
}

/** How much a form may hold; each file `maxBytes`. */
export interface PartLimits extends Upload {
  maxFiles: number;
  maxFields?: number;
}

/**
 * Reads the parts of a form, files as they come.
 * @param onField takes each other field; what it throws ends the reading
 * @throws as `readForm`
 */
export async function readParts<T>(
  req: IncomingMessage,
  res: ServerResponse,
  limits: PartLimits,
  taker: FileTaker<T>,
  onField: (name: string, value: string) => void,
): Promise<FilePart<T>[]> {
  const { maxBytes, maxFiles, maxFields = defaultMaxFields } = limits;
  const most = maxBytes * maxFiles + maxFields * maxFieldBytes;
  if (declaredBytes(req) > most) throw tooLarge(limits);
  if (req.headers['content-encoding'] !== undefined)
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send forms without Content-Encoding.');
  const place = placeOf(req);
  const isInMemory = (taker as object) === inMemory;
  if (isInMemory) await place?.take(declaredBytes(req));
  const busboy = openForm(req, { files: maxFiles, fields: maxFields, fileSize: maxBytes });
  invite(req, res);
  const charsetOf = followCharsets(busboy);
  let isOver = false;
  const taking: { stream: Readable; file: Promise<FilePart<T>> }[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      busboy.on('field', (name, value, isNameCut, isValueCut) => {
        try {
          if (isNameCut || isValueCut) throw broken(`the field ${name.slice(0, 100)} is too long`);
          place?.count(name.length + value.length);
          onField(nfc(name), nfc(value));
        } catch (error) {
          reject(error);
        }
      });
      busboy.on('file', (name, stream, filename, _encoding, mimeType) => {
        // The consumer handles errors while it reads; an unhandled one would end the process.
        stream.on('error', () => {});
        if (isOver) {
          stream.resume();
          return;
        }
        stream.on('limit', () => reject(tooLarge(limits)));
        const type = `${mimeType}${charsetOf()}`;
        const file = taker
          .take(isInMemory ? counted(stream, place) : stream)
          .then((content) => ({ name, filename: nfc(filename ?? ''), mimeType: type, content }));
        taking.push({ stream, file });
        file.catch(reject);
      });
      busboy.on('filesLimit', () =>
        reject(broken(`it holds more than ${maxFiles === 1 ? 'one file' : `${maxFiles} files`}`)),
      );
      busboy.on('fieldsLimit', () => reject(broken(`it holds more than ${maxFields} fields`)));
      busboy.on('error', () => reject(broken('it is cut off')));
      busboy.on('finish', resolve);
      req.on('close', () => req.complete || reject(broken('it is cut off')));
      req.pipe(busboy);
    });
    return await Promise.all(taking.map(({ file }) => file));
  } catch (error) {
    isOver = true;
    req.unpipe(busboy);
    req.resume();
    for (const { stream, file } of taking) {
      stream.destroy(error as Error);
      await file.then(({ content }) => taker.drop?.(content)).catch(() => {});
    }
    throw error;
  }
}

/** The same stream; it fails with 429 where there is no room for more. */
function counted(stream: Readable, place: BodyPlace | undefined): Readable {
  async function* pieces() {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      place?.count(piece.length);
      yield piece;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

function openForm(
  req: IncomingMessage,
  limits: { files: number; fields: number; fileSize: number },
): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      limits: { ...limits, fieldSize: maxFieldBytes },
    });
  } catch {
    throw broken('its Content-Type has no boundary');
  }
}

/** The part of Busboy's interface that we use. */
interface PartReader {
  prependListener(event: 'part', heard: (part: Part) => void): void;
}
interface Part {
  prependListener(event: 'header', heard: (header: Record<string, string[]>) => void): void;
}

/**
 * Busboy reports the type of a file, and not its charset, which is in its part as well.
 * @returns asks for that of the part that begins: `; charset=…`, or nothing
 */
function followCharsets(busboy: BusboyInstance): () => string {
  const { parser } = (busboy as unknown as { _parser: { parser?: PartReader } })._parser;
  let latest = '';
  parser?.prependListener('part', (part) =>
    part.prependListener('header', ({ 'content-type': [type = ''] = [] }) => {
      latest = /;\s*charset\s*=\s*[^;]+/i.exec(type)?.[0] ?? '';
    }),
  );
  return () => latest;
}

const broken = (why: string) =>
  ApiError.invalid('body', 'invalid_form', `is not a complete multipart form: ${why}`);

const tooLarge = ({ maxBytes, otherwise = 'Send it in several parts.' }: Upload) =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. ${otherwise}`,
  );
