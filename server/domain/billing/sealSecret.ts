import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { App } from '../app.ts'

const keyOf = ({ pepper }: Pick<App, 'pepper'>) => Buffer.from(hkdfSync('sha256', pepper, '', 'muster billing secrets', 32))

/** Encrypts a secret of another system. Only this server can decrypt it, with its own secret. */
export function sealSecret(app: Pick<App, 'pepper'>, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(app), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws if the text was sealed with the secret of another server. */
export function openSecret(app: Pick<App, 'pepper'>, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(app), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}
