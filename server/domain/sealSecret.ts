import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { App } from './app.ts'

/** Each purpose has its own key, so that a secret of one cannot be put in the place of another. */
const purposes = {
  billing: 'muster billing secrets',
  login: 'muster login tokens',
  push: 'muster push keys',
  message: 'muster messages',
} as const
export type SecretPurpose = keyof typeof purposes

const keyOf = ({ pepper }: Pick<App, 'pepper'>, purpose: SecretPurpose) =>
  Buffer.from(hkdfSync('sha256', pepper, '', purposes[purpose], 32))

/** Encrypts a secret of another system. Only this server can decrypt it, with its own secret. */
export function sealSecret(app: Pick<App, 'pepper'>, purpose: SecretPurpose, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(app, purpose), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws if the text was sealed with the secret of another server. */
export function openSecret(app: Pick<App, 'pepper'>, purpose: SecretPurpose, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(app, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}
