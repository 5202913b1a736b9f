import { expect } from 'vitest';
import type { Case } from '../support/journal-cases.ts';

/** One case for each operation of the group data that changes something. */
export const journalCases: Record<string, Case> = {
  'data.import': {
    call: ({ tenant, type }, h) =>
      tenant.post('/v1/data/import', { object_type_id: type.id, rows: [{ n: 8 }, { n: 9 }] }, h),
    rows: (_, data) => [
      ['object.created', 'object', data.ids[0]],
      ['object.created', 'object', data.ids[1]],
      ['import.completed', 'import', data.import_id],
    ],
    refused: ({ tenant, type }, h) =>
      tenant.post('/v1/data/import', { object_type_id: type.id, rows: [{ n: 8 }, { n: 'x' }] }, h),
  },
  'data.import with properties to create': {
    call: ({ tenant, type }, h) => {
      const body = {
        object_type_id: type.id,
        rows: [{ made: 1 }],
        create_missing_properties: true,
      };
      return tenant.post('/v1/data/import', body, h);
    },
    rows: (_, data) => [
      ['property.created', 'property', expect.stringMatching(/^prop_/)],
      ['object.created', 'object', data.ids[0]],
      ['import.completed', 'import', data.import_id],
    ],
    refused: ({ tenant, type }, h) => {
      const body = {
        object_type_id: type.id,
        rows: [{ 'm d': 1 }],
        create_missing_properties: true,
      };
      return tenant.post('/v1/data/import', body, h);
    },
  },
  'data.import_undo': {
    call: async ({ tenant, type }, h) => {
      const rows = [{ n: 8 }, { n: 9 }];
      const { body } = await tenant.post('/v1/data/import', { object_type_id: type.id, rows });
      return tenant.post(`/v1/data/import/${body.data.import_id}/undo`, {}, h);
    },
    rows: (_, data) => [
      ['object.deleted', 'object', expect.stringMatching(/^obj_/)],
      ['object.deleted', 'object', expect.stringMatching(/^obj_/)],
      ['import.undone', 'import', data.import_id],
    ],
    refused: async ({ tenant, type }, h) => {
      const rows = [{ n: 8 }];
      const { data } = (await tenant.post('/v1/data/import', { object_type_id: type.id, rows }))
        .body;
      await tenant.patch(`${type.path}/${data.ids[0]}`, { properties: { n: 7 } });
      return tenant.post(`/v1/data/import/${data.import_id}/undo`, {}, h);
    },
  },
  'data.export': {
    call: ({ tenant, type }, h) =>
      tenant.post('/v1/data/export', { object_type_id: type.id, format: 'json' }, h),
    rows: (_, { id }) => [
      ['export.created', 'export', id],
      ['export.completed', 'export', id],
    ],
    refused: ({ tenant, type }, h) =>
      tenant.post('/v1/data/export', { object_type_id: type.id, format: 'pdf' }, h),
  },
  'data.export_delete': {
    call: async ({ tenant, type }, h) => {
      const { body } = await tenant.post('/v1/data/export', { object_type_id: type.id });
      return tenant.delete(`/v1/data/export/${body.data.id}`, undefined, h);
    },
    rows: (_, { id }) => [['export.deleted', 'export', id]],
    refused: ({ tenant }, h) => tenant.delete('/v1/data/export/exp_0', undefined, h),
  },
};
