-- What a kiosk said of its unsent saves when it was last seen: count, and the time of the oldest one.
alter table kiosk_devices add column waiting jsonb;
