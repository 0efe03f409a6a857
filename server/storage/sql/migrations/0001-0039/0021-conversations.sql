-- Conversations of bots and what they end in (spec/2 §3). An execution is asked once for each contact and
-- day; every text of it is a row, written in the transaction of the step that says it, so that a crash
-- neither loses nor repeats one. What goes to a daily log has a key of its own: however often it is handed
-- over, it stands there once.

create table executions (
  id text primary key,
  team text not null,
  automation text not null,
  -- Whose the bot was when it began: part of the path.
  owner text not null,
  kind text not null,
  -- Number and day make asking twice the same conversation.
  mobile text not null,
  day date not null,
  -- asking, decide, waiting, working, done.
  phase text not null,
  demo boolean not null default false,
  model jsonb not null,
  -- Where the conversation stands; the engine's own.
  talk jsonb not null default '{}',
  rev integer not null default 1,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (automation, mobile, day)
);
create index executions_team on executions (team, day);
create index executions_open on executions (team) where phase <> 'done';
create index executions_mobile on executions (mobile, created_at desc);

create table execution_messages (
  execution text not null,
  n integer not null,
  -- out: the bot's; in: the contact's; note: what happened.
  way text not null,
  text text not null,
  key text not null unique,
  at timestamptz not null default now(),
  sent_at timestamptz,
  failed text,
  primary key (execution, n)
);
create index execution_messages_at on execution_messages using brin (at);

-- Texts from phones as they arrived; the provider's id makes one that comes twice the same.
create table sms_inbox (
  key text primary key,
  mobile text not null,
  text text not null,
  execution text,
  at timestamptz not null default now()
);
create index sms_inbox_mobile on sms_inbox (mobile, at desc);

create table daily_log_entries (
  -- Execution and vendor.
  key text primary key,
  execution text not null,
  team text not null,
  day date not null,
  kind text not null,
  -- waiting: to be handed over; written; refused; dropped.
  state text not null,
  -- A pending entry is approved in the other system.
  pending boolean not null default false,
  model jsonb not null,
  -- Its id in the other system.
  remote text,
  written_by text,
  written_at timestamptz,
  created_at timestamptz not null default now()
);
create index daily_log_entries_day on daily_log_entries (team, day);
create index daily_log_entries_execution on daily_log_entries (execution);

-- Days that are closed in the product's own log.
create table daily_log_days (
  team text not null,
  day date not null,
  completed_by text not null,
  completed_at timestamptz not null default now(),
  primary key (team, day)
);

-- The daily logs of the simulated construction system: project of that system, day.
create table simulated_log (
  key text primary key,
  project text not null,
  day date not null,
  kind text not null,
  pending boolean not null,
  model jsonb not null,
  at timestamptz not null default now()
);
create index simulated_log_day on simulated_log (project, day);
create table simulated_log_days (
  project text not null,
  day date not null,
  primary key (project, day)
);

-- Numbers that want no texts of bots any more.
create table text_refusals (
  mobile text primary key,
  at timestamptz not null default now()
);
