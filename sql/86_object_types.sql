-- Fills in the columns by which writes know a type's properties, for types that are older than
-- these columns.
update app.object_types t set names = array(select jsonb_object_keys(t.definition)),
  formatted = app.formatted_names(t.definition), plain = app.plain_path(t.definition)
where t.plain is null;
