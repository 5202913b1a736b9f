/** The input of a rule: free places (at least one), and those held by the asker's tenant and caller. */
export interface Standing {
  free: number;
  held: number;
  heldByCaller: number;
}

/** Tells whether an asker may take a place that is free. */
export type MayBegin = (standing: Standing) => boolean;

/** Always allowed. */
export const whenever: MayBegin = () => true;

/**
 * A tenant has so many at most, however many places are free; a caller without any may be beyond them, until there are twice
 * as many.
 */
export const upTo =
  (most: () => number): MayBegin =>
  ({ held, heldByCaller }) =>
    held < most() || (heldByCaller === 0 && held < 2 * most());

/**
 * A tenant takes a further place only while those it then holds are at most three times as many as it leaves free: with
 * no other tenant it gets three quarters of the places, six of eight, and others that come find room at once. No one
 * takes a place
 * while another that holds fewer is waiting, so tenants that all want more end up with the same share. A tenant without any
 * may take the last place; a caller without any, one of a tenant that has some, the last but one.
 */
export const leavingRoom: MayBegin = ({ free, held, heldByCaller }) =>
  held === 0 || held + 1 <= 3 * (free - 1) || (heldByCaller === 0 && free > 1);

/** A tenant has so many at most, and the last places are for tenants that have none: the first to come begins at once. */
export const keeping =
  (most: number, reserve: number): MayBegin =>
  ({ free, held }) =>
    held < most && (held === 0 || free > reserve);
