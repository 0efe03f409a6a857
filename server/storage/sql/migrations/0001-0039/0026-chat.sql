-- Conversations with bots that talk in the app: what they know so far (`state`), every message once (`id`
-- is the sender's, the answer has the same), and what became of them.

create table chats (
  id text primary key,
  automation text not null,
  uid text not null,
  lang text not null,
  state jsonb not null,
  -- Path of the record that it became, known with its last word.
  record text,
  redirect text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index chats_of on chats (automation, uid, created_at desc);

create table chat_messages (
  chat text not null,
  n integer not null,
  id text not null,
  sender text not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (chat, n),
  unique (chat, id, sender)
);
