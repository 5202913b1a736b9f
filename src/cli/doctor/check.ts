/** The result of one check. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  /** The state that the check found. */
  found: string;
  /** The advice, unless all is well. */
  advice?: string;
}

export const ok = (name: string, found: string): Finding => ({ name, status: 'ok', found });

export const warning = (name: string, found: string, advice: string): Finding => ({
  name,
  status: 'warning',
  found,
  advice,
});

export const failed = (name: string, found: string, advice: string): Finding => ({
  name,
  status: 'failed',
  found,
  advice,
});

/** `condition ? ok : otherwise`, for checks of one value. */
export function expect(
  condition: boolean,
  name: string,
  found: string,
  otherwise: typeof warning | typeof failed,
  advice: string,
): Finding {
  return condition ? ok(name, found) : otherwise(name, found, advice);
}
