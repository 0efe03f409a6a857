-- A device proves that it is the one of its id by a key of its own (X-Device-Key), of which the SHA-256 is
-- kept: for registered devices and for kiosks. Null: from before, or not told. `kiosk_codes.code` holds an
-- HMAC of the six digits from now on (domain/kiosk/codeHash.ts), `sealed` the digits for the console,
-- readable with the server's secret alone.

alter table devices add column device_key text;
alter table kiosk_devices add column device text;
alter table kiosk_devices add column device_key text;
create index kiosk_devices_device on kiosk_devices (device) where device is not null;
alter table kiosk_codes add column sealed text;
