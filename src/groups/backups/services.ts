import type { Shelf } from '../../snapshot/shelf.ts';
import type { Handovers } from './handover.ts';

declare module '../../operations/services.ts' {
  interface GroupServices {
    shelf: Shelf;
    handovers: Handovers;
  }
}
