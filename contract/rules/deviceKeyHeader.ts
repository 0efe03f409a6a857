/**
 * A secret that proves a device's id (`x-device`): 32 random bytes, base64url, created with the id. The
 * device sends it only at sign-in, at registration, and when it is or becomes a kiosk. The server stores its
 * SHA-256.
 */
export const deviceKeyHeader = 'x-device-key'
export const deviceKeyPattern = /^[\w-]{43}$/
