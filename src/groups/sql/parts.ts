import { ApiError } from '../../ground/errors.ts';

/** Text of Insula's own, or a part of the caller's: from one byte to another. */
export type Part = string | [from: number, to: number];

/** A text made of parts of another one. */
export interface Built {
  text: string;
  /** An error whose details.position is in the made text, with the position in the other one; without, where it is in neither. */
  placed(error: unknown): unknown;
}

const charactersIn = (bytes: Buffer): number => [...bytes.toString()].length;

export function built(own: Buffer, parts: Part[]): Built {
  const texts = parts.map((part) =>
    typeof part === 'string' ? part : own.subarray(...part).toString(),
  );
  /** @param position from 1 on, in characters */
  const place = (position: number): number | undefined => {
    let before = 0;
    for (const [n, part] of parts.entries()) {
      const length = [...(texts[n] as string)].length;
      if (position <= before + length) {
        if (typeof part === 'string') return undefined;
        return charactersIn(own.subarray(0, part[0])) + position - before;
      }
      before += length;
    }
    return undefined;
  };
  return {
    text: texts.join(''),
    placed(error) {
      if (!(error instanceof ApiError)) return error;
      const { position, ...details } = (error.extras.details ?? {}) as { position?: number };
      if (position === undefined) return error;
      const at = place(position);
      return new ApiError(error.code, error.message, {
        ...error.extras,
        details: { ...(at === undefined ? {} : { position: at }), ...details },
      });
    },
  };
}
