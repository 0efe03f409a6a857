-- The PIN of a number once more for the browser that asked for it, with tries of its own: guesses from
-- elsewhere use up those in `pins`. `browser` is the hash of a cookie.

create table pin_browsers (
  mobile text not null,
  browser text not null,
  hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (mobile, browser)
);
create index pin_browsers_expires_at on pin_browsers (expires_at);
