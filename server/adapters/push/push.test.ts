import { createECDH, createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptPush } from './http/encryptPush.ts'
import { vapidHeader } from './http/vapidHeader.ts'
import { isPushService } from './http/webPush.ts'

/** RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')

describe('a push message', () => {
  it('is encrypted as the example of RFC 8291', () => {
    const { text, p256dh, auth, privateKey, salt, body } = example
    const made = encryptPush({ p256dh, auth }, text, { privateKey: bytes(privateKey), salt: bytes(salt), isPadded: false })
    expect(made.toString('base64url')).toBe(body)
  })

  it('has a new key and salt each time, and a size that does not tell what it says', () => {
    const [one, other] = ['a', 'a much longer text'].map((text) => encryptPush(example, text))
    expect(one?.subarray(0, 86)).not.toEqual(other?.subarray(0, 86))
    expect(one?.length).toBe(other?.length)
    expect(encryptPush(example, 'x'.repeat(3993)).length).toBe(4096 - 16 - 5 - 65 + 86)
    expect(() => encryptPush(example, 'x'.repeat(3994))).toThrow('too long')
  })

  it('is signed as RFC 8292 says', () => {
    const own = createECDH('prime256v1')
    own.generateKeys()
    const keys = { publicKey: own.getPublicKey().toString('base64url'), privateKey: own.getPrivateKey().toString('base64url') }
    const header = vapidHeader(keys, {
      endpoint: 'https://fcm.googleapis.com/fcm/send/x',
      contact: 'mailto:it@example.com',
      now: 1_000_000,
    })
    const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? []
    expect(key).toBe(keys.publicKey)
    const [head = '', claims = '', signature = ''] = token.split('.')
    expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(JSON.parse(bytes(claims).toString())).toEqual({
      aud: 'https://fcm.googleapis.com',
      exp: 1000 + 12 * 3600,
      sub: 'mailto:it@example.com',
    })
    const point = own.getPublicKey()
    const key256 = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
    const publicKey = createPublicKey({ format: 'jwk', key: key256 })
    const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature))
    expect(isSigned).toBe(true)
  })
})

describe('a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('is known: %s', (endpoint) => expect(isPushService(endpoint)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://me@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'https://evilpush.apple.com/abc',
    'https://push.apple.com.evil.example/abc',
    'https://127.0.0.1/abc',
    'https://169.254.169.254/latest',
    'not an address',
  ])('is not one: %s', (endpoint) => expect(isPushService(endpoint)).toBe(false))

  it('can be added by the operator', () => {
    expect(isPushService('https://push.example.com/abc', ['https://push.example.com'])).toBe(true)
    expect(isPushService('https://push.example.com:444/abc', ['https://push.example.com'])).toBe(false)
  })
})
