/** A read, a change, or work that grows with the data, such as building an index. */
export type Kind = 'read' | 'write' | 'patient';

/** How long each may take in the database, in milliseconds. */
export const readMs = 5_000;
export const writeMs = 15_000;
export const patientMs = 600_000;

export const limitOf: Record<Kind, number> = { read: readMs, write: writeMs, patient: patientMs };
