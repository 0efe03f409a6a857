-- When a person merged an entry of a list; null for merges from before, and for those that a connected system caused.
alter table lookup_items add column merged_at timestamptz;
