// @vitest-environment node
import { createCipheriv, createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Name, PdfString, type PdfValue } from './PdfValue.ts'
import { Lock, unlock } from './unlock.ts'

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

// NIST SP 800-38A, F.2.5: CBC-AES256, without the last block: its last byte would count as padding.
const nist = {
  key: bytesOf('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4'),
  plain: '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52ef',
  file: bytesOf(
    '000102030405060708090a0b0c0d0e0ff58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d39f23369a9d9bacfa530e26304231461',
  ),
}

describe('an encrypted file', () => {
  it('is decrypted with AES-256 as the standard shows', () => {
    expect(hexOf(new Lock(nist.key, 'aes256', 'aes256', true).open(nist.file, 3, 0, 'streams'))).toBe(nist.plain)
  })

  it('is read up to the last whole block where it was cut', () => {
    const cut = nist.file.subarray(0, nist.file.length - 5)
    expect(hexOf(new Lock(nist.key, 'aes256', 'aes256', true).open(cut, 3, 0, 'streams'))).toBe(nist.plain.slice(0, 64))
  })

  it('has an AES-128 key for each object, made with MD5', () => {
    const key = bytesOf('00112233445566778899aabbccddeeff')
    const salt = [0x03, 0x01, 0x00, 0x02, 0x00, 0x73, 0x41, 0x6c, 0x54]
    const own = createHash('md5')
      .update(Uint8Array.from([...key, ...salt]))
      .digest()
    const cipher = createCipheriv('aes-128-cbc', own, new Uint8Array(16))
    const file = Buffer.concat([new Uint8Array(16), cipher.update('Ana Pérez signed this sheet'), cipher.final()])
    const lock = new Lock(key, 'aes', 'none', true)
    expect(Buffer.from(lock.open(file, 0x103, 2, 'strings')).toString()).toBe('Ana Pérez signed this sheet')
    expect(Buffer.from(lock.open(lock.close(Buffer.from('again'), 7, 0, 'strings'), 7, 0, 'strings')).toString()).toBe('again')
  })

  it('is broken if its encrypted key is too short', async () => {
    const [validation, salt] = [new Uint8Array(8).fill(1), new Uint8Array(8).fill(2)]
    const hash = createHash('sha256').update(validation).digest()
    const entries: [string, PdfValue][] = [
      ['Filter', new Name('Standard')],
      ['V', 5],
      ['R', 5],
      ['O', new PdfString(new Uint8Array(48))],
      ['U', new PdfString(Uint8Array.from([...hash, ...validation, ...salt]))],
      ['UE', new PdfString(new Uint8Array(20))],
    ]
    await expect(unlock(new Map(entries), new Uint8Array(0), undefined)).rejects.toMatchObject({ code: 'broken' })
  })
})
