create or replace function app.entry_request(p_base text, args jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  args := '{"status": "draft", "description": null, "attachments": [], "metadata": {}}'::jsonb
    || jsonb_build_object('currency', p_base) || args;
  return args || jsonb_build_object('lines', array(
    select '{"memo": null, "object": null, "dimensions": {}}'::jsonb || jsonb_build_object('currency', args->'currency') || l
    from jsonb_array_elements(args->'lines') with ordinality t(l, n) order by t.n));
end $$;
comment on function app.entry_request is
  'The request for an entry with its defaults filled in: two that differ only in what they leave out are the same';
