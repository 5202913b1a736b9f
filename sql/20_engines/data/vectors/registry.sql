create or replace function app.registry_vectors()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "vector_collections": {"snapshot": "in",
      "restored": {"kind": "vector_collections", "key": ["name"], "only": "r.object_type_id is null"},
      "unmasked": ["name", "model"], "schema": true, "columns": {
      "object_type_id": {"names": "object_type", "purge": "keep"}}},
    "vectors": {"snapshot": "in", "erase": "lives",
      "restored": {"kind": "vectors", "key": ["collection", "id"], "only": "r.digest is null",
        "shown": {"embedding": "md5(r.embedding::text)"}, "check": "app.vector_collection(p_tenant, v_new.collection)",
        "save": "app.vector_put(v_new)"},
      "mask": "drop", "columns": {
      "collection": {"names": "vector_collection"},
      "id": {"names": "none", "why": "a name that a client may choose"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "delete", "only": "r.digest is not null",
        "when": "p_type.ai_index is not null"},
      "metadata": {"names": "any"}}},
    "vector_bits": {"snapshot": "rebuilt", "columns": {
      "collection": {"names": "vector_collection"},
      "id": {"names": "vector"}}},
    "vector_words": {"snapshot": "rebuilt", "columns": {
      "collection": {"names": "vector_collection"},
      "id": {"names": "vector"}}}}$registry$
$$;
comment on function app.registry_vectors is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
