-- Reports and lists read the conversations of a bot in pages.
create index executions_bot on executions (automation, day, id);
create index executions_newest on executions (automation, created_at desc, id desc);
