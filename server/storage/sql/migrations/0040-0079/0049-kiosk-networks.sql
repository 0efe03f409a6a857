-- `kiosk_devices.network`: HMAC of the network that the kiosk was last seen in (domain/kiosk/pairing.ts).
-- Null: not seen since.

alter table kiosk_devices add column network text;
create index kiosk_devices_network on kiosk_devices (network) where network is not null and revoked_at is null;
