import { createDecipheriv, createECDH, createHash, hkdfSync } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SealTo, sealContext, sealSizes, sealVersion } from '../../../contract/endpoints/sealing.ts'

/** The server keys that shared devices encrypt for (contract/endpoints/sealing.ts). */
export interface SealKeys {
  /** The newest public key. */
  readonly current: SealTo
  /** Decrypts an envelope for this id and owner; undefined if it is for another id, owner or key. */
  open(envelope: Uint8Array, of: { id: string; owner: string }): Buffer | undefined
  /**
   * Returns the content key of an envelope from its first 88 bytes. It is correct only for the id and owner
   * of the envelope.
   */
  contentKey(head: Uint8Array, of: { id: string; owner: string }): Buffer | undefined
}

const curve = 'prime256v1'

/**
 * Reads the private keys from a file that only this user can read: one per line, newest last. If servers
 * share a SECRET, the newest key is derived from it, so that all have the same. Older keys stay in the file,
 * because a device may send data months after encrypting it.
 */
export async function readSealKeys(dataDir: string, pepper: Buffer, secretIsShared: boolean): Promise<SealKeys> {
  const path = join(dataDir, 'seal-keys')
  const newest = secretIsShared ? derived(pepper) : createKey()
  let text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  const wanted = newest.toString('hex')
  if (text === undefined) {
    await append(path, wanted, 'wx').catch((error: NodeJS.ErrnoException) => {
      // Another server with the same folder was faster.
      if (error.code !== 'EEXIST') throw error
    })
    text = await readFile(path, 'utf8')
  }
  if (secretIsShared && !text.includes(wanted)) {
    await append(path, wanted, 'a')
    text = await readFile(path, 'utf8')
  }
  const lines = text.split('\n').filter((line) => line !== '')
  if (lines.length === 0 || !lines.every((line) => /^[0-9a-f]{64}$/.test(line)))
    throw new Error(`${path} is damaged; put it back from a backup (without it, what shared devices have sealed can't be read)`)
  const current = secretIsShared ? wanted : (lines.at(-1) as string)
  return sealKeys([...lines.filter((line) => line !== current), current].map((line) => Buffer.from(line, 'hex')))
}

async function append(path: string, line: string, flags: 'a' | 'wx'): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.writeFile(`${line}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

function createKey(): Buffer {
  const pair = createECDH(curve)
  pair.generateKeys()
  return padded(pair.getPrivateKey())
}

/** Derives a number below the order of the curve. The first try fails only once in 2^32. */
function derived(pepper: Buffer): Buffer {
  for (let n = 0; ; n++) {
    const key = Buffer.from(hkdfSync('sha256', pepper, Buffer.alloc(0), `muster seal key ${n}`, 32))
    try {
      createECDH(curve).setPrivateKey(key)
      return key
    } catch {
      // Try the next number.
    }
  }
}

const padded = (key: Buffer) => Buffer.concat([Buffer.alloc(32 - key.length), key])

/** Expects the newest key last. */
export function sealKeys(privateKeys: readonly Buffer[]): SealKeys {
  const pairs = privateKeys.map((key) => {
    const pair = createECDH(curve)
    pair.setPrivateKey(key)
    const publicKey = pair.getPublicKey()
    return { pair, publicKey, id: createHash('sha256').update(publicKey).digest().subarray(0, sealSizes.keyId) }
  })
  const newest = pairs.at(-1)
  if (!newest) throw new Error('there is no key to seal for')
  const byId = new Map(pairs.map((key) => [key.id.toString('hex'), key]))

  const contentKey: SealKeys['contentKey'] = (head, { id, owner }) => {
    const { mark, keyId, publicKey } = sealSizes
    if (head.length < sealSizes.head || head[0] !== 0x4d || head[1] !== 0x53 || head[2] !== sealVersion) return undefined
    const own = byId.get(Buffer.from(head.subarray(mark, mark + keyId)).toString('hex'))
    const theirs = Buffer.from(head.subarray(mark + keyId, mark + keyId + publicKey))
    if (!own) return undefined
    try {
      const salt = Buffer.concat([theirs, own.publicKey])
      return Buffer.from(hkdfSync('sha256', own.pair.computeSecret(theirs), salt, sealContext(id, owner), 32))
    } catch {
      // Not a point of the curve.
      return undefined
    }
  }
  return {
    current: { id: newest.id.toString('base64url'), key: newest.publicKey.toString('base64url') },
    contentKey,
    open(envelope, of) {
      if (envelope.length < sealSizes.head + sealSizes.tag) return undefined
      const key = contentKey(envelope, of)
      if (!key) return undefined
      const nonce = envelope.subarray(sealSizes.head - sealSizes.nonce, sealSizes.head)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: sealSizes.tag })
      decipher.setAAD(Buffer.from(sealContext(of.id, of.owner)))
      decipher.setAuthTag(envelope.subarray(-sealSizes.tag))
      try {
        return Buffer.concat([decipher.update(envelope.subarray(sealSizes.head, -sealSizes.tag)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
