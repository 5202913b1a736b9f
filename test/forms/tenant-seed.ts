import type { Seed, SeedRows } from '../support/group-seeds.ts';
import { anotherAddress } from '../support/users.ts';

/** A form that says the marker wherever it can, and a submission of it. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/forms', {
    name: marker,
    status: 'active',
    fields: [{ name: 'answer', label: marker, help_text: marker, placeholder: marker }],
    settings: { submit_label: marker, success_message: marker },
  });
  const form_id = body.data.id;
  await api
    .as(undefined)
    .post(`/v1/forms/public/${form_id}/submit`, { data: { answer: marker } }, anotherAddress());
  return { form_id };
};

/** With what visitors, files and counts leave. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with form as (
       insert into app.forms (tenant_id, id, name, slug, object_type_id, settings, fields, plan,
         authors, actor, created_by, created_at, updated_at)
       select $1, $3, $2, $2, $2, m, jsonb_build_array(m), jsonb_build_array(m), m, m, $2, now(), now()
       from (select jsonb_build_object('name', $2::text)) x(m)),
     sent as (
       insert into app.form_submissions (tenant_id, form_id, id, data, object_type_id,
         object_id, status, error, ip, user_agent, referrer, utm, created_at)
       values ($1, $3, $3, jsonb_build_object('a', $2::text), $2, $2, 'error', $2, $2, $2, $2,
         jsonb_build_object('a', $2::text), now())),
     counted as (
       insert into app.form_counts (tenant_id, form_id, day, slot, counts)
       values ($1, $3, current_date, 0, jsonb_build_object('source:' || $2::text, 1)))
     insert into app.form_uploads (tenant_id, file_id, form_id, field)
     select $1, f.id, $3, $2 from app.files f where f.tenant_id = $1 order by f.id limit 1`,
    [tenantId, marker, `form_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  forms: /^status$/,
  form_submissions: /^status$/,
};
