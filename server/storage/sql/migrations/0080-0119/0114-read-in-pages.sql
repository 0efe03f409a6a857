-- Reports read the conversations of a bot in pages.
create index executions_bot on executions (automation, day, id);
