import type { OperationServices } from '../../operations/services.ts';
import type { BeginLook } from '../../tools/realtime/boards.ts';
import { withPermission } from '../../tools/realtime/permission.ts';
import type { Part } from './shared.ts';
import { Shown } from './shown.ts';

/** Asks for what a dashboard shows to those who watch it on sockets; callers whose rights are the same are answered once. */
export const beginLook =
  (services: OperationServices): BeginLook =>
  async (tenant, dashboard_id) => {
    const { finish, known } = await import('./handlers/parts.ts');
    const shown = new Shown();
    return {
      async ask(audience) {
        const credential = withPermission(audience.credential, 'objects:read');
        const ask = async (operation: string, args: object) =>
          JSON.parse(await audience.ask(operation, args, credential));
        const held = known(tenant, dashboard_id, false, shown);
        const asked = { dashboard_id, known: held.keys, place: true };
        const { seq, parts }: { seq: string; parts: Part[] } = await ask('dashboard_data', asked);
        const asker = { services, caller: { tenant }, ask, ctx: {} };
        const widgets = await finish(asker, dashboard_id, parts, held, { dashboard_id }, shown);
        return { seq, widgets };
      },
    };
  };
