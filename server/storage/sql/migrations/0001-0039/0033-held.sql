-- When a text of a bot was first held back because the messages of its account were used up; empty again
-- once it has one.

alter table execution_messages add column held_at timestamptz;
