/**
 * By what a device proves that it is the one of its id (`x-device`): 32 random bytes of its own, base64url, made with the id and told only when somebody
 * signs in, when the device is registered, and when it is or becomes a kiosk. The server keeps the SHA-256.
 */
export const deviceKeyHeader = 'x-device-key'
export const deviceKeyPattern = /^[\w-]{43}$/
