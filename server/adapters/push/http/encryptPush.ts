import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { longestPush, type PushTarget } from '../PushAdapter.ts'

const recordSize = 4096
/** Messages are filled up to a multiple of this size, so that their length does not tell what they say. */
const paddedTo = 256

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', secret, salt, info, length))

interface EncryptOptions {
  /** Private key of the message (P-256) and its salt; for tests, else both are new. */
  readonly privateKey?: Buffer | undefined
  readonly salt?: Buffer | undefined
  /** Without padding, as in the example of RFC 8291. */
  readonly isPadded?: boolean | undefined
}

/**
 * Encrypts a message for one browser: RFC 8291 with the content coding `aes128gcm` of RFC 8188, in one record.
 * Throws when the text is too long, or the key of the browser is not a point of P-256.
 */
export function encryptPush(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  text: string,
  { privateKey, salt = randomBytes(16), isPadded = true }: EncryptOptions = {},
): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > longestPush) throw new RangeError('the message is too long for one push')
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey)
  else own.generateKeys()
  const theirs = Buffer.from(p256dh, 'base64url')
  const shared = own.computeSecret(theirs)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own.getPublicKey()])
  const secret = hkdf(Buffer.from(auth, 'base64url'), shared, keyInfo, 32)
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const size = isPadded ? Math.min(longestPush, Math.ceil(plain.length / paddedTo) * paddedTo) : plain.length
  // 2 ends the last record; zeros after it are padding.
  const record = Buffer.concat([plain, Buffer.from([2]), Buffer.alloc(size - plain.length)])
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordSize, 0)
  header.writeUInt8(65, 4)
  return Buffer.concat([salt, header, own.getPublicKey(), cipher.update(record), cipher.final(), cipher.getAuthTag()])
}
