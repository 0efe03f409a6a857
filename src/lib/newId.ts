const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * A new id of 20 letters and digits (spec/1 §9), 119 random bits: created on the device, unique without the
 * server.
 */
export function newId(length = 20): string {
  let id = ''
  while (id.length < length) {
    // 248 = 4 × 62: larger bytes would make some letters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) if (byte < 248 && id.length < length) id += letters[byte % 62]
  }
  return id
}
