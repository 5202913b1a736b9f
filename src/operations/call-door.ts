import type { Look } from './operation.ts';
import { type ActingDoor, actingDoor, type Door } from './run.ts';

/** The parts of a call that a door needs. */
export interface DoorCall extends Pick<Door, 'services' | 'caller'> {
  ctx: Pick<Door, 'signal' | 'userAgent'>;
  ask: Look;
}

const partsOf = ({ services, caller, ctx }: DoorCall) => ({
  services,
  caller,
  signal: ctx.signal,
  userAgent: ctx.userAgent,
});

/** The door of a handler that prepares the operations of other routes: it looks with the rights that its own route needs. */
export const doorOf = (call: DoorCall): Door => ({
  ...partsOf(call),
  look: (_, operation, args) => call.ask(operation, args),
});

/** The door of a handler that does operations as a principal. @param doStep does one step as it, and answers its data */
export const actingDoorOf = (call: DoorCall, doStep: ActingDoor['act']): ActingDoor =>
  actingDoor(partsOf(call), doStep);
