import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { PdfTrouble } from './PdfContent.ts'
import { bytesOf, type Dict, isDict, Name, PdfString, type PdfValue } from './PdfValue.ts'
import { rc4 } from './rc4.ts'

type Method = 'none' | 'rc4' | 'aes' | 'aes256'

/** Decrypts and encrypts the strings and streams of an encrypted file. */
export class Lock {
  readonly mayFill: boolean
  private readonly key: Uint8Array
  private readonly strings: Method
  private readonly streams: Method
  constructor(key: Uint8Array, strings: Method, streams: Method, mayFill: boolean) {
    this.key = key
    this.strings = strings
    this.streams = streams
    this.mayFill = mayFill
  }

  open(bytes: Uint8Array, num: number, gen: number, kind: 'strings' | 'streams'): Uint8Array {
    const method = this[kind]
    if (method === 'none') return bytes
    const key = this.keyFor(method, num, gen)
    if (method === 'rc4') return rc4(key, bytes)
    if (bytes.length < 32) return new Uint8Array(0)
    const plain = aesDecrypt(key, bytes.subarray(0, 16), bytes.subarray(16))
    const padding = plain[plain.length - 1] ?? 0
    return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain
  }

  close(bytes: Uint8Array, num: number, gen: number, kind: 'strings' | 'streams'): Uint8Array {
    const method = this[kind]
    if (method === 'none') return bytes
    const key = this.keyFor(method, num, gen)
    if (method === 'rc4') return rc4(key, bytes)
    const iv = crypto.getRandomValues(new Uint8Array(16))
    const sealed = cbc(key, iv).encrypt(bytes)
    const out = new Uint8Array(16 + sealed.length)
    out.set(iv)
    out.set(sealed, 16)
    return out
  }

  private keyFor(method: Method, num: number, gen: number): Uint8Array {
    if (method === 'aes256') return this.key
    const own = [num & 0xff, (num >> 8) & 0xff, (num >> 16) & 0xff, gen & 0xff, (gen >> 8) & 0xff]
    const salt = method === 'aes' ? [0x73, 0x41, 0x6c, 0x54] : []
    return md5(Uint8Array.from([...this.key, ...own, ...salt])).subarray(0, Math.min(16, this.key.length + 5))
  }
}

const padding = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e,
  0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
])

/**
 * The lock of a file, from its /Encrypt dictionary (without references) and the first part of its /ID.
 * Without a password it tries the empty user password.
 * @throws PdfTrouble password, wrong-password; broken for an unknown encryption
 */
export async function unlock(encrypt: Dict, id: Uint8Array, password: string | undefined): Promise<Lock> {
  const filter = encrypt.get('Filter')
  if (!(filter instanceof Name) || filter.name !== 'Standard') throw new PdfTrouble('password')
  const security = securityOf(encrypt, id)
  const { version, revision, owner, user, permissions } = security
  const strings = version >= 4 ? methodOf(encrypt, 'StrF') : 'rc4'
  const streams = version >= 4 ? methodOf(encrypt, 'StmF') : 'rc4'
  // Permission to fill in forms (bit 9) or to annotate (bit 6).
  const mayFill = (permissions & 32) !== 0 || (revision >= 3 && (permissions & 256) !== 0)
  const found =
    version >= 5
      ? await newKey(encrypt, owner, user, revision, new TextEncoder().encode(password ?? '').subarray(0, 127))
      : oldKey(security, bytesOf(password ?? ''))
  if (found) return new Lock(found.key, strings, streams, found.asOwner || mayFill)
  throw new PdfTrouble(password === undefined || password === '' ? 'password' : 'wrong-password')
}

/** What the key of a file depends on, besides the password. */
interface Security {
  readonly version: number
  readonly revision: number
  readonly permissions: number
  readonly owner: Uint8Array
  readonly user: Uint8Array
  readonly encryptsMetadata: boolean
  /** Of the key, bytes; only for versions below 5. */
  readonly length: number
  readonly id: Uint8Array
}

/** The key of a file that a password opens; undefined for a wrong password. */
type FoundKey = { readonly key: Uint8Array; readonly asOwner: boolean } | undefined

function securityOf(encrypt: Dict, id: Uint8Array): Security {
  const numberIn = (key: string, otherwise: number) => {
    const value = encrypt.get(key)
    return typeof value === 'number' ? value : otherwise
  }
  const version = numberIn('V', 0)
  return {
    version,
    revision: numberIn('R', 2),
    permissions: numberIn('P', -1) | 0,
    owner: stringIn(encrypt, 'O'),
    user: stringIn(encrypt, 'U'),
    encryptsMetadata: encrypt.get('EncryptMetadata') !== false,
    length: keyLength(version, numberIn('Length', 40)),
    id,
  }
}

/** In bytes. */
function keyLength(version: number, bits: number): number {
  if (version === 1) return 5
  return version >= 4 ? 16 : Math.min(16, Math.max(5, bits >> 3))
}

/** For versions below 5: tries the password as that of the user, then as that of the owner. */
function oldKey(security: Security, given: Uint8Array): FoundKey {
  const asUser = userKey(security, given)
  if (isKey(security, asUser)) return { key: asUser, asOwner: false }
  const asOwner = userKey(security, userPassword(security, given))
  return isKey(security, asOwner) ? { key: asOwner, asOwner: true } : undefined
}

function userKey({ revision, permissions, owner, encryptsMetadata, length, id }: Security, given: Uint8Array): Uint8Array {
  const about = Uint8Array.from([permissions & 0xff, (permissions >> 8) & 0xff, (permissions >> 16) & 0xff, (permissions >> 24) & 0xff])
  const open = revision >= 4 && !encryptsMetadata ? [255, 255, 255, 255] : []
  let hash = md5(Uint8Array.from([...padded(given), ...owner.subarray(0, 32), ...about, ...id, ...open]))
  if (revision >= 3) for (let round = 0; round < 50; round++) hash = md5(hash.subarray(0, length))
  return hash.subarray(0, length)
}

function isKey({ revision, user, id }: Security, key: Uint8Array): boolean {
  if (revision === 2) return same(rc4(key, padding), user, 32)
  let hash = rc4(key, md5(Uint8Array.from([...padding, ...id])))
  for (let round = 1; round <= 19; round++)
    hash = rc4(
      key.map((byte) => byte ^ round),
      hash,
    )
  return same(hash, user, 16)
}

/** The password of the user, as the password of the owner decrypts it. */
function userPassword({ revision, owner, length }: Security, given: Uint8Array): Uint8Array {
  let hash = md5(padded(given))
  if (revision >= 3) for (let round = 0; round < 50; round++) hash = md5(hash)
  const ownerKey = hash.subarray(0, length)
  let inner: Uint8Array = owner.slice(0, 32)
  for (let round = revision >= 3 ? 19 : 0; round >= 0; round--)
    inner = rc4(
      ownerKey.map((byte) => byte ^ round),
      inner,
    )
  return inner
}

/** Whole blocks only, because a damaged file may end within a block. */
const aesDecrypt = (key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array =>
  cbc(key, iv, { disablePadding: true }).decrypt(bytes.subarray(0, bytes.length & ~15))

const padded = (given: Uint8Array): Uint8Array => Uint8Array.from([...given, ...padding]).subarray(0, 32)

const same = (one: Uint8Array, other: Uint8Array, length: number): boolean => {
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return false
  return true
}

function stringIn(dict: Dict, key: string): Uint8Array {
  const value: PdfValue | undefined = dict.get(key)
  if (value instanceof PdfString) return value.bytes
  throw new PdfTrouble('broken')
}

/** By the name in the file. */
const methods: ReadonlyMap<string, Method> = new Map([
  ['V2', 'rc4'],
  ['AESV2', 'aes'],
  ['AESV3', 'aes256'],
])

function methodOf(encrypt: Dict, use: 'StrF' | 'StmF'): Method {
  const name = encrypt.get(use)
  const filters = encrypt.get('CF')
  const own = name instanceof Name && isDict(filters) ? filters.get(name.name) : undefined
  const method = isDict(own) ? own.get('CFM') : undefined
  return (method instanceof Name && methods.get(method.name)) || 'none'
}

/** For versions from 5 on. */
async function newKey(encrypt: Dict, owner: Uint8Array, user: Uint8Array, revision: number, given: Uint8Array): Promise<FoundKey> {
  const hash = revision >= 6 ? hardHash : plainHash
  const none = new Uint8Array(0)
  const zero = new Uint8Array(16)
  const u48 = user.slice(0, 48)
  if (same(await hash(given, owner.subarray(32, 40), u48), owner, 32)) {
    return { key: aesDecrypt(await hash(given, owner.subarray(40, 48), u48), zero, sealedKey(encrypt, 'OE')), asOwner: true }
  }
  if (same(await hash(given, user.subarray(32, 40), none), user, 32)) {
    return { key: aesDecrypt(await hash(given, user.subarray(40, 48), none), zero, sealedKey(encrypt, 'UE')), asOwner: false }
  }
  return undefined
}

/** The encrypted key of the file, 32 bytes. */
function sealedKey(encrypt: Dict, name: 'OE' | 'UE'): Uint8Array {
  const sealed = stringIn(encrypt, name)
  if (sealed.length < 32) throw new PdfTrouble('broken')
  return sealed.subarray(0, 32)
}

const hashes = ['SHA-256', 'SHA-384', 'SHA-512'] as const

const digest = async (name: (typeof hashes)[number], bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(name, bytes as Uint8Array<ArrayBuffer>))

const plainHash = (given: Uint8Array, salt: Uint8Array, user: Uint8Array) =>
  digest('SHA-256', Uint8Array.from([...given, ...salt, ...user]))

/** Algorithm 2.B of ISO 32000-2. */
async function hardHash(given: Uint8Array, salt: Uint8Array, user: Uint8Array): Promise<Uint8Array> {
  let key = await plainHash(given, salt, user)
  for (let round = 0; ; round++) {
    const one = Uint8Array.from([...given, ...key, ...user])
    const many = new Uint8Array(one.length * 64)
    for (let at = 0; at < 64; at++) many.set(one, at * one.length)
    const sealed = await seal(key.slice(0, 16), key.slice(16, 32), many)
    const rest = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = await digest(hashes[rest] ?? 'SHA-512', sealed)
    if (round >= 63 && (sealed[sealed.length - 1] ?? 0) <= round - 31) return key.subarray(0, 32)
  }
}

/** AES-CBC without padding, with Web Crypto for speed: each password takes hundreds of kilobytes. */
async function seal(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const own = await crypto.subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, 'AES-CBC', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: iv as Uint8Array<ArrayBuffer> }, own, bytes as Uint8Array<ArrayBuffer>)
  return new Uint8Array(sealed, 0, bytes.length)
}
