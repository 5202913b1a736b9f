import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../errors.ts';
import type { Upload } from './route.ts';

/** A form with one file, as multipart/form-data carries it (RFC 7578). */
export interface Form<T> {
  /** Without a prototype. */
  fields: Record<string, string>;
  file: { filename: string; mimeType: string; content: T } | undefined;
}

/** Takes the bytes of the file while they arrive. */
export interface FileTaker<T> {
  take(stream: Readable): Promise<T>;
  /** Undoes it, where the form turns out to be broken after its file. */
  drop?(content: T): Promise<void>;
}

const maxFields = 50;
const maxFieldBytes = 100_000;

export const isMultipart = (req: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(req.headers['content-type'] ?? '');

/** Keeps the file in memory. */
export const inMemory: FileTaker<Buffer> = { take: buffer };

/**
 * Reads a form. What it cannot use is refused at once, and the rest of the body is not waited for.
 * @throws 413 for a file that is too large, 400 for a broken form, a second file, a field given twice
 */
export async function readForm<T>(
  req: IncomingMessage,
  res: ServerResponse,
  upload: Upload,
  taker: FileTaker<T>,
): Promise<Form<T>> {
  if (Number(req.headers['content-length'] ?? 0) > upload.maxBytes + maxFields * maxFieldBytes)
    throw tooLarge(upload);
  if (req.headers['content-encoding'] !== undefined)
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send forms without Content-Encoding.');
  const busboy = openForm(req, upload.maxBytes);
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
  const fields: Form<T>['fields'] = Object.create(null);
  let isOver = false;
  let taking: { stream: Readable; file: Promise<NonNullable<Form<T>['file']>> } | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      busboy.on('field', (name, value, isNameCut, isValueCut) => {
        if (isNameCut || isValueCut) reject(broken(`the field ${name.slice(0, 100)} is too long`));
        else if (name in fields) reject(ApiError.invalid(name, 'repeated', 'is given twice'));
        else fields[name] = value;
      });
      busboy.on('file', (_field, stream, filename, _encoding, mimeType) => {
        // Whoever takes it hears of errors while they do; one that nobody hears would end the process.
        stream.on('error', () => {});
        if (isOver) {
          stream.resume();
          return;
        }
        stream.on('limit', () => reject(tooLarge(upload)));
        const file = taker
          .take(stream)
          .then((content) => ({ filename: filename ?? '', mimeType, content }));
        taking = { stream, file };
        file.catch(reject);
      });
      busboy.on('filesLimit', () => reject(broken('it holds more than one file')));
      busboy.on('fieldsLimit', () => reject(broken(`it holds more than ${maxFields} fields`)));
      busboy.on('error', () => reject(broken('it is cut off')));
      busboy.on('finish', resolve);
      req.on('close', () => req.complete || reject(broken('it is cut off')));
      req.pipe(busboy);
    });
    return { fields, file: await taking?.file };
  } catch (error) {
    isOver = true;
    req.unpipe(busboy);
    req.resume();
    taking?.stream.destroy(error as Error);
    await taking?.file.then(({ content }) => taker.drop?.(content)).catch(() => {});
    throw error;
  }
}

function openForm(req: IncomingMessage, fileSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      limits: { files: 1, fields: maxFields, fieldSize: maxFieldBytes, fileSize },
    });
  } catch {
    throw broken('its Content-Type has no boundary');
  }
}

const broken = (why: string) =>
  ApiError.invalid('body', 'invalid_form', `is not a complete multipart form: ${why}`);

const tooLarge = ({ maxBytes, otherwise = 'Send it in several parts.' }: Upload) =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. ${otherwise}`,
  );
